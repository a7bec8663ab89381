"""Cross-tables of groups and brackets of knock-outs, empty for the wall and filled afterwards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from rules.answers import Problem, Refused
from scoring.standings import Kind, Result
from tournament.documents.brackets import Bracket, BracketMatch, plan_brackets
from tournament.documents.cross_tables import CrossCell, CrossTable, plan_cross_tables
from tournament.documents.page import A3, A4, landscape
from tournament.documents.papers_rounds import bundle
from tournament.documents.papers_standings import group_title
from tournament.documents.papers_values import Asked, Made, Planned, named, nothing, party
from tournament.documents.pictures import picture_of_bracket
from tournament.documents.values import Party
from tournament.models import Draw, Encounter, Entry, Round, Stage
from tournament.pairing import bracket_from_lines
from tournament.pairing.bracket import CONSOLATION, ENTRY, MAIN, WINNER
from tournament.pairing.bracket import BracketMatch as PlannedMatch
from tournament.pairing.crossing import lines_from_pairs
from tournament.stages.knockout import Knockout, knockout_of
from tournament.stages.progress import kind_of, rules_of, stage_before
from tournament.stages.standings import DIFFERENCES, note_of, standings_of
from tournament.stages.tables import StageFacts, facts_of

SHEETS: Mapping[str, tuple[float, float]] = {
    "A4": A4,
    "A4-landscape": landscape(A4),
    "A3": A3,
    "A3-landscape": landscape(A3),
}
MOST_IN_A_CROSS_TABLE = 24


def sheet_of(asked: Asked) -> tuple[float, float] | None:
    """The paper that was asked for; ``None`` leaves it to the document."""
    wanted = asked.options.get("sheet", "")
    if wanted and wanted not in SHEETS:
        raise Refused([Problem("certificate-sheet", "sheet", {"sheet": wanted})])
    return SHEETS.get(wanted)


def _drawn(stage: Stage) -> bool:
    return stage.rounds.published().filter(number=1).exists()


# -- Groups ------------------------------------------------------------------------------------------------


def cross_tables_paper(asked: Asked) -> Planned:
    """The cross-tables of a round robin. Option ``empty``: to be filled in by hand on the wall."""
    assert asked.stage is not None
    tables = cross_tables_of(asked.stage, filled=not asked.options.get("empty"))
    if not tables:
        raise nothing("cross-tables")
    title = _("Cross-table")
    about = asked.about(title, asked.stage.name)
    return Planned(named(title, asked.stage.name), about, plan_cross_tables(about, tables))


def cross_tables_of(stage: Stage, *, filled: bool = True) -> list[CrossTable]:
    """One table for each group that is drawn and published; a double round robin has two, one a cycle."""
    if stage.format != Stage.Format.ROUND_ROBIN or not _drawn(stage):
        return []
    facts = facts_of(stage, people=True)
    entries = {entry.number: entry for entry in facts.entries}
    found = standings_of(stage)
    keys = [column.key for column in found.columns]
    lines = {line.number: line for line in found.lines}
    rules = rules_of(stage)
    cycles = 2 if stage.config.get("pairing", {}).get("double") and not rules.every_pair else 1
    tables = []
    groups = dict(facts.groups) or {
        "": [entry.number for entry in facts.entries if entry.number in facts.sat]
    }
    for label, numbers in groups.items():
        place = {number: at for at, number in enumerate(numbers)}
        title = group_title(label) if label and len(groups) > 1 else stage.name
        cells = _cells(facts, place, cycles) if filled else [{} for _one in range(cycles)]
        for cycle in range(cycles):
            last = filled and cycle == cycles - 1
            tables.append(
                CrossTable(
                    title=title
                    if cycles == 1
                    else _("%(group)s, cycle %(cycle)d") % {"group": title, "cycle": cycle + 1},
                    parties=tuple(party(entries[number]) for number in numbers),
                    cells=cells[cycle],
                    totals=tuple(column.short for column in found.columns),
                    values={
                        place[number]: tuple(_shown(lines[number].values.get(key)) for key in keys)
                        for number in numbers
                        if number in lines
                    }
                    if last
                    else {},
                    ranks={
                        place[number]: lines[number].rank
                        for number in numbers
                        if number in lines and lines[number].rank is not None
                    }
                    if last
                    else {},
                    signed=frozenset(at for at, key in enumerate(keys) if key in DIFFERENCES),
                )
            )
    return tables


def _shown(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return " ".join("–" if one is None else str(one) for one in value)
    return value


def _cells(
    facts: StageFacts, place: Mapping[int, int], cycles: int
) -> list[dict[tuple[int, int], CrossCell]]:
    """The results between the members of a group, the first meeting of two in the first table.

    Where two squads meet more often (every pair meets every other), a cell has the sums.
    """
    met: dict[frozenset[int], list[Result]] = defaultdict(list)
    for result in sorted(facts.results, key=lambda one: one.round):
        if result.kind in (Kind.PENDING, Kind.ADJUSTMENT) or result.a not in place or result.b not in place:
            continue
        met[frozenset((result.a, result.b))].append(result)
    tables: list[dict[tuple[int, int], CrossCell]] = [{} for _one in range(cycles)]
    for results in met.values():
        if len(results) > cycles:
            _add_sums(tables[0], place, results)
            continue
        for table, result in zip(tables, results, strict=False):
            for at, (me, other) in enumerate(((result.a, result.b), (result.b, result.a))):
                table[place[me], place[other]] = _cell(result, at)
    return tables


def _cell(result: Result, at: int) -> CrossCell:
    difference = result.difference[at] if result.difference else None
    levels = ("", "")
    if result.levels:
        levels = (str(result.levels[at]), str(result.levels[1 - at]))
    return CrossCell(
        levels=levels,
        difference=None if isinstance(difference, str) else difference,
        points=result.points[at],
        note=note_of(result, at),
    )


def _add_sums(
    table: dict[tuple[int, int], CrossCell], place: Mapping[int, int], results: list[Result]
) -> None:
    members = sorted(number for number in (results[0].a, results[0].b) if number is not None)
    for me, other in (members, members[::-1]):
        points = sum(result.points[0 if result.a == me else 1] for result in results)
        table[place[me], place[other]] = CrossCell(points=points)


# -- Brackets ----------------------------------------------------------------------------------------------


def bracket_paper(asked: Asked) -> Planned:
    """The bracket with its placing matches. Options: ``sheet`` (A4, A3, -landscape), ``empty``."""
    assert asked.stage is not None
    brackets = brackets_of(asked.stage, filled=not asked.options.get("empty"))
    if not brackets:
        raise nothing("bracket")
    title = _("Bracket")
    about = asked.about(title, asked.stage.name)
    return Planned(named(title, asked.stage.name), about, plan_brackets(about, brackets, sheet_of(asked)))


def bracket_picture(asked: Asked) -> Made:
    """The bracket for the group chat: the main one, then placing matches."""
    assert asked.stage is not None
    brackets = brackets_of(asked.stage)
    if not brackets:
        raise nothing("bracket")
    title = _("Bracket")
    about = asked.about(title, asked.stage.name)
    return bundle(named(title, asked.stage.name), [picture_of_bracket(about, one) for one in brackets])


def brackets_of(stage: Stage, *, filled: bool = True) -> list[Bracket]:
    """The main bracket, then placing and consolation matches.

    Before the draw: the lines that the regulation fixes (A1–B2), if it fixes any. None where every round is
    drawn anew.
    """
    if stage.format != Stage.Format.KNOCKOUT:
        return []
    found = knockout_of(stage)
    if found is None or found.draw.state != Draw.State.PUBLISHED:
        return _expected(stage)
    entries = {
        entry.number: party(entry)
        for entry in Entry.objects.filter(event=stage.event_id, kind=kind_of(stage))
        .select_related("branch")
        .prefetch_related("players__person")
    }
    return _trees(stage, found.bracket.matches, _Filled(stage, found, entries, filled))


def _expected(stage: Stage) -> list[Bracket]:
    """The bracket as the regulation announces it: places of the groups on its lines."""
    source, before = rules_of(stage).entries_from, stage_before(stage)
    if source is None or before is None:
        return []
    if source.cross:
        lines = lines_from_pairs(source.cross)
    else:
        groups = rules_of(before).groups if before.format == Stage.Format.ROUND_ROBIN else 1
        count = groups * (source.last - source.first + 1) + source.best_next
        lines = tuple(None for _line in range(1 << max(1, (count - 1).bit_length())))
    names = [line or "" for line in lines]
    rules = rules_of(stage)
    bracket = bracket_from_lines(tuple(range(1, len(names) + 1)), rules.places, rules.consolation)
    return _trees(stage, bracket.matches, _Open(names))


class _Open:
    """A bracket nobody sits in yet: places of the stage before on its lines."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    def side(self, match: PlannedMatch, at: int) -> Party:
        source = match.sides[at]
        if source.kind == ENTRY:
            return Party(label=self.names[int(str(source.of)) - 1])
        return Party(label=feeder_words(source.kind, int(str(source.of))))

    def scores(self, match: PlannedMatch) -> tuple[str, str]:
        return "", ""

    def winner(self, match: PlannedMatch) -> str:
        return ""

    def where(self, match: PlannedMatch) -> str:
        return ""


