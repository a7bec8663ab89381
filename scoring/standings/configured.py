"""The standings of a stage as its template configures them: the table ``[stage.standings]``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.answers import Problem, Refused
from scoring.matches import PointRules

from .plan import Plan, load_tiebreaks
from .results import UNPLAYED, Settings
from .withdrawal import DISQUALIFIED

KEYS = ("tiebreaks", "unplayed", "seed", "disqualified", "clause")


def load_standings(
    data: Mapping[str, Any],
    points: PointRules,
    *,
    seed: int | str = 0,
    round_robin: bool = False,
    at: str = "standings",
) -> tuple[Plan, Settings]:
    """Read and check the table: tie-breaks, how unplayed rounds count, and a seed of its own if it has one.
    What it says of the disqualified (``disqualified``) is checked too, for whoever strikes their results.

    ``points`` are those of the stage's match format. In a round robin a forfeit counts against the scheduled
    opponent unless ``unplayed`` says otherwise. Raises ``Refused`` with every fault at its key path.
    """
    if not isinstance(data, Mapping):
        raise Refused([Problem("format-not-a-table", at, {"value": repr(data)})])
    at = f"{at}." if at else ""
    problems = [
        Problem("format-unknown-key", f"{at}{key}", {"known": ", ".join(KEYS)})
        for key in data
        if key not in KEYS
    ]
    unplayed = data.get("unplayed", "fide_round_robin" if round_robin else "fide")
    if unplayed not in UNPLAYED:
        known = ", ".join(UNPLAYED)
        problems.append(Problem("unplayed-unknown", f"{at}unplayed", {"value": unplayed, "known": known}))
    left = data.get("disqualified", "share")
    if left not in DISQUALIFIED:
        problems.append(
            Problem(
                "format-not-an-option",
                f"{at}disqualified",
                {"value": left, "allowed": ", ".join(DISQUALIFIED)},
            )
        )
    chosen = data.get("seed", seed)
    if not isinstance(chosen, int | str) or isinstance(chosen, bool):
        problems.append(Problem("seed-not-understood", f"{at}seed", {"value": repr(chosen)}))
    plan: Plan | None = None
    try:
        plan = load_tiebreaks(data.get("tiebreaks", ()), f"{at}tiebreaks")
    except Refused as refused:
        problems.extend(refused.problems)
    if problems or plan is None:
        raise Refused(problems)
    return plan, Settings(points.win, points.draw, unplayed, chosen)
