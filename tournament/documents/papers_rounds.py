"""The papers of one round: pairings, score sheets, table cards, result slips."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from rules.answers import Problem, Refused
from scoring.standings import Kind
from tournament.documents import score_sheets as sheets
from tournament.documents.pairings import Pairing, plan_by_name, plan_by_table
from tournament.documents.papers_values import (
    PNG,
    ZIP,
    Asked,
    Made,
    Planned,
    draw_title,
    labels_of,
    levels_in_words,
    named,
    nothing,
    party,
    reminder_of,
    round_title,
)
from tournament.documents.pictures import pictures_of_pairings
from tournament.documents.result_slips import BoardLine, ResultSlip, plan_result_slips
from tournament.documents.score_sheets import ScoreSheet, plan_score_sheets
from tournament.documents.table_cards import TableCard, plan_table_cards
from tournament.documents.values import Party
from tournament.models import Board, Entry, Round, Slot
from tournament.officiating.selectors import byes_of
from tournament.stages.progress import kind_of
from tournament.stages.tables import facts_of

MOST_BLANK = 500


@dataclass(frozen=True)
class Seats:
    """One table of a round: its row, who sits there, and the sides of the encounter it belongs to."""

    board: Board
    a: Party
    b: Party
    sides: tuple[Party, Party]


def seats_of(round_: Round) -> list[Seats]:
    """The tables of a round in order; where squads meet, the pairs of their line-ups sit there."""
    slots = Slot.objects.select_related("entry__branch").prefetch_related("entry__players")
    squads = kind_of(round_.stage) == Entry.Kind.SQUAD
    if squads:
        slots = slots.prefetch_related("lineup__pair__players", "lineup__pair__branch")
    boards = (
        Board.objects.for_round(round_)
        .select_related("match", "encounter")
        .prefetch_related(Prefetch("encounter__slots", slots))
        .order_by("table", "number")
    )
    return [_seats(board, squads) for board in boards]


def _seats(board: Board, squads: bool) -> Seats:
    slots = {slot.side: slot for slot in board.encounter.slots.all()}
    found = {side: party(slots[side].entry if side in slots else None) for side in "AB"}
    sides = found["A"], found["B"]
    if squads:
        for side, slot in slots.items():
            pair = next((one.pair for one in slot.lineup.all() if one.board == board.number), None)
            if pair is not None:
                found[side] = replace(party(pair), branch=found[side].label or found[side].branch)
    return Seats(board, found["A"], found["B"], sides)


def _round(asked: Asked) -> Round:
    assert asked.round is not None
    return asked.round


def score_sheets_paper(asked: Asked) -> Planned:
    """A score sheet for each table. Options: ``to_a_page`` (1 or 2), ``cut`` (sorted for the cut stack),
    ``from`` and ``to`` (tables)."""
    round_ = _round(asked)
    config = round_.match_format
    ladder = asked.event.rule_set.loaded().ladder
    start = ladder.label(ladder.start)
    first, last = _number(asked.options.get("from"), 1), _number(asked.options.get("to"), 10**9)
    of, labels, reminder = round_title(round_), labels_of(asked.event), reminder_of(config)
    found = [
        ScoreSheet(
            table=one.board.table,
            stage=of,
            a=one.a,
            b=one.b,
            labels=labels,
            games=config.get("best_of", 1),
            start=(start, start),
            address=f"{asked.base}/t/{one.board.key}/",
            reminder=reminder,
        )
        for one in seats_of(round_)
        if first <= (one.board.table or first) <= last
    ]
    if not found:
        raise nothing("score-sheets")
    title = _("Score sheet")
    about = replace(asked.about(title, of, draw_title(round_)), host=asked.base.split("//")[-1])
    pages = plan_score_sheets(
        about,
        found,
        to_a_page=1 if asked.options.get("to_a_page") == "1" else 2,
        cut_order=bool(asked.options.get("cut")),
    )
    return Planned(named(title, of), about, pages)


def blank_sheets_paper(asked: Asked) -> Planned:
    """Score sheets without table and names, for the stack at the desk. Option: ``count``."""
    title = _("Blank score sheet")
    count = min(max(_number(asked.options.get("count"), 2), 1), MOST_BLANK)
    stage = asked.event.stages.first()
    games = int((stage.config.get("match", {}) if stage else {}).get("best_of", 1))
    about = asked.about(_("Score sheet"))
    blank = sheets.blank(labels_of(asked.event), games=games)
    return Planned(named(title, asked.event.name), about, plan_score_sheets(about, [blank] * count))


def pairings_of(round_: Round) -> list[Pairing]:
    """The tables of a round, then who has a bye."""
    found = [Pairing(one.board.table, one.a, one.b) for one in seats_of(round_)]
    found += [
        Pairing(None, party(slot.entry), None, str(slot.encounter.get_bye_display()))
        for slot in byes_of(round_)
        if slot.entry is not None
    ]
    if not found:
        raise nothing("pairings")
    return found


def by_table_paper(asked: Asked) -> Planned:
    """Who plays where, by table."""
    return _pairings(asked, plan_by_table, _("Pairings by table"))


def by_name_paper(asked: Asked) -> Planned:
    """Where everybody plays, by name."""
    return _pairings(asked, plan_by_name, _("Pairings by name"))


def _pairings(asked: Asked, plan: Any, title: str) -> Planned:
    round_ = _round(asked)
    of = round_title(round_)
    about = asked.about(_("Pairings"), of, draw_title(round_))
    return Planned(named(title, of), about, plan(about, pairings_of(round_)))


def pairings_picture(asked: Asked) -> Made:
    """The pairings for the group chat."""
    round_ = _round(asked)
    of = round_title(round_)
    about = asked.about(_("Pairings"), of)
    return bundle(named(_("Pairings"), of), pictures_of_pairings(about, pairings_of(round_)))


def bundle(name: str, pictures: Sequence[bytes]) -> Made:
    """One picture as it is; several together in a zip file, numbered."""
    if len(pictures) == 1:
        return Made(f"{name}.png", PNG, pictures[0])
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as file:
        for number, picture in enumerate(pictures, 1):
            file.writestr(zipfile.ZipInfo(f"{name} {number:02d}.png"), picture)
    return Made(f"{name}.zip", ZIP, buffer.getvalue())


def table_cards_paper(asked: Asked) -> Planned:
    """The number of each table with who plays there. Option ``plain``: numbers only, for the whole day."""
    title = _("Table cards")
    round_ = asked.round
    if round_ is None:
        tables = asked.event.tables or asked.event.entries.pairs().playing().count() // 2
        if not tables:
            raise nothing("table-cards")
        about = asked.about(title)
        cards = [TableCard(number) for number in range(1, tables + 1)]
        return Planned(named(title, asked.event.name), about, plan_table_cards(about, cards))
    of = round_title(round_)
    about = asked.about(title, of)
    cards = [TableCard(one.board.table or "", of, (one.a, one.b)) for one in seats_of(round_)]
    if not cards:
        raise nothing("table-cards")
    return Planned(named(title, of), about, plan_table_cards(about, cards))


def result_slips_paper(asked: Asked) -> Planned:
    """A result slip for each encounter; what is confirmed already stands on it."""
    round_ = _round(asked)
    of = round_title(round_)
    about = asked.about(_("Result slip"), of)
    encounters: dict[int, list[Seats]] = {}
    for one in seats_of(round_):
        encounters.setdefault(one.board.encounter_id, []).append(one)
    if not encounters:
        raise nothing("result-slips")
    points = _points_of_encounters(round_)
    slips = [
        ResultSlip(
            stage=of,
            a=boards[0].sides[0],
            b=boards[0].sides[1],
            boards=tuple(_line(one) for one in boards),
            points=points.get(str(boards[0].board.encounter.key)) or _points(boards[0], len(boards) == 1),
        )
        for boards in encounters.values()
    ]
    return Planned(named(_("Result slips"), of), about, plan_result_slips(about, slips))


def _points_of_encounters(round_: Round) -> dict[str, tuple[str, str]]:
    if kind_of(round_.stage) != Entry.Kind.SQUAD:
        return {}
    return {
        result.key: (f"{result.points[0]:g}", f"{result.points[1]:g}")
        for result in facts_of(round_.stage).results
        if result.round == round_.number and result.kind is not Kind.PENDING
    }


def _line(one: Seats) -> BoardLine:
    result = one.board.match.result or {}
    levels = result.get("levels") if one.board.confirmed_at else None
    return BoardLine(
        one.board.table,
        one.a,
        one.b,
        levels_in_words((levels["A"], levels["B"]) if levels else None),
        _points(one, True),
    )


def _points(one: Seats, alone: bool) -> tuple[str, str]:
    points = (one.board.match.result or {}).get("points")
    if not alone or not points or not one.board.confirmed_at:
        return "", ""
    return f"{points[0]:g}", f"{points[1]:g}"


def _number(text: str | None, default: int) -> int:
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise Refused([Problem("not-a-number", "options", {"given": text})])
    return int(text)