class _Filled:
    """A drawn bracket with whoever has come so far; with ``results`` off only the draw."""

    def __init__(self, stage: Stage, found: Knockout, entries: Mapping[Any, Party], results: bool) -> None:
        self.stage, self.found, self.entries, self.results = stage, found, entries, results

    def side(self, match: PlannedMatch, at: int) -> Party:
        source = match.sides[at]
        who = source.of if source.kind == ENTRY else self.found.seated[match.number].sides[at]
        if who is not None and (self.results or source.kind == ENTRY):
            return self.entries[int(str(who))]
        return Party(label=feeder_words(source.kind, int(str(source.of))))

    def scores(self, match: PlannedMatch) -> tuple[str, str]:
        encounter, result = self.found.encounters.get(match.number), self.found.results.get(match.number)
        if not self.results or encounter is None or result is None:
            return "", ""
        return scores_of(self.stage, encounter, result)

    def winner(self, match: PlannedMatch) -> str:
        seated = self.found.seated[match.number]
        if not self.results or seated.winner is None or seated.state not in ("played", "walkover"):
            return ""
        return "A" if seated.winner == seated.sides[0] else "B"

    def where(self, match: PlannedMatch) -> str:
        encounter = self.found.encounters.get(match.number)
        if encounter is None or encounter.round.status in (Round.Status.EMPTY, Round.Status.DRAFT):
            return ""
        tables = [str(board.table) for board in encounter.boards.all() if board.table]
        return _("T%(table)s") % {"table": "–".join((tables[0], tables[-1])[: len(tables)])} if tables else ""


