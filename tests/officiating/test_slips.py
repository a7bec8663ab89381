"""Slips in one line while an older round is open again: never into a round that was not meant."""

from __future__ import annotations

import re
import uuid

import pytest

from rules.answers import Refused
from scoring.models import Match
from tests.hall import finish_round, proposed, start_round
from tournament.events.creating import create_event
from tournament.models import Board
from tournament.officiating import entering
from tournament.officiating.slips import SlipLine, enter_slip, read_line
from tournament.registration.registering import register

pytestmark = pytest.mark.django_db


@pytest.fixture
def rounds(event, organiser, round_):
    """Round 1 is finished, round 2 is being played."""
    finish_round(round_, organiser)
    second = start_round(event, organiser)
    second.refresh_from_db()
    return round_, second


def at(round_, table: int) -> Board:
    return round_.boards.select_related("match__rule_set", "round__stage__event").get(table=table)


def open_again(board: Board, chief, *, empty: bool = True) -> None:
    entering.reopen(board, chief, "slip misread")
    if empty:
        board = Board.objects.select_related("match", "round__stage__event").get(pk=board.pk)
        entering.clear_result(board, chief, version=board.match.version, reason="slip misread")


def slip_of(board: Board) -> dict | None:
    return Match.objects.get(pk=board.match_id).slip


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("2/3 7 4", SlipLine(3, "7", "4", "", 2)),
        ("２／３　７　４　ｂ", SlipLine(3, "7", "4", "B", 2)),
        ("2 / 3 7:A", SlipLine(3, "7", "A", "", 2)),
        ("3 7/4", SlipLine(3, "7", "4")),
        ("3 j 过A", SlipLine(3, "J", "passed")),
        ("3 A+ 9", SlipLine(3, "passed", "9")),
        ("3 Ａ＋ 9 b", SlipLine(3, "passed", "9", "B")),
        ("3 Passed 9", SlipLine(3, "passed", "9")),
        ("3 已打过 9", SlipLine(3, "passed", "9")),
        ("3 A 9", SlipLine(3, "A", "9")),
    ],
)
def test_the_round_may_stand_before_the_table(typed, expected):
    assert read_line(typed) == expected


@pytest.mark.parametrize("typed", ["2/3 7", "2/ 7", "2/3/7 4 1 1"])
def test_half_a_line_with_a_round_is_no_slip(typed):
    with pytest.raises(Refused) as refused:
        read_line(typed)
    assert [problem.code for problem in refused.value.problems] == ["slip-line"]


def test_another_table_of_an_older_round_that_is_open_again_changes_nothing(event, rounds, chief):
    first, second = rounds
    open_again(at(first, 1), chief)
    board, _line = enter_slip(event, chief, "2 10 5")
    assert (board.round, slip_of(at(second, 2))["levels"]) == (second, {"A": "10", "B": "5"})
    assert slip_of(at(first, 2))["levels"] == {"A": "8", "B": "2"}


@pytest.mark.parametrize("empty", [True, False])
def test_where_two_rounds_wait_for_a_table_the_round_is_asked_for(event, rounds, chief, empty):
    first, second = rounds
    open_again(at(first, 2), chief, empty=empty)
    before = slip_of(at(first, 2))
    with pytest.raises(Refused) as refused:
        enter_slip(event, chief, "2 10 5")
    [problem] = refused.value.problems
    assert (problem.code, problem.values["rounds"], problem.values["example"]) == (
        "slip-which-round",
        "1、2",
        "2/2 10 5",
    )
    assert (slip_of(at(first, 2)), slip_of(at(second, 2))) == (before, None)


def test_the_round_that_is_named_is_written_into(event, rounds, chief):
    first, second = rounds
    open_again(at(first, 2), chief)
    assert enter_slip(event, chief, "2/2 10 5")[0].round == second
    assert slip_of(at(first, 2)) is None
    assert enter_slip(event, chief, "1/2 3 6")[0].round == first
    assert slip_of(at(first, 2))["levels"] == {"A": "3", "B": "6"}
    assert slip_of(at(second, 2))["levels"] == {"A": "10", "B": "5"}


