"""Several boards at once, folded into one result of two squads; and a stage's standings as configured."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from scoring.matches import load_format
from scoring.standings import (
    EncounterRules,
    Entry,
    Kind,
    Result,
    encounter_result,
    load_encounter,
    load_standings,
    load_tiebreaks,
    rank,
)
from tests.scoring.drawn import forfeited, played

BOARDS = [played(1, "r1", "b1", 5, 0), played(1, "r2", "b2", 3, 4), played(1, "r3", "b3", 1, 0)]
RESULT = EncounterRules(by="result", win=3, draw=1, loss=0)


def test_the_points_of_the_boards_are_the_squads():
    result = encounter_result(1, "red", "blue", BOARDS, EncounterRules())
    assert (result.points, result.winner, result.difference) == ((4, 2), "a", (5, -5))
    assert (result.card_points, result.kind) == ((45, 20), Kind.PLAYED)


def test_more_boards_win_the_encounter():
    assert encounter_result(1, "red", "blue", BOARDS, RESULT).points == (3, 0)
    turned = [played(1, "r1", "b1", 0, 1), played(1, "r2", "b2", 0, 1), played(1, "r3", "b3", 9, 0)]
    assert encounter_result(1, "red", "blue", turned, RESULT).points == (0, 3)


def test_level_on_boards_is_a_draw_unless_small_points_or_card_points_decide():
    level = [played(1, "r1", "b1", 5, 0), played(1, "r2", "b2", 3, 4)]
    drawn = encounter_result(1, "red", "blue", level, RESULT)
    assert (drawn.points, drawn.winner) == ((1, 1), None)
    rules = EncounterRules(by="result", win=3, means=("boards", "small_points"))
    assert encounter_result(1, "red", "blue", level, rules).winner == "a"
    even = [
        Result(1, "r1", "b1", points=(2, 0), winner="a", card_points=(100, 120)),
        Result(1, "r2", "b2", points=(0, 2), winner="b", card_points=(100, 120)),
    ]
    by_cards = EncounterRules(by="result", means=("boards", "small_points", "card_points"))
    assert encounter_result(1, "red", "blue", even, by_cards).winner == "b"


def test_an_open_board_keeps_the_encounter_open():
    boards = [*BOARDS[:2], Result(1, "r3", "b3", Kind.PENDING)]
    assert encounter_result(1, "red", "blue", boards, RESULT).kind is Kind.PENDING
    assert encounter_result(1, "red", "blue", [], RESULT).kind is Kind.PENDING


def test_boards_all_forfeited_by_one_squad_are_a_forfeit_of_the_encounter():
    gone = [forfeited(1, f"r{n}", f"b{n}", "b") for n in range(3)]
    result = encounter_result(1, "red", "blue", gone, RESULT)
    assert (result.kind, result.winner, result.points) == (Kind.FORFEIT, "a", (3, 0))
    mixed = [*gone[:2], forfeited(1, "r9", "b9", "a")]
    assert encounter_result(1, "red", "blue", mixed, RESULT).kind is Kind.PLAYED


def test_encounters_are_ranked_like_any_results():
    result = encounter_result(1, "red", "blue", BOARDS, RESULT)
    table = rank([Entry("red"), Entry("blue")], [result], load_tiebreaks(["points", "small_points"]))
    assert [(row.entry, row.values["small_points"]) for row in table.rows] == [("red", 5), ("blue", -5)]


@pytest.mark.parametrize(
    ("data", "code", "at"),
    [
        ({"bye": 2}, "format-unknown-key", "squads.encounter.bye"),
        ({"by": "luck"}, "format-not-an-option", "squads.encounter.by"),
        ({"win": "3"}, "format-not-a-number", "squads.encounter.win"),
        ({"means": "boards"}, "format-not-a-list", "squads.encounter.means"),
        ({"means": ["lots"]}, "format-not-an-option", "squads.encounter.means[0]"),
    ],
)
def test_what_is_wrong_with_an_encounter_is_said_at_its_place(data, code, at):
    with pytest.raises(Refused) as refused:
        load_encounter(data)
    assert [(problem.code, problem.at) for problem in refused.value.problems] == [(code, at)]


def test_an_encounter_is_read():
    data = {"by": "result", "win": 3, "draw": 1.5, "means": ["boards", "small_points"]}
    assert load_encounter(data) == EncounterRules("result", 3, 1.5, 0, ("boards", "small_points"))


POINTS = load_format({"points": {"win": 3, "loss": 1}}).points


def test_the_standings_of_a_stage_are_read_from_its_template():
    plan, settings = load_standings({"tiebreaks": ["points", "lots"]}, POINTS, seed="s7")
    assert [tiebreak.key for tiebreak in plan.tiebreaks()] == ["points", "lots"]
    assert (settings.win, settings.draw, settings.unplayed, settings.seed) == (3, 2, "fide", "s7")
    own = {"tiebreaks": ["points"], "unplayed": "nothing", "seed": 4}
    _, settings = load_standings(own, POINTS, seed=1, round_robin=True)
    assert (settings.unplayed, settings.seed) == ("nothing", 4)
    assert (
        load_standings({"tiebreaks": ["points"]}, POINTS, round_robin=True)[1].unplayed == "fide_round_robin"
    )


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({}, [("tiebreaks-empty", "standings.tiebreaks")]),
        (["points"], [("format-not-a-table", "standings")]),
        ({"tiebreaks": ["points", "points"]}, [("tiebreak-twice", "standings.tiebreaks[1]")]),
        (
            {
                "tiebreaks": ["points"],
                "unplayd": "fide",
                "unplayed": "x",
                "seed": True,
                "disqualified": "never",
            },
            [
                ("format-unknown-key", "standings.unplayd"),
                ("unplayed-unknown", "standings.unplayed"),
                ("format-not-an-option", "standings.disqualified"),
                ("seed-not-understood", "standings.seed"),
            ],
        ),
    ],
)
def test_what_is_wrong_with_the_standings_of_a_stage_is_said_at_its_place(data, expected):
    with pytest.raises(Refused) as refused:
        load_standings(data, POINTS)
    assert [(problem.code, problem.at) for problem in refused.value.problems] == expected