def scores_of(stage: Stage, encounter: Encounter, result: Result) -> tuple[str, str]:
    """What is written beside the sides: points of squads, games of a best of three, else the levels."""
    boards = list(encounter.boards.all())
    if kind_of(stage) == Entry.Kind.SQUAD:
        return f"{result.points[0]:g}", f"{result.points[1]:g}"
    if result.kind in (Kind.FORFEIT, Kind.DOUBLE_FORFEIT):
        return _mark(result, "a"), _mark(result, "b")
    if boards and boards[0].match.format.get("best_of", 1) > 1:
        games = (boards[0].match.result or {}).get("games", [])
        won = [game["winner"] for game in games]
        return str(won.count("A")), str(won.count("B"))
    return tuple(map(str, result.levels)) if result.levels else ("", "")  # type: ignore[return-value]


def _mark(result: Result, side: str) -> str:
    return _("W") if result.winner == side else _("F")


def feeder_words(kind: str, number: int) -> str:
    """Who will sit there: 「第 12 场胜者」."""
    sentence = _("winner of match %(number)d") if kind == WINNER else _("loser of match %(number)d")
    return sentence % {"number": number}


def _trees(stage: Stage, matches: tuple[PlannedMatch, ...], seats: Any) -> list[Bracket]:
    last = rules_of(stage).rounds
    there = {match.number: match for match in matches if last is None or match.round <= last}
    fed = {
        (there[int(str(source.of))].kind, int(str(source.of)))
        for match in there.values()
        for source in match.sides
        if source.kind == WINNER and there[int(str(source.of))].kind == match.kind
    }
    roots = [match for match in there.values() if (match.kind, match.number) not in fed]
    roots.sort(key=lambda match: ((MAIN, "placing", CONSOLATION).index(match.kind), match.best, match.number))
    return [_tree(stage, root, there, seats) for root in roots]


def _tree(stage: Stage, root: PlannedMatch, there: Mapping[int, PlannedMatch], seats: Any) -> Bracket:
    def below(match: PlannedMatch | None) -> list[PlannedMatch | None]:
        if match is None:
            return [None, None]
        return [
            there[int(str(source.of))]
            if source.kind == WINNER and there[int(str(source.of))].kind == root.kind
            else None
            for source in match.sides
        ]

    rows: list[list[PlannedMatch | None]] = []
    row: list[PlannedMatch | None] = [root]
    while any(row):
        rows.insert(0, row)
        row = [one for match in row for one in below(match)]
    numbers = [next(match.round for match in row if match is not None) for row in rows]
    winner = seats.winner(root)
    return Bracket(
        title=_title(stage, root),
        round_titles=tuple(_("Round %(number)d") % {"number": number} for number in numbers),
        rounds=tuple(tuple(None if one is None else _match(one, seats) for one in row) for row in rows),
        prize=_prize(root),
        champion=seats.side(root, "AB".index(winner)) if winner else Party(),
    )


def _match(match: PlannedMatch, seats: Any) -> BracketMatch:
    return BracketMatch(
        number=match.number,
        a=seats.side(match, 0),
        b=seats.side(match, 1),
        scores=seats.scores(match),
        winner=seats.winner(match),
        where=seats.where(match),
    )


def _title(stage: Stage, root: PlannedMatch) -> str:
    words = {"best": root.best, "worst": root.worst}
    if root.kind == CONSOLATION:
        return _("Consolation, places %(best)d–%(worst)d") % words
    if root.kind == MAIN and root.best == 1:
        return stage.name
    return _("Places %(best)d–%(worst)d") % words


def _prize(root: PlannedMatch) -> str:
    if root.worst - root.best > 1:
        return _("goes on")
    if root.kind == MAIN and root.best == 1:
        return _("Champion")
    return _("Place %(place)d") % {"place": root.best}
