"""An encounter of two squads: several boards at once, folded into one result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rules.answers import Problem, Refused

from .results import EntryId, Kind, Number, Result, tidy

MEANS = ("boards", "small_points", "card_points")


@dataclass(frozen=True, slots=True)
class EncounterRules:
    """What an encounter is worth.

    ``by`` is ``boards`` (the boards' points are the squad's) or ``result`` (win, draw and loss of the
    encounter). ``means`` decide who wins it, in order: boards won, small points, card points; level on all of
    them is a draw.
    """

    by: str = "boards"
    win: Number = 2
    draw: Number = 1
    loss: Number = 0
    means: tuple[str, ...] = ("boards",)


def load_encounter(data: Mapping[str, Any], at: str = "squads.encounter") -> EncounterRules:
    """Read a template's table. Raises ``Refused`` naming what is wrong."""
    known = ("by", "win", "draw", "loss", "means", "clause")
    problems = [
        Problem("format-unknown-key", f"{at}.{key}", {"known": ", ".join(known)})
        for key in data
        if key not in known
    ]
    by = data.get("by", "boards")
    if by not in ("boards", "result"):
        problems.append(
            Problem("format-not-an-option", f"{at}.by", {"value": by, "allowed": "boards, result"})
        )
    worth: dict[str, Number] = {"win": 2, "draw": 1, "loss": 0}
    for key in worth:
        value = data.get(key, worth[key])
        if not isinstance(value, int | float) or isinstance(value, bool):
            problems.append(Problem("format-not-a-number", f"{at}.{key}", {"value": value}))
        else:
            worth[key] = value
    means = data.get("means", ["boards"])
    if isinstance(means, str) or not isinstance(means, Sequence):
        problems.append(Problem("format-not-a-list", f"{at}.means", {"value": means}))
        means = []
    problems.extend(
        Problem("format-not-an-option", f"{at}.means[{place}]", {"value": each, "allowed": ", ".join(MEANS)})
        for place, each in enumerate(means)
        if each not in MEANS
    )
    if problems:
        raise Refused(problems)
    return EncounterRules(by, worth["win"], worth["draw"], worth["loss"], tuple(means))


def encounter_result(
    round_: int,
    a: EntryId,
    b: EntryId,
    boards: Sequence[Result],
    rules: EncounterRules,
    *,
    key: str = "",
) -> Result:
    """The result of squads ``a`` and ``b`` from their boards, each with a pair of ``a`` on its side a.

    A board still open keeps the encounter pending. Boards that all were forfeited by the same squad make it a
    forfeit.
    """
    counted = [board for board in boards if not board.struck]
    if not counted or any(board.kind is Kind.PENDING for board in counted):
        return Result(round_, a, b, Kind.PENDING, key=key)
    won = (sum(board.winner == "a" for board in counted), sum(board.winner == "b" for board in counted))
    difference = _added(counted, "difference")
    small = _added(counted, "small") or difference
    cards = _added(counted, "card_points")
    lead = {
        "boards": won[0] - won[1],
        "small_points": small[0] - small[1] if small else 0,
        "card_points": cards[0] - cards[1] if cards else 0,
    }
    ahead = next((lead[means] for means in rules.means if lead[means]), 0)
    winner: Literal["a", "b"] | None = "a" if ahead > 0 else "b" if ahead < 0 else None
    points: tuple[Number, Number]
    if rules.by == "boards":
        points = (
            tidy(sum(board.points[0] for board in counted)),
            tidy(sum(board.points[1] for board in counted)),
        )
    elif winner is None:
        points = (rules.draw, rules.draw)
    else:
        points = (rules.win, rules.loss) if winner == "a" else (rules.loss, rules.win)
    kind = Kind.PLAYED
    if all(board.kind is Kind.FORFEIT for board in counted) and 0 in won:
        kind = Kind.FORFEIT
        winner = "a" if won[0] else "b"
    return Result(
        round=round_,
        a=a,
        b=b,
        kind=kind,
        points=points,
        winner=winner,
        difference=difference,
        small=small,
        card_points=cards,
        key=key,
    )


def _added(boards: Sequence[Result], name: str) -> tuple[Number, Number] | None:
    """One number of all boards, added by side; ``None`` where no board has it."""
    pairs = [getattr(board, name) for board in boards]
    found = [pair for pair in pairs if pair is not None]
    if not found:
        return None
    sums = [sum(each for each in column if not isinstance(each, str)) for column in zip(*found, strict=True)]
    return tidy(sums[0]), tidy(sums[1])
