"""A result taken from a paper slip: the final levels, without the hands."""

from __future__ import annotations

from collections.abc import Sequence

from rules.answers import Problem, Reason, Refused
from rules.hands import Ladder, RuleSet, check_levels

from .award import award
from .ending import Decision, OpenGame, decide
from .facts import Seed
from .format import MatchFormat
from .points import Letter
from .result import Game, MatchResult


def result_from_levels(
    rule_set: RuleSet,
    format_: MatchFormat,
    a: str,
    b: str,
    *,
    on_deal: Letter | None = None,
    first: Letter | None = None,
    finished: bool | None = None,
    games: Sequence[tuple[str, str]] = (),
    card_points: tuple[int, int] | None = None,
    seed: Seed = 0,
) -> MatchResult:
    """The match whose last game stands at levels ``a`` and ``b``.

    ``games`` are the levels of the games before (best of three). ``on_deal``, ``first`` (who reached a level
    score first) and ``card_points`` are asked for only where the format decides a level score by them; then a
    missing one is a problem in the answer, and the match is not over. ``finished`` says whether the match was
    played to its end; where it is not given, it was if the levels decide it, or if nothing limits its time.
    Raises ``Refused`` for levels that cannot be; what is merely unlikely stands in ``problems``.
    """
    ladder = rule_set.ladder
    problems = [problem for pair in (*games, (a, b)) for problem in check_levels(rule_set, *pair)]
    refused = [problem for problem in problems if problem.severity == "error"]
    if refused:
        raise Refused(refused)
    played = [_game(rule_set, format_, number, pair) for number, pair in enumerate((*games, (a, b)), start=1)]
    refused.extend(
        Problem("game-not-won", f"games[{game.number - 1}]", dict(game.levels))
        for game in played[:-1]
        if game.winner is None
    )
    won = {side: sum(game.winner == side for game in played) for side in ("A", "B")}
    earlier = {side: sum(game.winner == side for game in played[:-1]) for side in ("A", "B")}
    if max(earlier.values()) >= format_.games_to_win:
        refused.append(Problem("game-after-end", f"games[{len(played) - 1}]", earlier))
    if refused:
        raise Refused(refused)
    if format_.points.by == "hands":
        raise Refused([Problem("hands-needed", "levels", {})])
    closed = tuple(game for game in played if game.winner is not None)
    last = played[-1]
    winner: Letter | None
    because: tuple[Reason, ...]
    over, complete = True, True
    if max(won.values()) >= format_.games_to_win:
        winner = "A" if won["A"] > won["B"] else "B"
        because = (Reason("slip-won", format_.clauses.get("", ""), {"side": winner, "A": a, "B": b}),)
    else:
        begun = last.winner is None and (len(played) == 1 or (a, b) != (_start(ladder), _start(ladder)))
        left = OpenGame(last.difference, on_deal, first, card_points) if begun else None
        decision = decide(format_, closed, left, seed)
        winner, because = decision.winner, decision.because
        missing = _missing(format_, decision, left)
        if missing:
            problems.append(missing)
        over = not (decision.waiting or decision.stuck or missing)
        complete = format_.hands is not None or (format_.time.minutes is None and ladder.laps)
        if not complete and format_.time.minutes is None and finished is None:
            problems.append(
                Problem(
                    "target-not-reached", "levels", {"A": a, "B": b, "target": ladder.rungs[-1]}, "unlikely"
                )
            )
    finished = complete if finished is None else finished
    difference = sum(game.difference for game in played)
    points = award(format_, ladder.parse, winner, finished, difference, last.levels, (0, 0)) if over else None
    return MatchResult(
        over=over,
        how="slip" if over else "open",
        winner=winner if over else None,
        finished=finished and over,
        levels=last.levels,
        difference=difference,
        differences=(difference, -difference) if over else None,
        heights=(ladder.difference(a, _start(ladder)), ladder.difference(b, _start(ladder))),
        small=(difference, -difference) if over else None,
        card_points=card_points,
        points=points,
        games=tuple(played),
        because=because,
        problems=tuple(problems),
    )


def _start(ladder: Ladder) -> str:
    return ladder.label(ladder.start)


def _game(rule_set: RuleSet, format_: MatchFormat, number: int, pair: tuple[str, str]) -> Game:
    ladder = rule_set.ladder
    a, b = ladder.parse(pair[0]), ladder.parse(pair[1])
    difference = ladder.difference(*pair)
    winner: Letter | None = None
    how = ""
    if ladder.has_won(a) or ladder.has_lost(b):
        winner, how = "A", "target"
    elif ladder.has_won(b) or ladder.has_lost(a):
        winner, how = "B", "target"
    elif format_.mercy is not None and abs(difference) >= format_.mercy:
        winner, how = ("A" if difference > 0 else "B"), "mercy"
    return Game(number, {"A": pair[0], "B": pair[1]}, difference, winner, how)


def _missing(format_: MatchFormat, decision: Decision, left: OpenGame | None) -> Problem | None:
    """The fact that a level score is decided by and that the slip does not tell, if there is one."""
    if left is None or left.difference or not any(r.code.startswith("level-") for r in decision.because):
        return Problem("match-undecided", "level_at_time", {}) if decision.stuck else None
    facts = {
        "on_deal": left.on_deal,
        "first_to_reach": left.first,
        "card_points": left.card_points,
    }
    for means in format_.level_at_time:
        if means not in facts:
            break
        if facts[means] is None:
            return Problem(f"{means.replace('_', '-')}-missing", means, {})
        if means != "card_points" or decision.because[-1].code == "level-card-points":
            break
    if decision.waiting:
        return Problem("one-more-hand", "levels", {})
    return Problem("match-undecided", "level_at_time", {}) if decision.stuck else None
