"""One player's day on one card: the table now, what was played, where the rest of it is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from django.db.models import Prefetch, Q, Sum
from django.urls import reverse
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from rules.wording import level_text
from tournament.calendar.programme import dates_of, when_played
from tournament.display.kept import counted_revision, kept
from tournament.models import Board, Entry, Event, Round, RoundDate, Slot
from tournament.naming import how_called
from tournament.officiating.selectors import sides

GONE = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED)


@dataclass(frozen=True)
class Place:
    """A match of one entry: ``table`` is ``None`` for a bye, whose word is ``told``.

    ``levels`` and ``told`` are seen from the entry's own side; ``url`` opens the match once there is one.
    ``when`` says when it is played, where the calendar says so and no result is there.
    """

    round: Round
    table: int | None
    opponent: str
    levels: str = ""
    told: str = ""
    url: str = ""
    when: str = ""


@dataclass(frozen=True)
class Card:
    """``now`` are the matches of rounds that are published or played, ``before`` those of closed ones."""

    entry: Entry
    now: list[Place] = field(default_factory=list)
    before: list[Place] = field(default_factory=list)
    gone: str = ""
    table_url: str = ""


def card_of(event: Event, entry: Entry) -> Card:
    """What ``entry`` wants to know on the day, in a handful of queries. ``entry`` is a pair."""
    boards = Board.objects.select_related("match", "round")
    mine = Q(entry=entry) | Q(entry=entry.squad_id) if entry.squad_id else Q(entry=entry)
    slots = (
        Slot.objects.filter(mine, round__in=Round.objects.published().filter(stage__event=event))
        .select_related("round__stage", "encounter__group", "encounter__appointment__hall")
        .prefetch_related(
            Prefetch("encounter__boards", boards),
            Prefetch("encounter__slots", Slot.objects.select_related("entry")),
            "encounter__slots__entry__players",
            "encounter__slots__lineup__pair__players",
        )
        .order_by("-round__stage__position", "-round__number")
    )
    dates = dates_of(event)
    now: list[Place] = []
    before: list[Place] = []
    table_url = ""
    for slot in slots:
        places = now if slot.round.status != Round.Status.CLOSED else before
        places += _places(event, slot, entry, dates.get((slot.round.stage.slug, slot.round.number)))
        if not table_url:
            table_url = _table_url(event, slot)
    gone = str(Entry.Status(entry.status).label) if entry.status in GONE else ""
    return Card(entry, now, before, gone, table_url)


def card_mark(event: Event, entry: Entry) -> str:
    """The mark (ETag) of an entry's card: it is another one when one of its own matches has a new version, or
    anything was done in the event but what is done at a table before its result counts."""
    counted = kept("counted", event, lambda: counted_revision(event)).value
    mine = Board.objects.filter(encounter__slots__entry__in=[entry.pk, entry.squad_id or entry.pk])
    versions = mine.aggregate(all=Sum("match__version"))["all"] or 0
    return f'"card-{counted}-{versions}-{how_called()}-{get_language()}"'


def _places(event: Event, slot: Slot, entry: Entry, date: RoundDate | None) -> list[Place]:
    if slot.encounter.bye:
        return [Place(slot.round, None, "", told=str(slot.encounter.get_bye_display()))]
    found = []
    for board in slot.encounter.boards.all():
        board.encounter, board.round = slot.encounter, slot.round
        there = sides(board)
        seated = there[slot.side]
        if seated is None or seated.pk not in (entry.pk, entry.squad_id):
            continue  # another pair of the same squad sits there
        place = _place(event, board, slot.side, there["B" if slot.side == "A" else "A"])
        found.append(
            place if place.levels or place.told else replace(place, when=when_played(slot.encounter, date))
        )
    return found


def _place(event: Event, board: Board, side: str, opponent: Entry | None) -> Place:
    result = board.match.result or {}
    levels = result.get("levels")
    other = "B" if side == "A" else "A"
    url = reverse("match", args=[event.slug, board.key]) if levels or result.get("over") else ""
    return Place(
        round=board.round,
        table=board.table,
        opponent=opponent.names if opponent is not None else "",
        levels=f"{level_text(levels[side])} : {level_text(levels[other])}" if levels else "",
        told=_told(board, side),
        url=url,
    )


def _told(board: Board, side: str) -> str:
    """How it stands, from one side, in a word."""
    result = board.match.result or {}
    if not result.get("over"):
        return _("being played") if result.get("levels") else ""
    if result.get("winner") is None:
        word = _("annulled") if board.match.verdict == "annulled" else pgettext("result of a match", "drawn")
    else:
        won = result["winner"] == side
        word = pgettext("result of a match", "won") if won else pgettext("result of a match", "lost")
    return word if board.confirmed_at is not None else _("%(word)s, not confirmed yet") % {"word": word}


def _table_url(event: Event, slot: Slot) -> str:
    url = reverse("stage-standings", args=[event.slug, slot.round.stage.slug])
    group = slot.encounter.group
    return f"{url}?group={group.label}" if group is not None else url
