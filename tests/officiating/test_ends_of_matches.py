"""How a match ends and what it is worth, from the hands at a table to its page and the standings."""

from __future__ import annotations

import pytest

from scoring.models import Match
from tests.hall import play
from tests.stages.conftest import MATCH, begin, boards_of, numbers
from tests.stages.conftest import make as make_stages
from tournament.officiating import entering
from tournament.stages.tables import table_of

pytestmark = pytest.mark.django_db

make = make_stages  # the fixture by its own name
# 三-6: 35 points +2 for the declarers, 60 +1, 0 +3; at 120 the deal passes. So 4 : 4, with B on the deal.
LEVEL = [("A", 35), ("A", 120), ("B", 60), ("B", 60)]


@pytest.fixture
def table_with(make, organiser):
    """``table_with(match)``: the first table of a round whose matches have that format."""

    def begin_with(match):
        event = make(4, [{"format": "swiss", "rounds": 3, "match": match}])
        return boards_of(begin(event.stages.get(), organiser))[0]

    return begin_with


def result(board) -> dict:
    return Match.objects.get(pk=board.match_id).result


def enter_all(board, actor, hands) -> int:
    sent = 0
    for declarer, points in hands:
        hand = {"declarer": declarer, "points": points}
        sent = entering.enter_hand(board, actor, hand, version=sent, sure=True).version
    return sent


def page_of(client, board) -> str:
    client.cookies["django_language"] = "en"
    event = board.round.stage.event
    return client.get(f"/e/{event.slug}/match/{board.key}/").content.decode()


@pytest.mark.parametrize(
    ("means", "winner", "said"),
    [
        ("draw", None, "The levels are equal: a draw."),
        ("on_deal", "B", "are on the deal and win"),
        # A stood on 4 after the first hand, B after the fourth.
        ("first_to_reach", "A", "reached the level first and win"),
        # As attackers B made 35 + 120, A 60 + 60.
        ("card_points", "B", "have more card points and win"),
    ],
)
def test_a_level_score_at_time_is_decided_as_the_regulation_says(
    table_with, organiser, client, means, winner, said
):
    board = table_with({**MATCH, "level_at_time": [means]})
    play(board, organiser, LEVEL)
    found = result(board)
    assert (found["levels"], found["winner"], found["finished"]) == ({"A": "4", "B": "4"}, winner, False)
    assert said in page_of(client, board)
    points = {None: (1, 1), "A": (2, 0), "B": (0, 2)}[winner]
    table = table_of(board.round.stage)
    assert tuple(table.row(number).values["points"] for number in numbers(board)) == points


def test_lots_at_time_fall_once_and_are_on_the_page_with_their_seed(table_with, organiser, client):
    board = table_with({**MATCH, "level_at_time": ["lots"]})
    play(board, organiser, LEVEL)
    first = result(board)["winner"]
    assert first in ("A", "B")
    board.match.refresh_from_db()
    assert board.match.seed
    page = page_of(client, board)
    assert f"(seed {board.match.seed})" in page
    entering.reopen(board, organiser, "再看一遍")
    again = Match.objects.get(pk=board.match_id)
    entering.confirm(board, organiser, version=again.version)
    assert result(board)["winner"] == first


def test_one_more_hand_decides_a_level_score(table_with, organiser):
    board = table_with({**MATCH, "level_at_time": ["one_more_hand"]})
    sent = enter_all(board, organiser, LEVEL)
    sent = entering.end_table(board, organiser, version=sent).version
    assert not result(board)["over"]
    hand = {"declarer": "B", "points": 60}
    entering.enter_hand(board, organiser, hand, version=sent, sure=True)
    assert (result(board)["over"], result(board)["winner"]) == (True, "B")


def test_what_is_in_play_counts_for_nothing_where_time_stops_the_match(table_with, organiser):
    board = table_with({**MATCH, "time": {"minutes": 60, "at_time": "stop"}})
    sent = enter_all(board, organiser, [("A", 35)])
    entering.end_table(board, organiser, version=sent)
    assert (result(board)["over"], result(board)["levels"]) == (True, {"A": "4", "B": "2"})


THREE = {
    "best_of": 3,
    "mercy": 3,
    "time": {"minutes": 120, "at_time": "finish_hand"},
    "open_game": "leader_if_games_level",
    "level_games": ["small_points", "lots"],
    "level_at_time": ["on_deal", "lots"],
}
FIRST_TO_A = [("A", 0)]  # +3: the lead that wins the game
SECOND_TO_B = [("B", 35), ("B", 35)]  # +2 and +2


