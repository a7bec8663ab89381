"""Rulings strike a hand or the match, wait for whom the regulation names, and can be appealed to the jury."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied

from rules.answers import Refused
from scoring.models import Match
from tournament.change import Conflict, broken_link
from tournament.models import Adjustment, Audit, Ruling
from tournament.officiating import corrections, decisions, entering
from tournament.officiating.decisions import Finding
from tournament.stages.tables import table_of

pytestmark = pytest.mark.django_db


def levels(board) -> dict[str, str]:
    return Match.objects.get(pk=board.match_id).result["levels"]


def version(board) -> int:
    return Match.objects.get(pk=board.match_id).version


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


@pytest.fixture
def played(board, referee):
    """One hand: A declared, the attackers made 60, which holds the deal for one level (三-6)."""
    entering.enter_hand(board, referee, {"declarer": "A", "points": 60}, version=0)
    assert levels(board) == {"A": "3", "B": "2"}
    return board


def failed_throw(side: str, cards: int, hand: int = 1) -> Finding:
    return Finding(side=side, offence="failed-throw", hand=hand, cards=cards)


def test_points_of_a_penalty_are_taken_from_a_total_that_was_typed_before(played, referee):
    """三-3: ten points a card. The attackers lose 20 of 60, and 40 is worth two levels."""
    decisions.make_ruling(played, referee, failed_throw("B", 2), version=1)
    assert levels(played) == {"A": "4", "B": "2"}
    assert played.match.hands.get().points == 60


def test_points_of_a_penalty_against_the_declarers_go_to_the_attackers(played, referee):
    """60 and six cards at ten are 120: the attackers take the deal without a level."""
    decisions.make_ruling(played, referee, failed_throw("A", 6), version=1)
    match = Match.objects.get(pk=played.match_id)
    assert match.result["levels"] == {"A": "2", "B": "2"}
    assert match.result["next_declarer"] == "B"


def test_a_penalty_typed_with_the_hand_is_not_counted_again_by_a_later_ruling(board, referee):
    hand = {"declarer": "A", "points": 60, "penalties": [{"code": "failed-throw", "by": "A", "cards": 1}]}
    entering.enter_hand(board, referee, hand, version=0)
    assert levels(board) == {"A": "3", "B": "2"}
    decisions.make_ruling(board, referee, failed_throw("B", 2), version=1)
    assert levels(board) == {"A": "4", "B": "2"}


def test_a_ruling_on_the_hand_in_play_counts_when_the_hand_is_entered(board, referee):
    """四-2: wrong bury by the declarers: the hand is over, the deal passes, no level."""
    decisions.make_ruling(board, referee, Finding(side="A", offence="wrong-bury", hand=1), version=0)
    entering.enter_hand(board, referee, {"declarer": "A"}, version=version(board))
    match = Match.objects.get(pk=board.match_id)
    assert (match.result["levels"], match.result["next_declarer"]) == ({"A": "2", "B": "2"}, "B")


def test_warnings_escalate_until_they_cost_points(board, referee):
    """四-5: advised, warned, then points: the third time costs the attackers 20 of their 60."""
    entering.enter_hand(board, referee, {"declarer": "A", "points": 60}, version=0)
    for times, expected in ((1, "3"), (2, "3"), (3, "4")):
        points = 20 if times == 3 else None
        finding = Finding(side="B", offence="speech", hand=1, points=points)
        decisions.make_ruling(board, referee, finding, version=version(board))
        assert levels(board)["A"] == expected


def test_disqualification_waits_for_the_committee_that_the_regulation_names(played, referee, committee):
    row = decisions.make_ruling(played, referee, Finding(side="B", offence="revoke-grave", hand=1), version=1)
    assert row.status == Ruling.Status.PROPOSED
    assert not Match.objects.get(pk=played.match_id).result["over"]
    decisions.approve(row, committee)
    result = Match.objects.get(pk=played.match_id).result
    assert (result["over"], result["winner"], result["how"]) == (True, "A", "disqualified")


@pytest.mark.parametrize("role", ["referee", "chief", "jury", "organiser"])
def test_nobody_but_the_committee_approves_for_the_committee(played, referee, request, role):
    row = decisions.make_ruling(played, referee, Finding(side="B", offence="revoke-grave", hand=1), version=1)
    with pytest.raises(PermissionDenied):
        decisions.approve(row, request.getfixturevalue(role))


def test_a_lost_match_in_free_words_waits_for_the_chief_referee(played, referee, chief):
    finding = Finding(side="A", effect="match_lost", hand=1, words="屡次违反赛场纪律")
    row = decisions.make_ruling(played, referee, finding, version=1)
    assert row.status == Ruling.Status.PROPOSED
    decisions.approve(row, chief)
    result = Match.objects.get(pk=played.match_id).result
    assert (result["over"], result["winner"]) == (True, "B")


def test_the_chief_referee_needs_nobodys_approval_but_a_committees(played, chief):
    finding = Finding(side="A", effect="match_lost", hand=1, words="屡次违反赛场纪律")
    assert decisions.make_ruling(played, chief, finding, version=1).status == Ruling.Status.STANDING


def test_levels_are_moved_by_a_ruling(played, referee):
    finding = Finding(side="A", effect="levels", hand=1, value=0, others=5, words="按规程对方加 5 级")
    decisions.make_ruling(played, referee, finding, version=1)
    assert levels(played) == {"A": "3", "B": "7"}


def test_a_plain_warning_changes_no_result(played, referee):
    finding = Finding(side="A", effect="warning", hand=1, words="场外说话")
    decisions.make_ruling(played, referee, finding, version=1)
    assert version(played) == 1
    assert Ruling.objects.get().decision == "场外说话"


def test_what_a_ruling_changes_is_told_before_it_is_made(played, referee):
    row, found = decisions.preview(played, failed_throw("B", 2))
    assert row.pk is None
    changed = {one.what: (one.before, one.after) for one in found.changes}
    assert changed["levels"] == ({"A": "3", "B": "2"}, {"A": "4", "B": "2"})
    assert changed["difference"] == (1, 2)
    assert "hand 1" in changed
    assert levels(played) == {"A": "3", "B": "2"}


def test_the_jury_reverses_a_ruling_and_the_match_is_worked_out_without_it(played, referee, jury):
    row = decisions.make_ruling(played, referee, failed_throw("B", 2), version=1)
    row = decisions.appeal(row, referee, "甩牌没有被大过")
    assert levels(played)["A"] == "4"
    row = decisions.decide_appeal(row, jury, reverse=True, words="甩牌成立")
    assert row.appeal == Ruling.Appeal.REVERSED
    assert levels(played)["A"] == "3"
    actions = list(Audit.objects.filter(event=row.event).values_list("action", flat=True))
    assert actions[-3:] == ["ruling-made", "ruling-appealed", "appeal-decided"]
    assert broken_link(row.event) is None


def test_the_jury_upholds_a_ruling_and_decides_once(played, referee, jury):
    row = decisions.make_ruling(played, referee, failed_throw("B", 2), version=1)
    row = decisions.appeal(row, referee, "不服")
    row = decisions.decide_appeal(row, jury, reverse=False, words="维持")
    assert levels(played)["A"] == "4"
    with pytest.raises(Refused) as refused:
        decisions.decide_appeal(row, jury, reverse=True, words="改判")
    assert codes(refused) == ["ruling-is-not-appealed"]
    with pytest.raises(Refused) as refused:
        decisions.appeal(row, referee, "再次不服")
    assert codes(refused) == ["ruling-not-open-to-appeal"]


def test_the_one_who_ruled_does_not_decide_the_appeal(played, referee, event):
    from tournament.models import Membership, Role

    Membership.objects.create(event=event, user=referee, role=Role.JURY)
    row = decisions.make_ruling(played, referee, failed_throw("B", 2), version=1)
    decisions.appeal(row, referee, "不服")
    with pytest.raises(Refused) as refused:
        decisions.decide_appeal(row, referee, reverse=False, words="维持")
    assert codes(refused) == ["ruling-needs-second-person"]


def test_only_the_jury_decides_appeals(played, referee, chief, organiser):
    row = decisions.make_ruling(played, referee, failed_throw("B", 2), version=1)
    decisions.appeal(row, referee, "不服")
    for person in (referee, chief, organiser):
        with pytest.raises(PermissionDenied):
            decisions.decide_appeal(row, person, reverse=True, words="改判")


def test_a_withdrawn_ruling_counts_no_longer(played, referee, chief):
    row = decisions.make_ruling(played, referee, failed_throw("B", 2), version=1)
    with pytest.raises(PermissionDenied):
        decisions.withdraw(row, referee, "看错了")
    decisions.withdraw(row, chief, "看错了")
    assert levels(played)["A"] == "3"
    with pytest.raises(Refused) as refused:
        decisions.withdraw(row, chief, "看错了")
    assert codes(refused) == ["ruling-is-withdrawn"]


def test_a_confirmed_result_bears_a_warning_but_no_penalty(played, referee, chief):
    saved = entering.end_table(played, chief, version=1)
    entering.confirm(played, chief, version=saved.version)
    with pytest.raises(Refused) as refused:
        decisions.make_ruling(played, referee, failed_throw("B", 2), version=saved.version + 1)
    assert codes(refused) == ["result-confirmed"]
    warning = Finding(side="A", hand=1, words="提醒")
    decisions.make_ruling(played, referee, warning, version=saved.version + 1)
    assert Ruling.objects.count() == 1


def test_of_two_who_rule_at_once_the_second_sees_what_was_saved(played, referee, chief):
    decisions.make_ruling(played, referee, failed_throw("B", 2), version=1)
    with pytest.raises(Conflict):
        decisions.make_ruling(played, chief, failed_throw("B", 1), version=1)


@pytest.mark.parametrize(
    ("finding", "code"),
    [
        (Finding(side="", words="x"), "ruling-needs-side"),
        (Finding(side="A"), "ruling-needs-words"),
        (Finding(side="A", offence="no-such", hand=1), "offence-unknown"),
        (Finding(side="A", offence="failed-throw"), "ruling-needs-hand"),
        (Finding(side="A", offence="failed-throw", hand=1), "cards-missing"),
        (Finding(side="A", effect="points", hand=1, value=7, words="x"), "ruling-points"),
        (Finding(side="A", effect="points", value=10, words="x"), "ruling-needs-hand"),
        (Finding(side="A", effect="levels", hand=1, words="x"), "ruling-levels"),
        (Finding(side="A", effect="dance", hand=1, words="x"), "ruling-effect"),
    ],
)
def test_a_ruling_that_says_too_little_is_refused(played, referee, finding, code):
    with pytest.raises(Refused) as refused:
        decisions.make_ruling(played, referee, finding, version=1)
    assert codes(refused) == [code]
    assert not Ruling.objects.exists()


def test_a_slip_bears_no_ruling(board, referee):
    entering.enter_levels(board, referee, "8", "2", version=0)
    with pytest.raises(Refused) as refused:
        decisions.make_ruling(board, referee, failed_throw("A", 1), version=1)
    assert codes(refused) == ["slip-bears-no-ruling"]


def test_a_ruling_stays_with_its_hand_when_one_is_put_in_before_it(played, referee, chief):
    decisions.make_ruling(played, referee, failed_throw("B", 2), version=1)
    facts = [
        {"declarer": "A", "points": 120},
        {"declarer": "B", "points": 120},
        {"declarer": "A", "points": 60},
    ]
    corrections.replace_hands(played, chief, facts, version=2, reason="漏记两副", moved={1: 3})
    assert Ruling.objects.get().hand == 3
    assert levels(played) == {"A": "4", "B": "2"}


def test_a_hand_that_was_ruled_on_is_not_taken_out(played, referee, chief):
    decisions.make_ruling(played, referee, failed_throw("B", 2), version=1)
    with pytest.raises(Refused) as refused:
        corrections.replace_hands(played, chief, [], version=2, reason="多记", moved={})
    assert codes(refused) == ["hand-was-ruled-on"]


def test_a_ruling_on_the_hand_in_play_stays_with_it(played, referee, chief):
    """The second hand is in play; a first one was left out, so that it becomes the third."""
    decisions.make_ruling(played, referee, failed_throw("B", 2, hand=2), version=1)
    facts = [{"declarer": "A", "points": 60}, {"declarer": "A", "points": 60}]
    corrections.replace_hands(played, chief, facts, version=2, reason="漏记一副", moved={1: 1})
    assert Ruling.objects.get().hand == 3


def test_a_ruling_on_the_match_counts_after_the_hands_that_are_left(played, referee, chief):
    finding = Finding(side="A", effect="levels", hand=1, others=5, words="按规程对方加 5 级")
    decisions.make_ruling(played, referee, finding, version=1)
    corrections.replace_hands(played, chief, [], version=2, reason="这副不是这桌的", moved={})
    assert Ruling.objects.get().hand == 0
    assert levels(played) == {"A": "2", "B": "7"}


def test_a_correction_tells_what_it_changes_and_saves_nothing(played):
    found = corrections.preview(played, [{"declarer": "A", "points": 0}])
    changed = {one.what: (one.before, one.after) for one in found.changes}
    assert changed["levels"] == ({"A": "3", "B": "2"}, {"A": "5", "B": "2"})
    assert played.match.hands.get().points == 60


def test_points_without_a_match_count_in_the_standings_and_can_be_taken_back(event, round_, chief, referee):
    stage, entry = event.stages.get(), event.entries.get(number=1)
    with pytest.raises(PermissionDenied):
        decisions.adjust(stage, entry, referee, points=Decimal(-1), reason="迟到")
    row = decisions.adjust(stage, entry, chief, points=Decimal(-1), reason="领队会缺席")
    assert table_of(stage).row(1).values["points"] == -1
    decisions.take_adjustment_back(row, chief, "记错了人")
    assert table_of(stage).row(1).values["points"] == 0
    assert not Adjustment.objects.exists()
    with pytest.raises(Conflict):
        decisions.take_adjustment_back(row, chief, "再来一次")


def test_an_adjustment_of_nothing_is_refused(event, round_, chief):
    with pytest.raises(Refused) as refused:
        decisions.adjust(event.stages.get(), event.entries.first(), chief, reason="x")
    assert codes(refused) == ["adjustment-is-nothing"]
