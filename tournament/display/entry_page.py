"""Everything that an entry's place in a table is made of."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.http import Http404
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from rules.wording import level_text, offence_text
from scoring.standings import Kind, Part, Result, SquadRow, Table
from tournament.display.charts import bump
from tournament.display.tables import moved_text, signed, value_text
from tournament.models import Entry, Event, Ruling, Stage
from tournament.stages.ranking import adds_up, ranking, squad_rows
from tournament.stages.standings import (
    DIFFERENCES,
    RANK_POINTS,
    Column,
    Line,
    Standings,
    note_of,
    standings_from,
)
from tournament.stages.tables import StageFacts, facts_of, pairs_of


def entry_view(
    event: Event, stage: Stage, number: int, until: int | None, *, of_pairs: bool = False
) -> dict[str, Any]:
    """What the page of entry ``number`` shows, after round ``until`` (the latest without it).

    ``of_pairs``: of a pair of a squad, not of the squad. ``Http404`` where the stage has no such entry.
    """
    facts = facts_of(stage, people=True)
    if of_pairs:
        facts = pairs_of(facts)
    shown = standings_from(facts, until)
    line = next((one for one in shown.lines if one.number == number), None)
    if line is None:
        raise Http404(number)
    last = shown.until if shown.until is not None else 0
    people = {one.number: one for one in facts.entries}
    kept = [one for one in facts.results if one.round <= last or until is None]
    mine = sorted((one for one in kept if number in (one.a, one.b)), key=lambda one: one.round)
    base = reverse("stage-pairs" if of_pairs else "stage-standings", args=[event.slug, stage.slug])
    asked = f"?round={until}" if until is not None else ""
    history = history_of(facts, last, line.group or None)
    names = {one.number: one.names for one in facts.entries}
    chart = {"entry": number, **({"group": line.group} if line.group else {})}
    return {
        "event": event,
        "stage": stage,
        "line": line,
        "moved": moved_text(line.moved),
        "entry": line.entry,
        "until": shown.until,
        "published": shown.decided,
        "matches": [
            _match_line(event, one, number, people, base, asked)
            for one in mine
            if one.kind is not Kind.ADJUSTMENT
        ],
        "adjustments": [
            {
                "round": one.round,
                "points": signed(one.points[0]),
                "difference": signed(one.difference[0]) if one.difference else "",
                "reason": one.note,
            }
            for one in mine
            if one.kind is Kind.ADJUSTMENT and one.round <= last
        ],
        "rulings": _rulings(event, line.entry, [one.key for one in mine]),
        "values": _values(event, facts, shown, line, asked),
        "bump": _own_window(history, names, number),
        "back": f"{base}{asked}",
        "chart": ""
        if of_pairs or not has_chart(stage)
        else f"{reverse('standings-chart', args=[event.slug, stage.slug])}?{urlencode(chart)}",
        "pairs_at": reverse("stage-pairs", args=[event.slug, stage.slug]),
        "pairs": [one for one in facts.pairs if one.squad_id == line.entry.pk],
    }


def has_chart(stage: Stage) -> bool:
    """Whether ranks can be followed over the rounds: in a knock-out they are decided once and never move."""
    return stage.format != Stage.Format.KNOCKOUT


def history_of(
    facts: StageFacts, until: int | None = None, group: str | None = None
) -> dict[int, list[tuple[int, int | None]]]:
    """For each round with results, the entries' numbers and ranks in order of the table."""
    if not has_chart(facts.stage):
        return {}
    return {
        round_: [(row.number, row.rank) for row in ranking(facts, group, round_)]
        for round_ in facts.decided
        if until is None or round_ <= until
    }


def _own_window(history: dict[int, Any], names: dict[int, str], number: int) -> Any:
    """The picture of this entry among those who end where it has ever been, and one place more each way.

    ``None`` while there is no way to draw: before the second round, or for one who stood in no table.
    """
    places = [
        place for rows in history.values() for place, (other, _rank) in enumerate(rows, 1) if other == number
    ]
    if len(history) < 2 or not places:
        return None
    first, last = max(1, min(places) - 1), max(places) + 1
    return bump(history, names, number, first, window=last - first + 1)


def match_address(event: Event, result: Result | None) -> str:
    """Where a result is explained; empty for what was no match."""
    if result is None or result.kind in (Kind.BYE, Kind.ASKED_BYE, Kind.FREE, Kind.ADJUSTMENT):
        return ""
    return reverse("match", args=[event.slug, result.key]) if result.key else ""


def _match_line(
    event: Event, result: Result, number: int, people: dict[int, Entry], base: str, asked: str
) -> dict[str, Any]:
    at = 0 if result.a == number else 1
    opponent = people.get(int(str(result.b if at == 0 else result.a or 0))) if result.b is not None else None
    difference = result.difference[at] if result.difference else None
    levels = ""
    if result.levels:
        levels = f"{level_text(result.levels[at])} : {level_text(result.levels[1 - at])}"
    waiting = result.kind is Kind.PENDING
    return {
        "round": result.round,
        "opponent": opponent,
        "opponent_url": f"{base}{opponent.number}/{asked}" if opponent else "",
        "levels": levels,
        "difference": "" if waiting else _difference(difference),
        "points": "" if waiting else f"{result.points[at]:g}",
        "note": _("no result yet") if waiting else note_of(result, at),
        "struck": result.struck,
        "url": match_address(event, result),
    }


def _difference(value: Any) -> str:
    if value == "average":
        return _("average")
    if value == "maximum":
        return _("the greatest of the round")
    return signed(value)