@pytest.mark.parametrize(
    ("hands", "winner", "said"),
    [
        # 八-五: 第一局未打完，领先者为胜
        ([("A", 120), ("B", 35)], "B", "game 1 is open: its leader wins"),
        # 第二局未打完，则第一局胜者为胜, whoever leads
        ([*FIRST_TO_A, ("B", 35)], "A", "Games stand 1 : 0; a game that is open does not count."),
        # 一比一，第三局未开始: 前两局的小分, here +3 −4
        ([*FIRST_TO_A, *SECOND_TO_B], "B", "have more small points"),
        # 一比一，第三局未打完: its leader, whatever the small points are
        ([*FIRST_TO_A, *SECOND_TO_B, ("A", 60)], "A", "game 3 is open: its leader wins"),
    ],
)
def test_an_unfinished_best_of_three_is_decided_as_the_second_regulation_says(
    table_with, organiser, client, hands, winner, said
):
    board = table_with(THREE)
    play(board, organiser, hands)
    assert (result(board)["over"], result(board)["winner"]) == (True, winner)
    assert said in page_of(client, board)


def test_a_best_of_three_is_over_with_two_games(table_with, organiser):
    board = table_with(THREE)
    enter_all(board, organiser, [*FIRST_TO_A, ("A", 0)])
    found = result(board)
    assert (found["over"], found["how"], found["winner"], found["finished"]) == (True, "games", "A", True)
    assert [game["winner"] for game in found["games"]] == ["A", "A"]


UNFINISHED = {"win": 3, "loss": 1, "unfinished_win": 2, "unfinished_loss": 1}
BASE = {"by": "base", "base": 15, "cap": 10, "forfeit": [18, 0]}


@pytest.mark.parametrize(
    ("points", "levels", "expected"),
    [
        (BASE, ("8", "2"), (21, 9)),
        (BASE, ("A", "2"), (25, 5)),
        ({"by": "difference"}, ("8", "2"), (6, -6)),
        ({"by": "levels", "levels": [["5", 1], ["J", 2.5]]}, ("J", "6"), (2.5, 1)),
        ({"win": 1, "draw": 0.5}, ("6", "6"), (0.5, 0.5)),
        ({"win": 1, "draw": 0.5}, ("6", "5"), (1, 0)),
    ],
)
def test_every_way_to_give_points_reaches_the_table(table_with, organiser, client, points, levels, expected):
    board = table_with({**MATCH, "points": points})
    saved = entering.enter_levels(board, organiser, *levels, version=0)
    entering.confirm(board, organiser, version=saved.version)
    table = table_of(board.round.stage)
    assert tuple(table.row(number).values["points"] for number in numbers(board)) == expected
    event = board.round.stage.event
    page = client.get(f"/e/{event.slug}/standings/s1/{numbers(board)[0]}/").content.decode()
    assert f"<b>{expected[0]:g}</b>" in page


@pytest.mark.parametrize(
    ("hands", "expected"), [([("A", 0)], (3, 1)), ([("A", 35)], (2, 1)), ([("A", 120), ("B", 35)], (1, 2))]
)
def test_a_win_that_was_played_to_its_end_is_worth_more_than_one_at_time(
    table_with, organiser, hands, expected
):
    """3/1 for a lead of three, which ends the game; 2/1 where time does."""
    board = table_with({**MATCH, "mercy": 3, "points": UNFINISHED})
    sent = enter_all(board, organiser, hands)
    if not result(board)["over"]:
        sent = entering.end_table(board, organiser, version=sent).version
    entering.confirm(board, organiser, version=sent)
    table = table_of(board.round.stage)
    assert tuple(table.row(number).values["points"] for number in numbers(board)) == expected


def test_a_forfeit_has_its_own_worth_beside_a_base(table_with, organiser):
    board = table_with({**MATCH, "points": BASE})
    entering.give_verdict(board, organiser, "forfeit", "B", version=0, reason="未到")
    entering.confirm(board, organiser, version=1)
    table = table_of(board.round.stage)
    assert tuple(table.row(number).values["points"] for number in numbers(board)) == (18, 0)
    assert [part.value for part in table.explain(numbers(board)[0], "points")] == [18]
