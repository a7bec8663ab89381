"""The changes that a page tells before a correction or a ruling are those that are there afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.models import Match
from tests.hall import play
from tests.stages.conftest import MATCH, begin, boards_of, numbers, play_round
from tests.stages.conftest import make as make_stages
from tournament.keeping.verifying import verify
from tournament.models import Board, Entry, Role, Stage
from tournament.officiating import timing
from tournament.officiating.decisions import approve
from tournament.stages.departure import departure_of
from tournament.stages.drawing import draw_round, publish_round
from tournament.stages.standings import DIFFERENCES, standings_of

pytestmark = pytest.mark.django_db

make = make_stages  # the fixture by its own name
LOTS = {**MATCH, "level_at_time": ["on_deal", "lots"]}
TIEBREAKS = [
    "points",
    {"tied": 2, "use": "head_to_head", "else": "level_difference"},
    "level_difference",
    "opponents_points_cut1",
    "progressive_less_first",
]
SWISS = {"format": "swiss", "rounds": 3, "match": LOTS, "standings": {"tiebreaks": TIEBREAKS}}
GROUPS = {"format": "round_robin", "groups": 2, "match": LOTS, "standings": {"tiebreaks": TIEBREAKS}}


def written(key: str, value: Any) -> str:
    if value is None:
        return "—"
    if key in DIFFERENCES and value:
        return f"{'+' if value > 0 else '−'}{abs(value):g}"
    return f"{value:g}"


def lines(stage: Stage) -> dict[int, tuple[str, dict[str, str]]]:
    found = standings_of(stage)
    return {
        line.number: (
            "—" if line.rank is None else str(line.rank),
            {column.short: written(column.key, line.values.get(column.key)) for column in found.columns},
        )
        for line in found.lines
    }


def changes(before: Any, after: Any) -> dict[int, Any]:
    """What is another line afterwards: places, and the values that are others."""
    return {
        number: (
            before[number][0],
            after[number][0],
            {
                name: (before[number][1].get(name), value)
                for name, value in after[number][1].items()
                if before[number][1].get(name) != value
            },
        )
        for number in after
        if before[number] != after[number]
    }


def told(page: Any) -> dict[int, Any]:
    assert page.status_code == 200, page.context["problems"]
    assert not page.context["moved_more"]
    return {
        line["entry"].number: (
            line["before"],
            line["after"],
            {one["name"]: (one["before"], one["after"]) for one in line["values"]},
        )
        for line in page.context["moved"]
    }


def at(board: Board, what: str = "hands") -> str:
    return f"/e/{board.round.stage.event.slug}/tables/{board.key}/{what}/"


def version(board: Board) -> int:
    return Match.objects.get(pk=board.match_id).version


def other_way_round(board: Board) -> dict[str, str]:
    """The slip of the other side's victory, by one level more."""
    ahead = Match.objects.get(pk=board.match_id).result["difference"]
    return {"kind": "levels", "a": "3", "b": "10"} if ahead > 0 else {"kind": "levels", "a": "10", "b": "3"}


ASKED = {
    "another winner": other_way_round,
    "more levels": lambda board: (
        {"kind": "levels", "a": "K", "b": "2"}
        if Match.objects.get(pk=board.match_id).result["difference"] > 0
        else {"kind": "levels", "a": "2", "b": "K"}
    ),
    "a forfeit": lambda board: {"kind": "verdict", "verdict": "forfeit", "against": "A"},
    "both forfeit": lambda board: {"kind": "verdict", "verdict": "forfeit", "against": "both"},
    "annulled": lambda board: {"kind": "verdict", "verdict": "annulled", "against": ""},
}


@pytest.mark.parametrize(
    ("plan", "asked"),
    [
        *[pytest.param(SWISS, asked, id=f"swiss-{asked}") for asked in ASKED if asked != "a forfeit"],
        *[pytest.param(GROUPS, asked, id=f"groups-{asked}") for asked in ("another winner", "a forfeit")],
    ],
)
def test_lines_told_before_a_correction_of_round_one_are_those_that_change(
    make: Any, organiser: Any, client: Any, plan: dict[str, Any], asked: str
):
    """Seven pairs, so with a bye in each round; round 2 is played, in the Swiss round 3 is published."""
    event = make(7, [plan])
    stage = event.stages.get()
    first = play_round(stage, organiser)
    play_round(stage, organiser)
    begin(stage, organiser)
    board = boards_of(first)[0]
    client.force_login(organiser)
    data = {**ASKED[asked](board), "version": version(board), "reason": "抄错"}
    before, seats = lines(stage), [numbers(one) for one in boards_of(stage.rounds.get(number=2))]
    page = client.post(at(board), {**data, "do": "preview"})
    foretold = told(page)
    assert lines(stage) == before
    assert client.post(at(board), {**data, "do": "save"}).status_code == 302
    assert foretold == changes(before, lines(stage))
    assert foretold
    assert [numbers(one) for one in boards_of(stage.rounds.get(number=2))] == seats
    assert verify(event) == []


