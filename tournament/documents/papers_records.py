"""Records and forms: the draw, the leaders' meeting, an appeal, a branch's receipt; badges and lots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.answers import Reason
from tournament.documents import slips
from tournament.documents.draw_records import DiscardedDraw, DrawnLot, DrawRecord, plan_draw_record
from tournament.documents.forms import FormSheet, appeal, leaders_meeting, plan_form, receipt
from tournament.documents.papers_rounds import seats_of
from tournament.documents.papers_standings import group_title
from tournament.documents.papers_values import (
    PDF,
    Asked,
    Made,
    Planned,
    named,
    nothing,
    party,
    reminder_of,
    round_title,
)
from tournament.documents.values import Party
from tournament.documents.wording import number_of, seat
from tournament.models import Audit, Branch, Draw, Entry, Event, Membership, Role, Round, Ruling, Stage
from tournament.officiating.selectors import sides
from tournament.pairing_wording import REASONS, reason_text
from tournament.stages.progress import kind_of

MOST_REASONS = 12
SEATS = "ESWN"


# -- The draw ----------------------------------------------------------------------------------------------


def draw_record_paper(asked: Asked) -> Planned:
    """The record of the published draw of a round, with the seed that repeats it and the draws before it."""
    round_ = asked.round
    assert round_ is not None
    draws = list(round_.draws.select_related("by").order_by("attempt"))
    standing = next((one for one in draws if one.state == Draw.State.PUBLISHED), None)
    if standing is None:
        raise nothing("draw-record")
    entries = {
        entry.number: party(entry)
        for entry in Entry.objects.filter(event=asked.event, kind=kind_of(round_.stage))
        .select_related("branch")
        .prefetch_related("players__person")
    }
    reasons = _reasons(standing, entries)
    why = _why_discarded(asked.event, draws)
    record = DrawRecord(
        method=method_words(standing.method),
        seed=standing.seed or "—",
        drawn_at=timezone.localtime(standing.at),
        drawn_by=_who(asked.event, standing.by),
        number=standing.attempt,
        count=len(draws),
        lots=tuple(_lots(round_, standing.pairs, entries)),
        rules=reasons,
        discarded=tuple(
            DiscardedDraw(one.attempt, one.seed or "—", timezone.localtime(one.at), why.get(str(one.key), ""))
            for one in draws
            if one.state == Draw.State.DISCARDED
        ),
        signers=(
            pgettext("paper", "Chief referee"),
            pgettext("paper", "Committee"),
            pgettext("paper", "Team leaders"),
            pgettext("paper", "Minutes"),
        ),
    )
    title = _("Record of the draw")
    of = round_title(round_)
    about = asked.about(title, of)
    return Planned(named(title, of), about, plan_draw_record(about, record))


def _why_discarded(event: Event, draws: Sequence[Draw]) -> dict[str, str]:
    """The reasons that were given when these draws were discarded, by their keys."""
    keys = [str(draw.key) for draw in draws]
    rows = Audit.objects.filter(event=event, action="draw-discarded", target_key__in=keys)
    return dict(rows.values_list("target_key", "reason"))


def method_words(method: str) -> str:
    """How a round was drawn, as one sentence."""
    sentences = {
        "lots": _("By lot, with the seed below."),
        "adjacent": _("By the standings: first against second, third against fourth, and so on."),
        "balanced": _("By the standings, with as little difference in points as possible."),
        "fold": _("By the standings: the first of a group of equal points against its last."),
        "slide": _("By the standings: the upper half of a group of equal points against its lower half."),
        "berger": _("Groups by lot; in the groups everybody meets everybody, in the order of the lots."),
        "bracket": _("Into a bracket, by lot."),
        "on-the-spot": _("The team leaders drew lots on the spot."),
    }
    return str(sentences.get(method, method))


def _reasons(draw: Draw, entries: dict[int, Party]) -> tuple[str, ...]:
    names = {number: _("no. %(number)s") % {"number": number} for number in entries}
    found = []
    for kept in draw.reasons:
        if kept["code"] == "swapped-by-hand":
            found.append(_("No. %(a)s and no. %(b)s changed places by hand.") % kept["values"])
        elif kept["code"] in REASONS:
            found.append(reason_text(Reason(kept["code"], "", kept["values"]), names))
    if len(found) > MOST_REASONS:
        rest = len(found) - MOST_REASONS
        found = [
            *found[:MOST_REASONS],
            _("%(rest)d more are shown on the page of the draw.") % {"rest": rest},
        ]
    return tuple(found)


def _lots(round_: Round, facts: dict[str, Any], entries: dict[int, Party]) -> Iterable[DrawnLot]:
    if "groups" in facts:
        for label, numbers in facts["groups"].items():
            for lot, number in enumerate(numbers, 1):
                yield DrawnLot(lot, entries[number], group_title(label))
    elif "lines" in facts:
        for line, number in enumerate(facts["lines"], 1):
            if number is not None:
                yield DrawnLot(line, entries[number], _("line %(line)d") % {"line": line})
    else:
        place = 0
        for one in seats_of(round_):
            for side, who in (("A", one.sides[0]), ("B", one.sides[1])):
                place += 1
                words = {"table": one.board.table, "side": side}
                yield DrawnLot(place, who, _("table %(table)s, %(side)s") % words)
        for numbers in facts.get("byes", {}).values():
            for number in numbers:
                place += 1
                yield DrawnLot(place, entries[number], _("bye"))


def _who(event: Event, user: Any) -> str:
    if user is None:
        return ""
    name = Membership.objects.filter(event=event, user=user).exclude(name="").values_list("name", flat=True)
    return str(name.first() or user.get_full_name() or user.get_username())


# -- Forms -------------------------------------------------------------------------------------------------


def leaders_meeting_paper(asked: Asked) -> Planned:
    """The record of the leaders' meeting, with what has to be announced."""
    event = asked.event
    topics = [(_("Notice"), event.notice)] if event.notice.strip() else []
    count = event.entries.pairs().playing().count()
    branches = (
        event.entries.pairs().playing().filter(branch__isnull=False).values("branch").distinct().count()
    )
    topics.append(
        (
            _("Entries"),
            _("%(pairs)d pairs of %(branches)d branches.") % {"pairs": count, "branches": branches},
        )
    )
    topics += [(stage.name, stage_words(stage)) for stage in event.stages.all()]
    moment = date_format(event.starts_on, "DATE_FORMAT") if event.starts_on else ""
    title = _("Record of the leaders' meeting")
    return _form(asked, title, leaders_meeting(event.venue, moment, topics))


