"""A captain's private page: she names her pairs for the boards in secret, until both line-ups are in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser

from tournament.access.permissions import require
from tournament.access.private_links import new_link, opened_by, revoke
from tournament.change import change
from tournament.models import Encounter, Entry, Link, Round, Slot
from tournament.stages.progress import rules_of
from tournament.stages.squads import keep_line_up

PURPOSE = Link.Purpose.LINE_UP


@dataclass(frozen=True)
class Call:
    """An encounter for which a squad names its pairs.

    ``mine`` are its pairs in the order of the boards as they were handed in (empty: not yet), ``theirs`` the
    other side's, empty until both are in. ``closed``: the round is being played, so nothing changes any more.
    """

    slot: Slot
    round: Round
    opponent: Entry | None
    boards: list[int]
    mine: list[Entry]
    theirs: list[Entry]
    closed: bool


def link_for(squad: Entry, actor: AbstractBaseUser) -> str:
    """A new token for a captain's page. It is returned once; older links of the squad stop working."""
    require(squad.event, actor, "manage_entries")
    with change(squad.event, actor, public=False) as step:
        return new_link(step, PURPOSE, squad=squad)


def close_link(squad: Entry, actor: AbstractBaseUser) -> None:
    """Close a captain's page."""
    require(squad.event, actor, "manage_entries")
    with change(squad.event, actor, public=False) as step:
        if revoke(step, PURPOSE, squad=squad):
            step.record("link-revoked", squad)


def squad_of(token: str) -> Entry | None:
    """The squad whose page ``token`` opens; ``None`` for a token that was guessed or revoked."""
    link = opened_by(token, PURPOSE)
    return link.squad if link is not None else None


def calls_of(squad: Entry) -> list[Call]:
    """The encounters of the rounds that everybody sees, latest first, where captains hand in line-ups."""
    slots = (
        Slot.objects.filter(entry=squad, round__in=Round.objects.published(), encounter__bye="")
        .select_related("round__stage__event", "encounter", "entry")
        .prefetch_related("encounter__boards", "encounter__slots__entry", "encounter__slots__lineup__pair")
        .order_by("-round__stage__position", "-round__number")
    )
    return [_call(slot) for slot in slots if rules_of(slot.round.stage).line_ups == "captains"]


def _call(slot: Slot) -> Call:
    encounter: Encounter = slot.encounter
    named = {
        one.pk: [line.pair for line in sorted(one.lineup.all(), key=lambda line: line.board)]
        for one in encounter.slots.all()
    }
    other = next((one for one in encounter.slots.all() if one.pk != slot.pk), None)
    mine, theirs = named[slot.pk], named[other.pk] if other is not None else []
    return Call(
        slot=slot,
        round=slot.round,
        opponent=other.entry if other is not None else None,
        boards=sorted(board.table or 0 for board in encounter.boards.all()),
        mine=mine,
        theirs=theirs if mine else [],
        closed=slot.round.status != Round.Status.PUBLISHED,
    )


def hand_in(squad: Entry, slot_key: str, numbers: Sequence[int]) -> bool:
    """Keep the captain's line-up for one encounter. Returns whether both are in.

    Raises ``Refused`` as ``hand_in_line_up`` does, and ``Slot.DoesNotExist`` for another squad's.
    """
    slot = Slot.objects.select_related("round__stage__event", "entry", "encounter").get(
        pk=slot_key, entry=squad, round__in=Round.objects.published(), encounter__bye=""
    )
    if rules_of(slot.round.stage).line_ups != "captains":
        raise Slot.DoesNotExist(slot_key)
    return keep_line_up(slot, numbers, None)