def test_the_older_round_is_meant_once_the_later_result_is_confirmed(event, rounds, chief):
    first, second = rounds
    open_again(at(first, 2), chief)
    enter_slip(event, chief, "2/2 10 5")
    later = at(second, 2)
    entering.confirm(later, chief, version=later.match.version)
    assert enter_slip(event, chief, "2 3 6")[0].round == first


def test_a_confirmed_result_is_never_replaced(event, rounds, chief):
    _first, second = rounds
    enter_slip(event, chief, "2 10 5")
    board = at(second, 2)
    entering.confirm(board, chief, version=board.match.version)
    with pytest.raises(Refused) as refused:
        enter_slip(event, chief, "2 3 6")
    [problem] = refused.value.problems
    assert (problem.code, problem.values["there"]) == ("slip-is-there", "10:5")


def test_a_round_that_is_not_played_has_no_such_table(event, rounds, chief):
    with pytest.raises(Refused) as refused:
        enter_slip(event, chief, "1/2 10 5")
    assert [problem.code for problem in refused.value.problems] == ["slip-no-table-in-round"]


def test_two_stages_that_play_the_same_table_are_told_apart_at_the_table(event, rounds, chief):
    _first, second = rounds
    stage = second.stage
    stage.pk, stage.key, stage.position, stage.slug = None, uuid.uuid4(), 9, "other"
    stage.name = "另一阶段"
    stage.save()
    other = at(second, 2)
    elsewhere = type(second).objects.create(stage=stage, number=2, status="playing")
    Board.objects.filter(pk=at(second, 1).pk).update(round=elsewhere, table=2)
    with pytest.raises(Refused) as refused:
        enter_slip(event, chief, "2 10 5")
    [problem] = refused.value.problems
    assert problem.code == "slip-which-stage"
    assert "另一阶段" in problem.values["stages"]
    assert slip_of(other) is None


def test_the_desk_says_into_which_round_and_table_it_wrote(client, event, rounds, chief):
    first, second = rounds
    open_again(at(first, 2), chief)
    client.force_login(chief)
    send = lambda line: client.post(f"/e/{event.slug}/desk/slip/", {"slip": line}, follow=True)  # noqa: E731 short and local
    refused = [str(message) for message in send("2 10 5").context["messages"]]
    assert "2/2 10 5" in refused[0]
    [said] = [str(message) for message in send("2/2 10 5").context["messages"]]
    assert second.stage.name in said
    table_and_levels = said.removeprefix(second.stage.name)
    assert re.findall(r"\d+", table_and_levels) == ["2", "2", "10", "5"]


def test_side_that_passed_the_ace_is_entered_at_the_desk_and_said_in_words(client, organiser):
    event = create_event(organiser, "knockout-best-of-three", "测试赛")
    register(event, organiser, [proposed(number, f"分会{number}") for number in range(1, 9)])
    round_ = start_round(event, organiser)
    client.force_login(organiser)
    page = client.post(f"/e/{event.slug}/desk/slip/", {"slip": "2 过A 9"}, follow=True).content.decode()
    assert slip_of(at(round_, 2))["levels"] == {"A": "passed", "B": "9"}
    assert "passed" not in page
    assert page.count("已打过 : 9") == 2, "in the answer and on the tile of the table"
    assert "已打过 : 9" in client.get(f"/e/{event.slug}/screen/part/").content.decode()
    record = client.get(f"/e/{event.slug}/record/").content.decode()
    assert "已打过" in record and "passed" not in record
    page = client.post(f"/e/{event.slug}/desk/slip/", {"slip": "1 14 9"}, follow=True).content.decode()
    assert "K, A, 已打过" in page
