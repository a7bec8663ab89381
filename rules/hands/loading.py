"""A rule set from its data: read, checked key against key, and refused with every problem at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.answers import Problem, Refused
from rules.hands.changes import changed
from rules.hands.ruleset import RuleSet
from rules.hands.without_effect import without_effect

UNDOUBTED = ("rule-set-either-or", "rule-set-no-effect")
"""Problems that leave no doubt about what the rest of the rule set says."""


def load_rule_set(data: Mapping[str, Any], *, kept: bool = False) -> RuleSet:
    """Check a rule set's data (as TOML or JSON gives it) and compile it.

    Raises ``Refused`` with every problem found, each ``at`` its key path such as
    ``table.attackers.bands[1]``. A version that matches were started with (``kept``) still loads when a key
    of it turns out to be without effect: what it says is not in doubt.
    """
    problems: list[Problem] = []
    rule_set = RuleSet(data, problems)
    if not problems:
        problems.extend(without_effect(rule_set))
    if kept:
        problems = [problem for problem in problems if problem.code not in UNDOUBTED]
    if problems:
        raise Refused(problems)
    return rule_set


def with_changes(rule_set: RuleSet, changes: Mapping[str, Any]) -> RuleSet:
    """The same rule set with some keys set otherwise; see ``changed``. Raises ``Refused`` as loading does."""
    return load_rule_set(changed(rule_set.data, changes))
