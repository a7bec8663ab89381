"""``never`` in a group or a bracket: kept where it can be, refused where it cannot."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from tournament.pairing import knockout
from tournament.pairing.groups import groups


def refusal(work):
    with pytest.raises(Refused) as refused:
        work()
    (problem,) = refused.value.problems
    return problem.code, dict(problem.values)


def test_a_bracket_keeps_never_in_its_first_round_and_says_what_it_cannot_promise():
    found = knockout(8, branches=list("aabbccdd"), seed=3, same_branch="never")
    assert found.can_meet[0] == 0
    (said,) = [one for one in found.reasons if one.code == "never-only-in-round-1"]
    assert said.values["pairs"] == found.can_meet[said.values["round"] - 1] > 0
    assert not [one for one in found.reasons if one.code == "branches-meet-by-round"]


def test_a_bracket_with_too_many_of_one_branch_is_refused():
    assert refusal(lambda: knockout(8, branches=list("aaaaaabb"), seed=3, same_branch="never")) == (
        "never-in-a-bracket",
        {"pairs": 2},
    )
    assert knockout(8, branches=list("aaaaaabb"), seed=3).can_meet[0] == 2


def test_groups_with_more_of_a_branch_than_there_are_groups_are_refused():
    branches = list("aaaabcde")
    work = lambda: groups(8, 2, by="lots", branches=branches, seed=1, same_branch="never")  # noqa: E731
    assert refusal(work) == ("never-in-groups", {"pairs": 2})
    assert groups(8, 4, by="lots", branches=branches, seed=1, same_branch="never").same_branch == 0
