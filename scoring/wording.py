"""The words of this room: tie-breaks, reasons and problems of matches and tables, as sentences for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from rules.answers import Problem, Reason
from rules.wording import Names, level_text
from rules.wording import problem_text as hand_problem_text
from scoring.standings import Part, Table, TieBreak

from .problem_wording import PROBLEMS


class TieBreakWords(NamedTuple):
    """What a tie-break is called, in full and over a narrow column, and how its value comes about."""

    name: Any
    short: Any
    formula: Any


TIE_BREAKS: Mapping[str, TieBreakWords] = {
    "points": TieBreakWords(
        _("Match points"), _("Pts"), _("The match points of all rounds, added. More is better.")
    ),
    "level_difference": TieBreakWords(
        _("Level difference"),
        _("Diff"),
        _("Own levels less the opponents' levels, added over all matches (8:2 is +6, 3:6 is −3)."),
    ),
    "level_difference_tied": TieBreakWords(
        _("Level difference among the tied"),
        _("Diff (tied)"),
        _("Own levels less the opponents' levels, added over the matches between those who are level."),
    ),
    "levels_won": TieBreakWords(
        _("Levels won"), _("Lev"), _("Levels climbed above the start, added over all matches.")
    ),
    "last_round": TieBreakWords(
        _("Last round first"),
        _("Last rd"),
        _("The level reached in the latest round; if that is equal, in the round before, and so on back."),
    ),
    "head_to_head": TieBreakWords(
        _("Head to head"),
        _("H2H"),
        _("Match points from the matches between those who are level."),
    ),
    "small_points": TieBreakWords(
        _("Small points"),
        _("Sm"),
        _(
            "The small points of all matches, added: the level difference unless the regulation says "
            "otherwise."
        ),
    ),
    "wins": TieBreakWords(_("Wins"), _("Wins"), _("The number of matches won.")),
    "opponents_points": TieBreakWords(
        _("Opponents' points"), _("Opp"), _("The match points of all opponents, added (Buchholz).")
    ),
    "opponents_points_cut1": TieBreakWords(
        _("Opponents' points less the lowest"),
        _("Opp −1"),
        _("The match points of all opponents but the lowest, added (Buchholz, cut 1)."),
    ),
    "opponents_points_median": TieBreakWords(
        _("Opponents' points, median"),
        _("Opp ±1"),
        _("The match points of all opponents but the lowest and the highest, added (median Buchholz)."),
    ),
    "sonneborn_berger": TieBreakWords(
        _("Sonneborn-Berger"),
        _("SB"),
        _("The match points of the opponents beaten, and half the points of those drawn with."),
    ),
    "progressive": TieBreakWords(
        _("Progressive points"),
        _("Prog"),
        _("The running totals of points after each round, added: early points count more often."),
    ),
    "progressive_less_first": TieBreakWords(
        _("Progressive points less the first round"),
        _("Prog −1"),
        _("The running totals of points after each round but the first, added."),
    ),
    "best_round": TieBreakWords(
        _("Best single round"), _("Best rd"), _("The most that was made in any single round.")
    ),
    "card_points": TieBreakWords(
        _("Card points"), _("Card pts"), _("The card points won, added over all matches.")
    ),
    "lots": TieBreakWords(_("Lots"), _("Lot"), _("Lots drawn by the seed; the lower number stands first.")),
}

OPTIONS: Mapping[tuple[str, str], Any] = {
    ("forfeits", "count"): _("Forfeits between them count."),
    ("forfeits", "ignore"): _("Forfeits between them do not count."),
    ("incomplete", "skip"): _("It counts only if all of them have met."),
    ("incomplete", "use"): _("It counts even if not all of them have met."),
    ("unplayed", "count"): _("Forfeits and byes worth a win count."),
    ("unplayed", "ignore"): _("Only matches that were played count."),
    ("by", "levels"): _("Levels are compared."),
    ("by", "points"): _("Match points are compared."),
    ("by", "difference"): _("Level differences are compared."),
    ("then", "next"): _("If that is equal, the next best round, and so on."),
}

UNPLAYED: Mapping[str, Any] = {
    "fide": _(
        "Rounds not played (FIDE 2023): they count as if against an opponent with one's own points; for the "
        "opponents, byes asked for and absences at the end count as draws."
    ),
    "fide_2026": _(
        "Rounds not played (FIDE 2026): as against an opponent with one's own points, but no more than the "
        "scheduled opponent has, or than a draw in every round would bring."
    ),
    "fide_round_robin": _(
        "Rounds not played: a forfeit counts against the scheduled opponent, a bye does not count."
    ),
    "virtual": _(
        "Rounds not played (FIDE before 2023): as against an opponent who was level before the round and "
        "draws all later ones; for the opponents, rounds not played count as draws."
    ),
    "nothing": _("Rounds not played do not count."),
}

HOW: Mapping[str, Any] = {
    "open": _("in play"),
    "game": _("game won"),
    "games": _("games won"),
    "mercy": _("won by the lead"),
    "hands": _("all hands played"),
    "time": _("time is up"),
    "slip": _("levels from slip"),
    "forfeit": _("forfeit"),
    "late": _("too late"),
    "withdrawn": _("withdrawn"),
    "disqualified": _("disqualified"),
    "lost_by_ruling": _("lost by ruling"),
    "bye": _("bye"),
    "asked_bye": _("bye asked for"),
    "free": _("free: the opponent has left"),
    "annulled": _("annulled"),
    "not_played": _("not played"),
}

REASONS: Mapping[str, Any] = {
    "game-won-target": _("Game %(game)s: %(side)s have passed the target (%(A)s : %(B)s)."),
    "game-won-mercy": _(
        "Game %(game)s: %(side)s lead by so many levels that they win at once (%(A)s : %(B)s)."
    ),
    "game-won-ruling": _("Game %(game)s goes to %(side)s by ruling (%(A)s : %(B)s)."),
    "slip-won": _("%(side)s have won by the slip (%(A)s : %(B)s)."),
    "ended-by-time": _("Time was called. Hands that count: %(hands)s."),
    "ended-by-hands": _("All %(hands)s hands have been played."),
    "leads": _("%(side)s win with a lead of %(levels)s."),
    "level-on-deal": _("The levels are equal: %(side)s are on the deal and win."),
    "level-first-to-reach": _("The levels are equal: %(side)s reached the level first and win."),
    "level-card-points": _("The levels are equal: %(side)s have more card points and win."),
    "level-lots": _("The levels are equal: the lot falls on %(side)s (seed %(seed)s)."),
    "level-draw": _("The levels are equal: a draw."),
    "level-one-more-hand": _("The levels are equal: one more hand decides."),
    "level-undecided": _("The levels are equal, and the regulation does not say who wins."),
    "open-game-leader": _("Games stand %(A)s : %(B)s and game %(game)s is open: its leader wins."),
    "open-game-counts": _("Game %(game)s is open and goes to its leader: games stand %(A)s : %(B)s."),
    "games-lead": _("Games stand %(A)s : %(B)s; a game that is open does not count."),
    "games-level-small-points": _("Games are level: %(side)s have more small points (%(small)s)."),
    "games-level-card-points": _("Games are level: %(side)s have more card points."),
    "games-level-lots": _("Games are level: the lot falls on %(side)s (seed %(seed)s)."),
    "games-level-draw": _("Games are level: a draw."),
    "games-level-undecided": _("Games are level, and the regulation does not say who wins."),
    "match-lost-by-ruling": _("By ruling the match goes to %(side)s."),
    "match-disqualified": _("The opponents are disqualified: the match goes to %(side)s."),
    "ruling-waits": _("A ruling on %(side)s waits for approval and changes nothing yet."),
    "ruling-game-lost": _("Ruling: %(side)s lose the game."),
    "ruling-match-lost": _("Ruling: %(side)s lose the match."),
    "ruling-disqualified": _("Ruling: %(side)s are disqualified."),
    "ruling-levels": _("Ruling: the level of %(side)s moves by %(levels)s."),
    "verdict-forfeit": _("Forfeit by %(against)s."),
    "verdict-late": _("%(against)s came too late: a forfeit."),
    "verdict-withdrawn": _("%(against)s have withdrawn."),
    "verdict-disqualified": _("%(against)s are disqualified."),
    "verdict-lost-by-ruling": _("%(against)s lose the match by ruling."),
    "verdict-bye": _("A bye: the field is odd."),
    "verdict-asked-bye": _("A bye that was asked for."),
    "verdict-free": _("No opponent: that one has left the event."),
    "verdict-annulled": _("The match is annulled and counts for neither side."),
    "verdict-not-played": _("The match has not been played."),
    "withdrawal-struck": _(
        "%(entry)s withdrew after %(played)s of %(scheduled)s matches, fewer than the share of %(share)s: "
        "all its results are struck."
    ),
    "withdrawal-stands": _(
        "%(entry)s withdrew after %(played)s of %(scheduled)s matches: its results stand, the rest are "
        "forfeits."
    ),
}

SIDES = {"A": _("Side A"), "B": _("Side B"), "both": _("both sides")}


def tie_break_words(key: str) -> TieBreakWords:
    """Name, short name and formula of a tie-break."""
    return TIE_BREAKS[key]


def formula_text(tiebreak: TieBreak) -> str:
    """How a value comes about, with what its options say."""
    said = [str(OPTIONS[item]) for item in tiebreak.chosen.items() if item in OPTIONS]
    return " ".join([str(TIE_BREAKS[tiebreak.key].formula), *said])


def unplayed_text(mode: str) -> str:
    """How rounds that were not played count in opponents' points."""
    return str(UNPLAYED[mode])


