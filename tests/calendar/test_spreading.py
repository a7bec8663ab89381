"""Rounds are put into sessions in order, where there is time and there are tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournament.plan.calendar import RoundNeed, Span, check_calendar, minutes_for, spread

DAY = datetime(2026, 12, 3, 6, tzinfo=UTC)


def thursday(week: int, minutes: int = 150, tables: int = 8, hall: str = "") -> Span:
    starts = DAY + timedelta(weeks=week)
    return Span(
        f"w{week}{hall}",
        f"第{week + 1}个周四{hall}",
        starts,
        starts + timedelta(minutes=minutes),
        tables,
        hall,
    )


def rounds(count: int, stage: str = "swiss", minutes: int | None = 60, follows: str = "") -> list[RoundNeed]:
    return [RoundNeed(stage, stage, number, 8, minutes, follows) for number in range(1, count + 1)]


def test_two_rounds_of_an_hour_fit_into_an_afternoon_of_two_and_a_half_hours():
    found = spread(rounds(4), [thursday(0), thursday(1)], {})
    assert found == {("swiss", 1): "w0", ("swiss", 2): "w0", ("swiss", 3): "w1", ("swiss", 4): "w1"}


def test_the_pause_after_the_last_round_needs_no_room():
    assert len(spread(rounds(2), [thursday(0, minutes=130)], {})) == 2
    assert len(spread(rounds(2), [thursday(0, minutes=129)], {})) == 1


def test_half_the_tables_take_twice_the_time():
    assert minutes_for(rounds(1)[0], thursday(0, tables=4)) == 2 * minutes_for(
        rounds(1)[0], thursday(0, tables=8)
    )
    assert len(spread(rounds(2), [thursday(0, tables=4)], {})) == 1


def test_a_round_without_a_clock_takes_a_session_of_its_own():
    found = spread(rounds(2, minutes=None), [thursday(0), thursday(1)], {})
    assert found == {("swiss", 1): "w0", ("swiss", 2): "w1"}


def test_a_stage_waits_for_the_one_that_it_follows():
    needs = [*rounds(2, "groups"), *rounds(1, "final", follows="groups")]
    found = spread(needs, [thursday(0), thursday(1), thursday(2)], {("groups", 2): "w1"})
    assert found[("final", 1)] == "w1"
    assert found[("groups", 1)] == "w0"


def test_rounds_for_which_no_session_is_left_get_none():
    assert ("swiss", 3) not in spread(rounds(3), [thursday(0)], {})


def test_a_round_by_appointment_holds_back_nothing():
    found = spread(rounds(2), [thursday(0)], {("swiss", 1): None})
    assert found == {("swiss", 2): "w0"}


def codes(needs, spans, placed):
    return [problem.code for problem in check_calendar(needs, spans, placed)]


def test_a_calendar_says_what_speaks_against_it():
    spans = [thursday(0), thursday(1)]
    assert codes(rounds(2), spans, {("swiss", 1): "w1", ("swiss", 2): "w0"}) == ["round-out-of-order"]
    assert codes(rounds(3), spans, {("swiss", one): "w0" for one in (1, 2, 3)}) == ["session-too-short"]
    assert codes(rounds(2), spans, {("swiss", 1): "w0"}) == ["rounds-without-session"]
    assert codes(rounds(2), spans, {}) == []


def test_a_final_before_its_groups_is_out_of_order():
    needs = [*rounds(1, "groups"), *rounds(1, "final", follows="groups")]
    assert codes(needs, [thursday(0), thursday(1)], {("groups", 1): "w1", ("final", 1): "w0"}) == [
        "round-out-of-order"
    ]


def test_two_sessions_in_one_hall_at_one_time_clash_and_in_two_halls_do_not():
    assert codes(
        [], [thursday(0, hall="东厅"), Span("x", "另一场", DAY, DAY + timedelta(hours=1), 4, "东厅")], {}
    ) == ["sessions-overlap"]
    assert codes([], [thursday(0, hall="东厅"), thursday(0, hall="西厅")], {}) == []


@given(
    st.lists(st.integers(30, 400), max_size=6),
    st.lists(st.tuples(st.integers(1, 6), st.integers(20, 180)), max_size=4),
)
def test_what_was_spread_has_nothing_against_it_but_what_found_no_session(lengths, stages):
    spans = [thursday(week, minutes) for week, minutes in enumerate(lengths)]
    needs = [
        need for place, (count, minutes) in enumerate(stages) for need in rounds(count, f"s{place}", minutes)
    ]
    found = spread(needs, spans, {})
    assert set(codes(needs, spans, found)) <= {"rounds-without-session"}
