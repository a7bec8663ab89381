"""A rule set as a whole: what it says of hands and what it says of cards, checked together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.answers import Refused
from rules.cards import read_card_rules
from rules.hands import RuleSet, load_rule_set


def read_rule_set(data: Mapping[str, Any]) -> RuleSet:
    """The rule set, ready to judge with. Raises ``Refused`` with every problem of hands and of ``[cards]``,
    each at its key path. This is the check of whatever is typed, sent or shipped."""
    problems = []
    rule_set = None
    try:
        rule_set = load_rule_set(data)
    except Refused as refused:
        problems += refused.problems
    try:
        read_card_rules(data)
    except Refused as refused:
        known = {problem.at for problem in problems}
        problems += [problem for problem in refused.problems if problem.at not in known]
    if problems or rule_set is None:
        raise Refused(problems)
    return rule_set
