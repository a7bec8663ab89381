"""Results: hand by hand, from a slip, by verdict; two people at once; a phone that sends twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from rules.answers import Refused
from scoring.models import Hand, Match
from tournament.change import Conflict, broken_link
from tournament.models import Audit, Board, Role, Submission
from tournament.officiating import corrections, entering, timing
from tournament.stages.drawing import draw_round, publish_round
from tournament.stages.tables import table_of

from .conftest import play, start_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def board(event, organiser) -> Board:
    round_ = start_round(event, organiser)
    return round_.boards.select_related("match__rule_set", "round__stage__event").get(table=1)


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def hand(declarer: str, points: int) -> dict[str, object]:
    return {"declarer": declarer, "points": points}


def test_a_hand_is_worth_what_the_regulation_says(board, organiser):
    """三-6: 0 is worth three levels, 5–55 two, 60–115 one; at 120 the deal passes, 180 is one level up."""
    version = 0
    for declarer, points, levels in (
        ("A", 0, {"A": "5", "B": "2"}),
        ("A", 55, {"A": "7", "B": "2"}),
        ("A", 60, {"A": "8", "B": "2"}),
        ("A", 120, {"A": "8", "B": "2"}),
        ("B", 180, {"A": "9", "B": "2"}),
    ):
        saved = entering.enter_hand(board, organiser, hand(declarer, points), version=version, sure=True)
        version = saved.version
        assert saved.result.levels == levels


def test_points_that_are_no_multiple_of_five_are_refused(board, organiser):
    with pytest.raises(Refused) as refused:
        entering.enter_hand(board, organiser, hand("A", 42), version=0)
    assert len(refused.value.problems) == 1
    assert not Hand.objects.exists()


def test_the_wrong_side_on_the_deal_is_refused_without_a_reason(board, organiser):
    entering.enter_hand(board, organiser, hand("A", 60), version=0)
    with pytest.raises(Refused) as refused:
        entering.enter_hand(board, organiser, hand("B", 60), version=1)
    assert "declarer" in codes(refused)[0]
    saved = entering.enter_hand(
        board, organiser, {**hand("B", 60), "reason": "上一副记错庄家"}, version=1, sure=True
    )
    assert saved.version == 2


def test_more_points_than_the_decks_hold_are_refused(board, organiser):
    with pytest.raises(Refused):
        entering.enter_hand(
            board,
            organiser,
            {"declarer": "A", "tricks": 290, "bottom": 20, "last_trick": {"by": "declarers"}},
            version=0,
        )


def test_a_match_ends_with_levels_winner_and_difference(board, organiser):
    play(board, organiser, [("A", 0), ("A", 0), ("A", 120)])
    match = Match.objects.get(pk=board.match_id)
    assert match.result["levels"] == {"A": "8", "B": "2"}
    assert match.result["winner"] == "A"
    assert match.result["difference"] == 6
    assert match.result["points"] == [2, 0]


def test_a_slip_is_kept_as_a_fact_and_shown_as_such(board, organiser, client):
    saved = entering.enter_levels(board, organiser, "3", "6", version=0)
    assert saved.result.difference == -3
    match = Match.objects.get(pk=board.match_id)
    assert (match.kept, match.slip["levels"]) == ("levels", {"A": "3", "B": "6"})
    assert not match.hands.exists()
    entering.confirm(board, organiser, version=saved.version)
    page = client.get(f"/e/{board.round.stage.event.slug}/rounds/swiss/1/").content.decode()
    assert "3 : 6" in page


def test_a_level_that_the_ladder_has_not_is_refused(board, organiser):
    with pytest.raises(Refused) as refused:
        entering.enter_levels(board, organiser, "Z", "6", version=0)
    assert refused.value.problems[0].code == "level-unknown"


def test_a_slip_does_not_replace_hands(board, organiser):
    entering.enter_hand(board, organiser, hand("A", 60), version=0)
    with pytest.raises(Refused) as refused:
        entering.enter_levels(board, organiser, "3", "6", version=1)
    assert codes(refused) == ["hands-were-entered"]


def test_of_two_referees_one_wins_and_the_other_sees_the_difference(board, organiser, member):
    other = member(board.round.stage.event, Role.REFEREE)
    entering.enter_hand(board, organiser, hand("A", 60), version=0)
    with pytest.raises(Conflict) as conflict:
        entering.enter_hand(board, other, hand("A", 65), version=0)
    assert conflict.value.theirs["points"] == 60
    assert Hand.objects.count() == 1


def test_a_hand_sent_twice_under_one_nonce_is_there_once(board, organiser):
    first = entering.enter_hand(board, organiser, hand("A", 60), version=0, nonce="n1")
    again = entering.enter_hand(board, organiser, hand("A", 60), version=0, nonce="n1")
    assert (first.version, again.version, again.again) == (1, 1, True)
    assert Hand.objects.count() == 1
    assert Submission.objects.count() == 1


def test_the_last_hand_is_taken_back(board, organiser):
    entering.enter_hand(board, organiser, hand("A", 0), version=0)
    saved = entering.undo_last_hand(board, organiser, version=1)
    assert saved.result.levels == {"A": "2", "B": "2"}
    match = Match.objects.get(pk=board.match_id)
    assert (match.kept, match.version, match.hands.count()) == ("", 2, 0)


def test_nothing_is_entered_before_the_clock_starts(event, organiser):
    round_ = publish_round(draw_round(event.stages.get(), organiser).round, organiser)
    with pytest.raises(Refused) as refused:
        entering.enter_hand(round_.boards.first(), organiser, hand("A", 60), version=0)
    assert codes(refused) == ["round-not-started"]


def test_a_confirmed_result_takes_no_more_hands(board, organiser):
    version = play(board, organiser, [("A", 60)])
    with pytest.raises(Refused) as refused:
        entering.enter_hand(board, organiser, hand("A", 60), version=version)
    assert codes(refused) == ["result-confirmed"]


def test_an_unfinished_match_cannot_be_confirmed(board, organiser):
    saved = entering.enter_hand(board, organiser, hand("A", 60), version=0)
    with pytest.raises(Refused) as refused:
        entering.confirm(board, organiser, version=saved.version)
    assert codes(refused) == ["match-not-over"]


def test_a_match_not_played_is_no_result(event, organiser, board):
    assert all(row.values["points"] == 0 for row in table_of(event.stages.get()).rows)


def test_a_cleared_result_is_no_draw(board, organiser, event):
    saved = entering.enter_levels(board, organiser, "5", "5", version=0)
    entering.clear_result(board, organiser, version=saved.version, reason="填错桌")
    assert Match.objects.get(pk=board.match_id).result["over"] is False
    assert all(row.values["points"] == 0 for row in table_of(event.stages.get()).rows)


def test_a_forfeit_gives_two_points_and_no_difference(board, organiser, event):
    """一-5: 对手弃权得2分."""
    saved = entering.give_verdict(board, organiser, "forfeit", "B", version=0, reason="迟到 10 分钟")
    entering.confirm(board, organiser, version=saved.version)
    winner = board.encounter.slots.get(side="A").entry.number
    row = table_of(event.stages.get()).row(winner)
    assert (row.values["points"], row.values["level_difference"]) == (2, 0)
    assert Match.objects.get(pk=board.match_id).result["levels"] is None


def test_a_double_forfeit_is_no_draw(board, organiser, event):
    saved = entering.give_verdict(board, organiser, "forfeit", "both", version=0, reason="双方未到")
    entering.confirm(board, organiser, version=saved.version)
    for slot in board.encounter.slots.all():
        assert table_of(event.stages.get()).row(slot.entry.number).values["points"] == 0


def test_a_verdict_needs_its_reason_and_its_side(board, organiser):
    for verdict, against, reason, code in (
        ("forfeit", "B", " ", "needs-reason"),
        ("forfeit", "", "x", "verdict-needs-its-side"),
        ("nonsense", "B", "x", "unknown-verdict"),
    ):
        with pytest.raises(Refused) as refused:
            entering.give_verdict(board, organiser, verdict, against, version=0, reason=reason)
        assert codes(refused) == [code]


def test_a_corrected_hand_replays_the_match(board, organiser):
    version = play(board, organiser, [("A", 0), ("A", 60)])
    entering.reopen(board, organiser, "第 1 副抄错")
    version += 1
    saved = corrections.replace_hands(
        board, organiser, [hand("A", 5), hand("A", 60)], version=version, reason="第 1 副是 5 分"
    )
    assert saved.result.levels == {"A": "5", "B": "2"}
    row = Audit.objects.get(action="hands-corrected")
    assert row.changes["hands"][0][0]["points"] == 0
    assert row.changes["hands"][1][0]["points"] == 5
    assert row.reason == "第 1 副是 5 分"


def test_a_correction_that_cannot_be_changes_nothing(board, organiser):
    entering.enter_hand(board, organiser, hand("A", 0), version=0)
    with pytest.raises(Refused):
        corrections.replace_hands(board, organiser, [hand("A", 3)], version=1, reason="x")
    assert Hand.objects.get().points == 0


def test_reopening_a_result_opens_its_closed_round(event, organiser, board):
    for one in board.round.boards.order_by("table"):
        play(one, organiser, [("A", 60)])
    timing.close_round(board.round, organiser)
    entering.reopen(board, organiser, "抄错")
    board.round.refresh_from_db()
    assert board.round.status == "playing"
    assert board.round.boards.filter(confirmed_at__isnull=True).count() == 1


def test_who_entered_a_result_does_not_confirm_it_where_two_people_are_asked_for(board, organiser, member):
    Board.objects.filter(pk=board.pk).update(two_people=True)
    saved = entering.enter_levels(board, organiser, "8", "2", version=0)
    with pytest.raises(Refused) as refused:
        entering.confirm(board, organiser, version=saved.version)
    assert codes(refused) == ["needs-second-person"]
    chief = member(board.round.stage.event, Role.CHIEF_REFEREE)
    entering.confirm(board, chief, version=saved.version)


def test_the_database_itself_refuses_one_person_for_both(board, organiser):
    with pytest.raises(IntegrityError), transaction.atomic():
        Board.objects.filter(pk=board.pk).update(
            two_people=True, entered_by=organiser, confirmed_by=organiser
        )


def test_confirming_an_old_version_is_a_conflict(board, organiser):
    entering.enter_levels(board, organiser, "8", "2", version=0)
    with pytest.raises(Conflict):
        entering.confirm(board, organiser, version=0)


def test_a_referee_enters_but_does_not_confirm_or_correct(board, member):
    referee = member(board.round.stage.event, Role.REFEREE)
    saved = entering.enter_levels(board, referee, "8", "2", version=0)
    for act in (
        lambda: entering.confirm(board, referee, version=saved.version),
        lambda: entering.reopen(board, referee, "x"),
        lambda: corrections.replace_hands(board, referee, [], version=saved.version, reason="x"),
        lambda: entering.give_verdict(board, referee, "forfeit", "A", version=saved.version, reason="x"),
        lambda: entering.clear_result(board, referee, version=saved.version, reason="x"),
    ):
        with pytest.raises(PermissionDenied):
            act()


def test_a_stranger_enters_nothing(board, django_user_model):
    stranger = django_user_model.objects.create_user("stranger")
    with pytest.raises(PermissionDenied):
        entering.enter_hand(board, stranger, hand("A", 60), version=0)


def test_the_hand_in_play_at_the_reminder_is_finished_and_one_more_is_played(board, organiser, time_machine):
    """一-2: 最后10分钟裁判提醒，再打一副牌，打完结束比赛."""
    start = board.round.clock_facts.get(kind="start").at
    version = entering.enter_hand(board, organiser, hand("A", 60), version=0).version
    time_machine.move_to(start.replace(microsecond=0) + timedelta(minutes=49))
    with pytest.raises(Refused) as refused:
        timing.mark_hand(board, organiser, 2)
    assert codes(refused) == ["reminder-not-yet"]
    time_machine.shift(120)
    timing.mark_hand(board, organiser, 2)
    saved = entering.end_table(board, organiser, version=version, marked=2)
    assert (saved.result.over, saved.result.last_hand) == (False, 3)
    version = entering.enter_hand(board, organiser, hand("A", 60), version=saved.version).version
    saved = entering.enter_hand(board, organiser, hand("A", 60), version=version)
    assert saved.result.over
    with pytest.raises(Refused):
        entering.enter_hand(board, organiser, hand("A", 60), version=saved.version)


def test_every_change_is_on_a_record_whose_rows_fit(board, organiser, event):
    play(board, organiser, [("A", 60), ("A", 120)])
    assert broken_link(event) is None
    row = Audit.objects.filter(event=event, action="hand-entered").first()
    Audit.objects.filter(pk=row.pk)._raw_delete("default")
    assert broken_link(event) == row.seq


def test_the_record_cannot_be_edited_through_the_application(board, event):
    row = Audit.objects.filter(event=event).first()
    row.reason = "x"
    for act in (row.save, row.delete, Audit.objects.all().delete, lambda: Audit.objects.update(reason="x")):
        with pytest.raises(TypeError):
            act()
