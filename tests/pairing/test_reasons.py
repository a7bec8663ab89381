"""Each pair that is not the obvious one says why, whatever the method."""

from __future__ import annotations

import pytest

from tests.pairing.test_traps import field
from tournament.pairing import PairingEntry, PairingOptions, pair
from tournament.pairing_wording import reason_text


def said(answer):
    return {reason.code: dict(reason.values) for reason in answer.reasons}


@pytest.mark.parametrize("method", ["adjacent", "balanced", "fold", "slide"])
def test_the_obvious_pairs_need_no_reason(method):
    assert pair(field(6), PairingOptions(method=method)).reasons == ()


def test_balanced_says_who_would_have_been_nearer_and_why_not():
    met = pair(field(4, [((1, 2), (3, 4))]), PairingOptions(method="balanced"))
    assert met.pairs == ((1, 3), (2, 4))
    assert said(met)["nearer-met"] == {"entry": 1, "opponent": 3, "passed": (2,)}
    entries = [PairingEntry(number, branch="x" if number < 3 else None) for number in range(1, 5)]
    apart = pair(entries, PairingOptions(method="balanced", same_branch="avoid"))
    assert said(apart)["nearer-same-branch"]["passed"] == (2,)


def test_balanced_says_where_the_sum_decides():
    points = (4, 3, 3, 2)
    entries = [PairingEntry(number, points=worth) for number, worth in enumerate(points, 1)]
    entries[2] = PairingEntry(3, points=3, met={4})
    answer = pair(entries, PairingOptions(method="balanced"))
    assert answer.pairs == ((1, 3), (2, 4))
    assert said(answer)["nearer-for-the-sum"] == {"entry": 1, "opponent": 3, "passed": (2,)}


@pytest.mark.parametrize(("method", "obvious"), [("fold", 6), ("slide", 4)])
def test_fold_and_slide_say_who_would_meet_by_the_method(method, obvious):
    answer = pair(field(6, [((1, obvious),)]), PairingOptions(method=method))
    of_first = [reason for reason in answer.reasons if reason.values["entry"] == 1]
    assert [(reason.code, reason.values["passed"]) for reason in of_first] == [("ideal-met", (obvious,))]
    entries = [PairingEntry(n, branch="x" if n in (1, obvious) else None) for n in range(1, 7)]
    answer = pair(entries, PairingOptions(method=method, same_branch="avoid"))
    of_first = [reason for reason in answer.reasons if reason.values.get("entry") == 1]
    assert [(reason.code, reason.values["passed"]) for reason in of_first] == [
        ("ideal-same-branch", (obvious,))
    ]


def test_one_who_meets_other_points_is_told_why():
    entries = [PairingEntry(number, points=2 if number <= 3 else 0) for number in range(1, 7)]
    answer = pair(entries, PairingOptions(method="fold"))
    (floating,) = [(a, b) for a, b in answer.pairs if a <= 3 < b]
    assert said(answer)["floats"] == {"entry": floating[0], "opponent": floating[1]}


def test_every_reason_has_its_sentence():
    codes = set()
    for method in ("balanced", "fold", "slide"):
        for rounds in ([((1, 2), (3, 4), (5, 6))], [((1, 6), (2, 5), (3, 4))], [((1, 4), (2, 5), (3, 6))]):
            entries = field(6, rounds, e1={"branch": "x"}, e3={"branch": "x"}, e5={"points": -1})
            answer = pair(entries, PairingOptions(method=method, same_branch="avoid"))
            for reason in answer.reasons:
                codes.add(reason.code)
                assert "%" not in reason_text(reason, {1: "甲"})
    assert len(codes) >= 4
