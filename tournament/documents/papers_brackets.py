"""Brackets of knock-outs: as announced, drawn, played; where every round is drawn anew, as far as it came."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from scoring.standings import Kind, Result
from tournament.documents.brackets import Bracket, BracketMatch, plan_brackets
from tournament.documents.papers_rounds import bundle
from tournament.documents.papers_values import (
    Asked,
    Made,
    Planned,
    levels_in_words,
    named,
    nothing,
    party,
    sheet_of,
)
from tournament.documents.pictures import picture_of_bracket
from tournament.documents.redrawn import tree_of
from tournament.documents.values import Party
from tournament.models import Draw, Encounter, Entry, Round, Stage
from tournament.pairing import bracket_from_lines
from tournament.pairing.bracket import CONSOLATION, ENTRY, MAIN, WINNER
from tournament.pairing.bracket import BracketMatch as PlannedMatch
from tournament.pairing.crossing import lines_from_pairs
from tournament.stages.knockout import Knockout, knockout_of
from tournament.stages.progress import kind_of, rules_of, stage_before
from tournament.stages.redrawn import Met, rounds_met
from tournament.stages.shown import round_name


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

    Before the draw: the lines that the regulation fixes (A1–B2), if it fixes any. Where every round is drawn
    anew, the tree that the drawn rounds became.
    """
    if stage.format != Stage.Format.KNOCKOUT:
        return []
    rounds = rounds_met(stage)
    if rounds:
        return _redrawn(stage, rounds if filled else rounds[:1], filled=filled)
    found = knockout_of(stage)
    if found is None or found.draw.state != Draw.State.PUBLISHED:
        return _expected(stage)
    return _trees(stage, found.bracket.matches, _Filled(stage, found, _parties(stage), filled))


def _parties(stage: Stage) -> dict[int, Party]:
    rows = Entry.objects.filter(event=stage.event_id, kind=kind_of(stage))
    rows = rows.select_related("branch").prefetch_related("players__person")
    return {entry.number: party(entry) for entry in rows}


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
        return where_of(self.found.encounters.get(match.number))


def where_of(encounter: Encounter | None) -> str:
    """The table of a match, or the first and the last of its tables; empty before it is published."""
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
        # Time ended a match whose games are level: then the levels of the last one decided it.
        if won.count("A") != won.count("B"):
            return str(won.count("A")), str(won.count("B"))
    return levels_in_words(result.levels)


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
    worst = max(match.worst for row in rows for match in row if match is not None)
    winner = seats.winner(root)
    return Bracket(
        title=_title(stage, root, worst),
        round_titles=_round_titles(numbers, to_one=root.kind == MAIN and root.best == 1 and root.worst == 2),
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


def _round_titles(numbers: Sequence[int], *, to_one: bool) -> tuple[str, ...]:
    """Final, semi-finals … where the last match decides the champion, else the numbers of the rounds."""
    if to_one:
        return tuple(round_name(place, len(numbers)) for place in range(1, len(numbers) + 1))
    return tuple(_("Round %(number)d") % {"number": number} for number in numbers)


def _title(stage: Stage, root: PlannedMatch, worst: int) -> str:
    words = {"best": root.best, "worst": worst}
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


# -- Rounds that are each drawn anew -----------------------------------------------------------------------


def _redrawn(stage: Stage, rounds: Sequence[Sequence[Met]], *, filled: bool) -> list[Bracket]:
    """One bracket where the stage comes to one winner, else one for each match of its last round."""
    tree = tree_of(rounds, rules_of(stage).rounds)
    entries = _parties(stage)
    roots = len(tree.rows[-1])
    to_one = roots == 1
    match_of = partial(_redrawn_match, stage, entries, filled)
    titles = _round_titles(range(1, len(tree.rows) + 1), to_one=to_one)
    found = []
    for root in range(roots):
        rows = [row[root * (len(row) // roots) : (root + 1) * (len(row) // roots)] for row in tree.rows]
        if not any(one is not None for row in rows for one in row):
            continue
        last = rows[-1][0]
        champion = last.winner if filled and last is not None and not last.is_bye else None
        found.append(
            Bracket(
                title=stage.name if to_one else f"{stage.name} {root + 1}",
                round_titles=titles,
                rounds=tuple(_redrawn_rows(rows, tree.drawn, match_of)),
                prize=_("Champion") if to_one else _("goes on"),
                champion=entries[champion] if champion is not None else Party(),
            )
        )
    return found


def _redrawn_rows(
    rows: Sequence[Sequence[Met | None]], drawn: int, match_of: Callable[[Met], BracketMatch]
) -> Iterator[tuple[BracketMatch | None, ...]]:
    """The rows of the tree; rounds to come are open boxes wherever somebody can still come from below."""
    open_side = Party(label=_("to be drawn"))
    below: Sequence[Any] = ()
    for at, row in enumerate(rows):
        if at < drawn:
            # Who rests in the first round begins in the second one, as in any bracket.
            yield tuple(None if met is None or (met.is_bye and at == 0) else match_of(met) for met in row)
            below = row
        else:
            alive = [any(below[2 * place :][:2]) for place in range(len(row))]
            yield tuple(BracketMatch("", open_side, open_side) if one else None for one in alive)
            below = alive


def _redrawn_match(stage: Stage, entries: Mapping[int, Party], filled: bool, met: Met) -> BracketMatch:
    a, *others = (entries[number] for number in met.sides)
    if met.is_bye:
        assert met.encounter is not None
        return BracketMatch("", a, Party(label=str(met.encounter.get_bye_display())))
    scores = ("", "")
    if filled and met.encounter is not None and met.result is not None:
        scores = scores_of(stage, met.encounter, met.result)
    winner = "" if met.winner is None or not filled else "AB"[met.sides.index(met.winner)]
    return BracketMatch(met.number, a, others[0], scores, winner, where_of(met.encounter))
