"""What a regulation may ask of a pairing, read from a template's ``[stage.pairing]`` table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.answers import Problem, Refused

SWISS_METHODS = ("adjacent", "balanced", "fold", "slide", "lots")
PLAN_METHODS = ("berger", "bracket")
OTHER_NAMES = {"round_robin": "berger", "knockout": "bracket", "swiss": "adjacent"}
SAME_BRANCH_PRICE = 16_000

_CHOICES: dict[str, tuple[str, ...]] = {
    "method": (*SWISS_METHODS, *PLAN_METHODS),
    "first_round": (*SWISS_METHODS, "order"),
    "rematches": ("avoid", "allow"),
    "same_branch": ("ignore", "avoid", "never"),
    "first_round_same_branch": ("ignore", "avoid", "never"),
    "bye": ("lowest", "lots"),
    "groups_by": ("snake", "lots", "seeds"),
}
_COUNTS = {"same_branch_reach": 1, "same_branch_price": 0, "seeds": 0}
_FLAGS = ("double", "redraw", "lookahead")


@dataclass(frozen=True, slots=True)
class PairingOptions:
    """How one stage is paired. Every field is a key of the same name in the template.

    ``method``: ``adjacent`` (1 v 2, 3 v 4 …), ``balanced``, ``fold``, ``slide``, ``lots``, ``berger`` (a
    round robin) or ``bracket`` (a knock-out). ``first_round``: the method of round 1 where it differs
    (``lots``), or ``order`` for the order of entry. ``rematches``: ``avoid``, or ``allow`` to pair as if
    nobody had met. ``same_branch``: ``ignore``, ``avoid`` or ``never``. ``same_branch_reach``: ranks that
    ``adjacent`` looks down at most for the sake of ``avoid``. ``same_branch_price``: price of one same-branch
    meeting in ``balanced``. ``bye``: ``lowest`` rank first, or drawn by ``lots``. ``lookahead``: whether
    small fields keep the rounds left free of rematches. ``double``: home and away. ``redraw``: a new draw
    before each knock-out round. ``seeds``: how many entries are seeded. ``groups_by``: how groups are filled.
    ``first_round_same_branch``: the rule of round 1 where it differs.
    """

    method: str = "adjacent"
    first_round: str | None = None
    rematches: str = "avoid"
    same_branch: str = "ignore"
    same_branch_reach: int | None = None
    same_branch_price: int = SAME_BRANCH_PRICE
    bye: str = "lowest"
    lookahead: bool = True
    double: bool = False
    redraw: bool = False
    seeds: int = 0
    groups_by: str = "snake"
    first_round_same_branch: str | None = None

    def for_round(self, number: int) -> PairingOptions:
        """The options as they hold in round ``number`` (from 1): round 1 may have its own method and rule."""
        if number != 1:
            return self
        method = self.method if self.first_round in (None, "order") else str(self.first_round)
        return replace(self, method=method, same_branch=self.first_round_same_branch or self.same_branch)


def load_options(data: Mapping[str, Any], at: str = "pairing") -> PairingOptions:
    """The options in a template's table; ``Refused`` names each key that cannot be (``pairing.method``)."""
    problems: list[Problem] = []
    values: dict[str, Any] = {}
    for key, value in data.items():
        where = f"{at}.{key}" if at else key
        if key in _CHOICES:
            value = OTHER_NAMES.get(value, value) if isinstance(value, str) else value
            if value not in _CHOICES[key]:
                problems.append(
                    Problem("option-unknown-value", where, {"value": value, "allowed": _CHOICES[key]})
                )
                continue
        elif key in _COUNTS:
            if key == "same_branch_reach" and value is None:
                continue
            if not isinstance(value, int) or isinstance(value, bool) or value < _COUNTS[key]:
                problems.append(Problem("option-not-a-count", where, {"value": value, "least": _COUNTS[key]}))
                continue
        elif key in _FLAGS:
            if not isinstance(value, bool):
                problems.append(Problem("option-not-yes-or-no", where, {"value": value}))
                continue
        else:
            known = (*_CHOICES, *_COUNTS, *_FLAGS)
            problems.append(Problem("option-unknown", where, {"key": key, "allowed": known}))
            continue
        values[key] = value
    if problems:
        raise Refused(problems)
    return PairingOptions(**values)
