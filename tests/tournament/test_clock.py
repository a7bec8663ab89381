"""The clock of 0-… : 60 minutes, a reminder 10 minutes before the end."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.clock import Fact, read

NINE = datetime(2026, 11, 30, 9, 0, tzinfo=ZoneInfo("Asia/Shanghai"))


def after(minutes: float) -> datetime:
    return NINE + timedelta(minutes=minutes)


def test_clock_waits_until_the_round_starts():
    shown = read([], NINE, 60, 10)
    assert (shown.state, shown.remaining, shown.over) == ("waiting", None, False)


def test_reminder_comes_ten_minutes_before_the_end():
    facts = [Fact("start", NINE)]
    assert not read(facts, after(49.9), 60, 10).reminded
    assert read(facts, after(50), 60, 10).reminded
    assert read(facts, after(50), 60, 10).remaining == 600


def test_time_goes_on_below_zero_when_it_is_up():
    shown = read([Fact("start", NINE)], after(63), 60, 10)
    assert shown.over
    assert shown.remaining == -180


def test_pause_moves_the_end_by_its_length():
    facts = [Fact("start", NINE), Fact("pause", after(20)), Fact("resume", after(25))]
    shown = read(facts, after(30), 60, 10)
    assert shown.remaining == 35 * 60
    assert shown.deadline == after(65)


def test_clock_stands_still_while_paused():
    facts = [Fact("start", NINE), Fact("pause", after(20))]
    assert read(facts, after(20), 60).remaining == read(facts, after(50), 60).remaining == 40 * 60
    assert read(facts, after(50), 60).state == "paused"
    assert read(facts, after(50), 60).deadline is None


def test_a_table_with_its_own_pause_moves_alone():
    round_facts = [Fact("start", NINE), Fact("pause", after(10)), Fact("resume", after(15))]
    own = [Fact("pause", after(12), own=True), Fact("resume", after(20), own=True)]
    assert read(round_facts, after(30), 60).deadline == after(65)
    assert read([*round_facts, *own], after(30), 60).deadline == after(70)


def test_extension_moves_the_end():
    facts = [Fact("start", NINE), Fact("extend", after(55), minutes=5)]
    assert read(facts, after(58), 60).deadline == after(65)


def test_the_hand_that_a_table_marked_is_kept():
    facts = [Fact("start", NINE), Fact("mark", after(50), hand=7, own=True)]
    assert read(facts, after(51), 60, 10).marked_hand == 7


def test_closing_stops_the_clock():
    facts = [Fact("start", NINE), Fact("close", after(61))]
    shown = read(facts, after(90), 60)
    assert (shown.state, shown.remaining, shown.closed_at) == ("closed", -60, after(61))


def test_a_round_without_a_limit_only_runs():
    shown = read([Fact("start", NINE)], after(500), None)
    assert (shown.state, shown.remaining, shown.over) == ("running", None, False)


def test_the_hour_that_daylight_saving_repeats_is_still_sixty_minutes():
    berlin = ZoneInfo("Europe/Berlin")
    start = datetime(2026, 10, 25, 0, 30, tzinfo=ZoneInfo("UTC"))
    later = (start + timedelta(minutes=45)).astimezone(berlin)
    assert read([Fact("start", start.astimezone(berlin))], later, 60).remaining == 15 * 60


@given(
    st.lists(st.tuples(st.integers(0, 100), st.sampled_from(["pause", "resume"]), st.booleans()), max_size=12)
)
def test_remaining_and_played_time_add_up(steps):
    facts = [Fact("start", NINE), *(Fact(kind, after(at), own=own) for at, kind, own in steps)]
    earlier, later = read(facts, after(100), 60), read(facts, after(120), 60)
    assert earlier.remaining - later.remaining == (20 * 60 if earlier.state == "running" else 0)


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 1, 0], [1, 0, 2]])
def test_the_order_in_which_facts_are_read_does_not_matter(order):
    facts = [Fact("start", NINE), Fact("pause", after(5)), Fact("resume", after(9))]
    assert read([facts[one] for one in order], after(20), 60).remaining == 44 * 60


def test_time_that_was_called_is_up_whatever_was_planned():
    facts = [Fact("start", NINE), Fact("call", after(40))]
    shown = read(facts, after(42), 60, 10)
    assert (shown.over, shown.reminded, shown.called, shown.remaining) == (True, True, True, -120)
    assert shown.deadline == after(40)
    assert not read(facts, after(39), 60, 10).called


def test_extending_takes_a_call_back():
    facts = [Fact("start", NINE), Fact("call", after(40)), Fact("extend", after(41), minutes=5)]
    shown = read(facts, after(42), 60, 10)
    assert (shown.over, shown.called, shown.deadline) == (False, False, after(65))


def test_a_call_after_the_end_changes_nothing_and_a_second_call_neither():
    facts = [Fact("start", NINE), Fact("call", after(70)), Fact("call", after(75))]
    assert read(facts, after(80), 60).deadline == after(60)
    early = [Fact("start", NINE), Fact("call", after(30)), Fact("call", after(35))]
    assert read(early, after(40), 60).deadline == after(30)


def test_a_round_without_a_limit_ends_when_time_is_called():
    shown = read([Fact("start", NINE), Fact("call", after(90))], after(91), None)
    assert (shown.over, shown.remaining, shown.deadline) == (True, -60, after(90))


def test_no_hand_begins_in_the_last_minutes():
    facts = [Fact("start", NINE)]
    assert read(facts, after(56.9), 60, 10, 3).last_deal_at == after(57)
    assert not read(facts, after(56.9), 60, 10, 3).no_more_deals
    assert read(facts, after(57), 60, 10, 3).no_more_deals
    assert not read(facts, after(57), 60, 10).no_more_deals
    assert read(facts, after(60), 60, 10).no_more_deals