def _values(
    event: Event, facts: StageFacts, shown: Standings, line: Line, asked: str
) -> list[dict[str, Any]]:
    """Every value of the entry with its summands: matches, or where squads add up, what each pair brought."""
    last = shown.until or 0
    if adds_up(facts):
        row = next(one for one in squad_rows(facts, last) if one.squad == line.number)
        return [_value_of_squad(event, facts, row, line, column, asked) for column in shown.columns]
    table = facts.table(last, line.group or None)
    mine = {
        one.round: one
        for one in facts.results
        if line.number in (one.a, one.b) and one.kind is not Kind.ADJUSTMENT
    }
    return [
        _value_of_rounds(event, table, line, column, mine)
        if column.key == "last_round"
        else _value_line(event, table, line, column)
        for column in shown.columns
    ]


def _value_of_rounds(
    event: Event, table: Table, line: Line, column: Column, mine: dict[int, Result]
) -> dict[str, Any]:
    """What was reached in each round, the latest first: no sum, but each leads to its match too."""
    parts = []
    for round_, reached in zip(reversed(table.rounds), line.values.get(column.key) or (), strict=True):
        result = mine.get(round_)
        at = 0 if result is None or result.a == line.number else 1
        opponent = None if result is None else (result.b, result.a)[at]
        said = _("round %(round)s") % {"round": round_}
        if opponent is not None:
            said = _("round %(round)s, against no. %(number)s") % {"round": round_, "number": opponent}
        parts.append(
            {
                "text": "–" if reached is None else level_text(str(reached)),
                "said": said,
                "cut": False,
                "plus": False,
                "url": match_address(event, result),
            }
        )
    return {**_described(column, line), "sum": "", "among": [], "parts": parts}


def _value_of_squad(
    event: Event, facts: StageFacts, row: SquadRow, line: Line, column: Column, asked: str
) -> dict[str, Any]:
    base = reverse("stage-pairs", args=[event.slug, facts.stage.slug])
    sign = column.key in DIFFERENCES
    parts = [
        {
            "text": signed(value) if sign else f"{value:g}",
            "said": _("no. %(number)s") % {"number": pair},
            "cut": False,
            "plus": place > 0 and not sign,
            "url": f"{base}{pair}/{asked}#{column.key}",
        }
        for place, (pair, value) in enumerate(row.brought.get(column.key, ()))
    ]
    if column.key == RANK_POINTS:
        parts = [
            {
                "text": f"{points:g}",
                "said": _("round %(round)s: rank %(rank)s") % {"round": round_, "rank": rank},
                "cut": False,
                "plus": place > 0,
                "url": "",
            }
            for place, (round_, rank, points) in enumerate(row.rounds)
        ]
    return {**_described(column, line), "sum": "", "among": [], "parts": parts}


def _described(column: Column, line: Line) -> dict[str, Any]:
    return {
        "key": column.key,
        "name": column.name,
        "short": column.short,
        "formula": column.formula,
        "value": value_text(column.key, line.values.get(column.key)),
    }


def _value_line(event: Event, table: Table, line: Line, column: Column) -> dict[str, Any]:
    """One value of the entry: its name, how it is worked out, and its summands with their matches."""
    parts = table.explain(line.number, column.key)
    tied = table.tied_with(line.number, column.key)
    return {
        **_described(column, line),
        "sum": line.sums.get(column.key, ""),
        "among": sorted(int(str(one)) for one in tied) if len(tied) > 1 else [],
        "parts": [_part(event, table, part, column.key, place) for place, part in enumerate(parts)],
    }


def _part(event: Event, table: Table, part: Part, key: str, place: int) -> dict[str, Any]:
    """One summand: how it is written, and the match that it comes from, in words."""
    if part.score is not None and part.share is not None:
        text = f"{part.score:g}×{part.share:g}"
    else:
        text = signed(part.value) if key in DIFFERENCES else f"{part.value:g}"
    opponent = table.opponent(part)
    if part.side is None:
        said = _("round %(round)s") % {"round": part.round} if part.round else _("brought along")
    elif part.side.kind is Kind.ADJUSTMENT:
        said = part.side.result.note or _("without a match")
    elif opponent is None:
        said = _("round %(round)s, %(note)s") % {
            "round": part.round,
            "note": note_of(part.side.result, part.side.at),
        }
    else:
        said = _("round %(round)s, against no. %(number)s") % {"round": part.round, "number": opponent}
    return {
        "text": text,
        "said": said,
        "cut": part.cut,
        "plus": place > 0 and key not in DIFFERENCES,
        "url": match_address(event, part.side.result if part.side else None),
    }


def _rulings(event: Event, entry: Entry, keys: list[str]) -> list[dict[str, Any]]:
    """The rulings at this entry's tables and on itself that were not withdrawn, without what is personal."""
    rows = (
        Ruling.objects.filter(event=event)
        .filter(Q(entry=entry) | Q(board__key__in=keys))
        .exclude(status=Ruling.Status.WITHDRAWN)
        .select_related("board__round")
    )
    return [ruling_line(event, row) for row in rows]


def ruling_line(event: Event, row: Ruling) -> dict[str, Any]:
    """One ruling as everybody may read it: where, the offence, its clause, whether it stands."""
    return {
        "round": row.board.round.number if row.board else None,
        "table": row.board.table if row.board else None,
        "hand": row.hand,
        "url": reverse("match", args=[event.slug, row.board.key]) if row.board else "",
        "offence": offence_text(row.offence),
        "clause": row.clause,
        "status": row.get_status_display(),
        "appeal": row.get_appeal_display() if row.appeal else "",
    }