def test_a_hand_of_round_one_is_corrected_after_round_two_is_published(
    make: Any, organiser: Any, client: Any
):
    event = make(8, [SWISS])
    stage = event.stages.get()
    first = begin(stage, organiser)
    for board in boards_of(first):
        play(board, organiser, [("A", 60), ("A", 60), ("A", 0)])
    timing.close_round(first, organiser)
    begin(stage, organiser)
    board = boards_of(first)[1]
    client.force_login(organiser)
    data = {"kind": "hands", "version": version(board), "reason": "抄错", "was": ["1", "2", "3"]}
    for place, (declarer, points) in enumerate([("A", 60), ("A", 0), ("A", 0)]):
        data |= {f"declarer-{place}": declarer, f"points-{place}": points}
    before = lines(stage)
    foretold = told(client.post(at(board), {**data, "do": "preview"}))
    saved = client.post(at(board), {**data, "do": "save"})
    assert saved.status_code == 302
    assert foretold == changes(before, lines(stage))
    assert set(foretold) >= set(numbers(board))
    assert verify(event) == []


def test_a_corrected_feeder_moves_the_seat_that_was_told_and_is_refused_once_that_match_has_begun(
    make: Any, organiser: Any, client: Any
):
    event = make(4, [{"format": "knockout", "match": LOTS}])
    stage = event.stages.get()
    first = play_round(stage, organiser)
    second = publish_round(draw_round(stage, organiser, seed="7").round, organiser)
    board = boards_of(first)[0]
    a, b = numbers(board)
    won, lost = (a, b) if Match.objects.get(pk=board.match_id).result["winner"] == "A" else (b, a)
    client.force_login(organiser)
    data = {**other_way_round(board), "version": version(board), "reason": "抄反了"}
    page = client.post(at(board), {**data, "do": "preview"})
    (said,) = page.context["follow"]
    assert f"{lost}" in said and f"{won}" in said
    seats = {numbers(one) for one in boards_of(second)}
    assert client.post(at(board), {**data, "do": "save"}).status_code == 302
    assert {numbers(one) for one in boards_of(second)} == {
        tuple(lost if one == won else won if one == lost else one for one in seat) for seat in seats
    }
    timing.start_round(second, organiser)
    data = {**other_way_round(board), "version": version(board), "reason": "又反了"}
    assert client.post(at(board), {**data, "do": "preview"}).status_code == 422
    assert client.post(at(board), {**data, "do": "save"}).status_code == 422
    assert verify(event) == []


@pytest.mark.parametrize("plan", [SWISS, GROUPS], ids=["swiss", "groups"])
def test_lines_told_before_a_disqualification_are_those_that_change_once_it_is_approved(
    make: Any, organiser: Any, client: Any, member: Any, plan: dict[str, Any]
):
    event = make(7, [plan])
    stage = event.stages.get()
    first = play_round(stage, organiser)
    play_round(stage, organiser)
    board = boards_of(first)[0]
    client.force_login(member(event, Role.CHIEF_REFEREE))
    data = {
        "side": "A",
        "offence": "ruling",
        "effect": "disqualified",
        "words": "作弊",
        "version": version(board),
    }
    before = lines(stage)
    foretold = told(client.post(at(board, "ruling"), {**data, "do": "preview"}))
    assert client.post(at(board, "ruling"), {**data, "do": "rule"}).status_code == 302
    assert lines(stage) == before
    approve(event.rulings.get(), member(event, Role.COMMITTEE))
    assert foretold == changes(before, lines(stage))
    out = event.entries.get(number=numbers(board)[0])
    assert out.status == Entry.Status.DISQUALIFIED
    assert foretold[out.number][1] == "—"
    assert verify(event) == []


@pytest.mark.parametrize("way", ["withdraw", "disqualify"])
@pytest.mark.parametrize("plan", [SWISS, GROUPS], ids=["swiss", "groups"])
def test_places_told_before_a_pair_leaves_are_those_that_change_and_come_back_with_it(
    make: Any, organiser: Any, client: Any, plan: dict[str, Any], way: str
):
    """After one of three matches in its group what a pair has played is struck; in the Swiss it stands."""
    event = make(8, [plan])
    stage = event.stages.get()
    play_round(stage, organiser)
    pair = event.entries.get(number=numbers(boards_of(stage.rounds.get())[0])[0])
    status = {"withdraw": Entry.Status.WITHDRAWN, "disqualify": Entry.Status.DISQUALIFIED}[way]
    client.force_login(organiser)
    before = lines(stage)
    (one,) = departure_of(pair, status)
    assert one.struck == (plan is GROUPS)
    address = f"/e/{event.slug}/entries/{pair.number}/"
    page = client.get(address).content.decode()
    assert all(
        f"{number} 号 {was} → {then or '—'}" in page or f"no. {number}: {was} → {then or '—'}" in page
        for number, was, then in one.moves
    )
    assert client.post(address, {way: "1", "reason": "生病"}).status_code == 302
    after = lines(stage)
    moved = {number: (before[number][0], after[number][0]) for number in before}
    assert {number: (str(was), str(then or "—")) for number, was, then in one.moves} == {
        number: places for number, places in moved.items() if places[0] != places[1]
    }
    assert verify(event) == []
    assert client.post(address, {"reinstate": "1", "reason": "好了"}).status_code == 302
    assert lines(stage) == before