def stage_words(stage: Stage) -> str:
    """A stage in a sentence or two: its format, its rounds, how time ends a match."""
    words = [str(stage.get_format_display())]
    if stage.config.get("rounds"):
        words.append(_("%(rounds)d rounds") % {"rounds": stage.config["rounds"]})
    best_of = stage.config.get("match", {}).get("best_of", 1)
    if best_of > 1:
        words.append(
            _("best of %(games)d games, %(wins)d to win") % {"games": best_of, "wins": best_of // 2 + 1}
        )
    sentence = _("%(what)s.") % {"what": pgettext("list", ", ").join(words)}
    return f"{sentence} {reminder_of(stage.config.get('match', {}))}".strip()


def appeal_paper(asked: Asked) -> Planned:
    """The protocol of an appeal: blank, or of the ruling whose key is given (option ``ruling``)."""
    ruling = _ruling(asked)
    title = _("Record of an appeal")
    if ruling is None:
        return _form(asked, title, appeal("", "", "", "", ""))
    board = ruling.board
    stage, table, parties = "", "", ""
    if board is not None:
        stage, table = round_title(board.round), str(board.table or "")
        who = [party(entry) for entry in sides(board).values()]
        parties = " — ".join(f"{number_of(one)} {one.branch} {one.names}".strip() for one in who)
    elif ruling.entry is not None:
        parties = f"{ruling.entry.number} {party(ruling.entry).names}"
    return _form(
        asked, title, appeal(stage, table, parties, ruling.decision or ruling.offence, ruling.clause)
    )


def _ruling(asked: Asked) -> Ruling | None:
    wanted = asked.options.get("ruling", "")
    if not wanted:
        return None
    rows = (
        Ruling.objects.filter(event=asked.event)
        .select_related("board__round__stage", "board__encounter", "entry__branch")
        .prefetch_related(
            "entry__players__person",
            "board__encounter__slots__entry__players__person",
            "board__encounter__slots__entry__branch",
        )
    )
    found = rows.filter(key=wanted).first() if _is_key(wanted) else None
    if found is None:
        raise nothing("appeal")
    return found


def _is_key(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def _form(asked: Asked, title: str, form: FormSheet) -> Planned:
    about = asked.about(title)
    return Planned(named(title, asked.event.name), about, plan_form(about, form))


def receipts_paper(asked: Asked) -> Planned:
    """The receipt of each branch's entry. Option ``branch``: only the branch of this key."""
    branches = asked.event.branches.order_by("name")
    wanted = asked.options.get("branch", "")
    if wanted:
        branches = branches.filter(key=wanted) if _is_key(wanted) else branches.none()
    return receipts_of(asked, list(branches))


def receipts_of(asked: Asked, branches: list[Branch]) -> Planned:
    """The receipts of these branches, each on a page of its own."""
    title = _("Receipt of entry")
    about = asked.about(title)
    entries: dict[int, list[str]] = {branch.pk: [] for branch in branches}
    rows = (
        asked.event.entries.pairs()
        .playing()
        .filter(branch__in=branches)
        .order_by("number")
        .prefetch_related("players__person")
    )
    of: dict[str, int] = {}
    for entry in rows:
        of[str(entry.key)] = entry.branch_id
        names = "  ".join(player.person.name for player in entry.players.all()) or entry.label
        entries[entry.branch_id].append(
            _("No. %(number)s  %(names)s") % {"number": entry.number, "names": names}
        )
    received = _received(asked.event, branches, of)
    pages = []
    for branch in branches:
        moment = received.get(branch.pk)
        when = date_format(timezone.localtime(moment), "DATETIME_FORMAT") if moment else ""
        form = receipt(branch.name, branch.contact or branch.chair, branch.phone, entries[branch.pk], when)
        pages += plan_form(about, form)
    if not pages:
        raise nothing("receipts")
    of = branches[0].name if len(branches) == 1 else asked.event.name
    return Planned(named(title, of), about, pages)


def _received(event: Event, branches: list[Branch], of: Mapping[str, int]) -> dict[int, datetime]:
    """When the last of each branch's entries came in: by its form, or typed. ``of``: entry's key → branch."""
    forms = event.uploads.filter(branch__in=branches, accepted_at__isnull=False).order_by("accepted_at")
    found = dict(forms.values_list("branch_id", "accepted_at"))
    typed = Audit.objects.filter(
        event=event, target="entry", action__in=["entry-added", "entry-changed"], target_key__in=list(of)
    )
    for key, at in typed.values_list("target_key", "at"):
        found[of[key]] = max(at, found.get(of[key], at))
    return found


# -- Cut from a sheet --------------------------------------------------------------------------------------


def badges_paper(asked: Asked) -> Made:
    """A badge for each player, by branch, and for each of those who run the event."""
    event = asked.event
    rows = (
        event.entries.pairs()
        .playing()
        .select_related("branch")
        .prefetch_related("players__person")
        .order_by("branch__name", "number")
    )
    people = [
        slips.Badge(
            name,
            one.branch,
            pgettext("badge", "Player"),
            one.number,
            # Whoever checks in points a phone at it.
            f"{asked.base}/e/{event.slug}/check-in/{row.key}/" if asked.base else "",
        )
        for row, one in ((row, party(row)) for row in rows)
        for name in one.players
    ]
    staff = event.memberships.filter(active=True).exclude(name="").exclude(role=Role.VIEWER)
    people += [
        slips.Badge(one.name, "", str(one.get_role_display())) for one in staff.order_by("role", "name")
    ]
    if not people:
        raise nothing("badges")
    title = _("Badges")
    return Made(f"{named(title, event.name)}.pdf", PDF, slips.badges(asked.about(title), people))


def lots_paper(asked: Asked) -> Made:
    """Slips to draw from a bowl. Option ``of``: ``numbers`` (one for each pair), ``seats`` (four a table)."""
    event = asked.event
    count = event.entries.pairs().playing().count()
    if not count:
        raise nothing("lots")
    if asked.options.get("of") == "seats":
        tables = event.tables or count // 2
        found = [
            slips.SeatSlip(number, seat(letter))
            for number in range(1, max(tables, 1) + 1)
            for letter in SEATS
        ]
    else:
        found = [slips.SeatSlip(number) for number in range(1, count + 1)]
    title = _("Draw slips")
    return Made(f"{named(title, event.name)}.pdf", PDF, slips.seat_slips(asked.about(title), found))
