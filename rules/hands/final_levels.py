"""Levels written on a paper slip: can a game of this rule set have ended, or been stopped, at them?"""

from __future__ import annotations

from rules.answers import Problem
from rules.hands.ruleset import RuleSet


def check_levels(rule_set: RuleSet, a: str, b: str) -> tuple[Problem, ...]:
    """Problems of two final levels, each ``at`` its side (``levels.A``); ``unlikely`` ones ask for a second
    look."""
    ladder = rule_set.ladder
    problems = [
        Problem("level-unknown", f"levels.{side}", {"level": str(level), "rungs": ", ".join(ladder.labels())})
        for side, level in (("A", a), ("B", b))
        if not ladder.known(level)
    ]
    if problems:
        return tuple(problems)
    positions = {"A": ladder.parse(a), "B": ladder.parse(b)}
    if all(ladder.has_won(position) for position in positions.values()):
        return (Problem("both-passed", "levels", {"target": ladder.rungs[-1]}),)
    if all(ladder.has_lost(position) for position in positions.values()):
        return (Problem("both-fallen", "levels", {"level": a}),)
    falls = bool(rule_set.hooks) or ladder.unused == "taken_from_other" or rule_set.penalties.lower_levels
    for side, position in positions.items():
        if position < ladder.start and not falls:
            level = ladder.label(position)
            start = ladder.label(ladder.start)
            problems.append(
                Problem("level-below-start", f"levels.{side}", {"level": level, "start": start}, "unlikely")
            )
    if not problems and positions["A"] == positions["B"] == ladder.start:
        problems.append(Problem("nobody-rose", "levels", {"level": a}, "unlikely"))
    return tuple(problems)