def how_text(how: str) -> str:
    """How a match came to its end, in two or three words."""
    return str(HOW[how])


def reason_text(reason: Reason, names: Names | None = None) -> str:
    """One step of an explanation of a match or table. ``names`` are the sides' names where they are known."""
    values = {key: _word(key, value, names) for key, value in reason.values.items()}
    return str(REASONS[reason.code]) % values


def problem_text(problem: Problem, names: Names | None = None) -> dict[str, str]:
    """A problem as ``{"message", "fix"}``. Problems of a hand or a ladder are worded by their own room."""
    words = PROBLEMS.get(problem.code)
    if words is None:
        return hand_problem_text(problem, names)
    values = {key: _word(key, value, names) for key, value in {"at": problem.at, **problem.values}.items()}
    return {"message": str(words[0]) % values, "fix": str(words[1]) % values}


def _word(key: str, value: Any, names: Names | None) -> str:
    if value is None:
        return "–"
    if key in ("side", "against"):
        return (names or {}).get(str(value)) or str(SIDES.get(str(value), value))
    if key in ("A", "B", "level"):
        return level_text(str(value))
    if key in ("levels", "small") and isinstance(value, int | float):
        return f"{value:g}".replace("-", "−")
    return str(value)


def signed(number: object) -> str:
    """A number with its sign, as differences are written: +6, −3, 0."""
    if not isinstance(number, int | float) or isinstance(number, bool):
        return str(number)
    return f"+{number:g}" if number > 0 else f"−{-number:g}" if number < 0 else "0"


def sum_text(table: Table, entry: Any, key: str) -> str:
    """Where a value comes from, as a sum: ``+9 = +6 −3 +4 +2``. Empty where the value is no sum."""
    parts = [part for part in table.explain(entry, key) if not part.cut]
    value = table.row(entry).values.get(key)
    if not parts or value is None:
        return ""
    with_sign = key in ("level_difference", "level_difference_tied", "small_points")
    if with_sign:
        # A nought that stands after others is added like them: "0 −2" would read as one number.
        added = [signed(part.value) if part.value or not at else "+0" for at, part in enumerate(parts)]
        return f"{signed(value)} = {' '.join(added)}"
    return f"{value:g} = {' + '.join(_summand(part) for part in parts)}"


def _summand(part: Part) -> str:
    if part.score is None or part.share is None:
        return f"{part.value:g}"
    return f"{part.score:g}×{part.share:g}"
