"""A knock-out whose rounds are drawn anew has its tree on paper, in pictures and in the public JSON."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import gettext
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.documents.reading import all_faults, all_text, squeezed
from tests.papers.test_every_paper import opens, paper
from tests.papers.test_public_json import schema_of
from tournament.documents.brackets import bracket_svg
from tournament.documents.papers_brackets import brackets_of
from tournament.documents.redrawn import tree_of
from tournament.models import Round
from tournament.stages.redrawn import Met, rounds_met

REDRAWN = {"clock": 1, "redraw": 1}


def drawn_by(entries: int, random: Any, lucky: int = 0) -> list[list[Met]]:
    """The rounds of so many entries, drawn anew each time; the last one may rest. ``lucky`` losers of the
    first round stay in."""
    alive, rounds = list(range(1, entries + 1)), []
    while len(alive) > 1:
        random.shuffle(alive)
        number = len(rounds) + 1
        row = [
            Met(number, place + 1, (a, b), a)
            for place, (a, b) in enumerate(zip(alive[::2], alive[1::2], strict=False))
        ]
        if len(alive) % 2:
            row.append(Met(number, len(row) + 1, (alive[-1],), alive[-1]))
        rounds.append(row)
        losers = [met.sides[1] for met in row if not met.is_bye]
        alive = [met.winner for met in row if met.winner] + (losers[:lucky] if number == 1 else [])
    return rounds


@given(st.integers(2, 70), st.randoms(use_true_random=False), st.integers(0, 3))
def test_every_match_stands_once_each_row_halves_and_winners_go_to_where_they_played_next(
    entries: int, random: Any, lucky: int
):
    rounds = drawn_by(entries, random, lucky if entries > 12 else 0)
    tree = tree_of(rounds)
    assert [sorted(met.number for met in row if met) for row in tree.rows] == [
        [met.number for met in row] for row in rounds
    ]
    for row, following in zip(tree.rows, tree.rows[1:], strict=False):
        assert len(row) == 2 * len(following)
        for place, match in enumerate(following):
            for side, entry in enumerate(match.sides if match else ()):
                below = row[2 * place + side]
                assert (
                    below is None or below.winner == entry or entry not in [one.winner for one in row if one]
                )
    assert len(tree.rows[-1]) == 1


def test_match_both_sides_lost_keeps_its_place_though_nobody_goes_on():
    rounds = [
        [Met(1, 1, (1, 2), 1), Met(1, 2, (3, 4), None), Met(1, 3, (5, 6), 5)],
        [Met(2, 1, (1, 5), 1)],
    ]
    tree = tree_of(rounds)
    assert sorted(met.number for met in tree.rows[0] if met) == [1, 2, 3]
    assert [len(row) for row in tree.rows] == [4, 2, 1]


def test_rounds_to_come_are_empty_places_and_a_stage_may_end_with_several():
    first = [[Met(1, place, (2 * place, 2 * place + 1)) for place in range(1, 7)]]
    assert [len(row) for row in tree_of(first).rows] == [8, 4, 2, 1]
    assert [len(row) for row in tree_of(first, last=2).rows] == [6, 3]
    assert [len(row) for row in tree_of(first, last=1).rows] == [6]
    assert tree_of([]).rows == ()


@pytest.mark.django_db
def test_tree_is_on_paper_on_the_screen_and_in_pictures(played: Any):
    event = played("knockout-3deck", 11, rounds=None, chosen=REDRAWN)
    stage = event.stages.get()
    (bracket,) = brackets_of(stage)
    met = [one for row in rounds_met(stage) for one in row if not one.is_bye]
    boxes = [box for row in bracket.rounds for box in row if box is not None and box.number]
    assert sorted((box.a.number, box.b.number) for box in boxes) == sorted(one.sides for one in met)
    champion = met[-1].winner
    assert bracket.champion.number == champion
    assert bracket.round_titles[-1] == "决赛"
    made = paper(event, "bracket")
    assert all_faults(made.content) == []
    text = all_text(made.content)
    assert all(f"甲{number}" in text for number in range(1, 12))
    opens(paper(event, "bracket-picture"))
    assert f"甲{champion}" in bracket_svg(bracket)
    assert "轮空" in all_text(paper(event, "results-book").content)


@pytest.mark.django_db
def test_half_played_tree_says_what_will_be_drawn(played: Any):
    event = played("knockout-3deck", 11, rounds=1, chosen=REDRAWN)
    (bracket,) = brackets_of(event.stages.get())
    assert [len([box for box in row if box]) for row in bracket.rounds] == [5, 3, 2, 1]
    assert bracket.champion.number is None
    empty = brackets_of(event.stages.get(), filled=False)[0]
    assert {box.winner for row in empty.rounds for box in row if box} == {""}
    text = all_text(paper(event, "bracket").content)
    assert squeezed(gettext("to be drawn")) in text


@pytest.mark.django_db
def test_public_json_has_the_drawn_rounds_with_where_each_side_comes_from(client: Any, played: Any):
    event = played("knockout-3deck", 11, rounds=2, chosen=REDRAWN)
    answer = client.get(f"/e/{event.slug}/api/bracket/knockout.json")
    said = answer.json()
    path = "/e/{event}/api/bracket/{stage}.json"
    assert list(Draft202012Validator(schema_of(path)).iter_errors(said)) == []
    assert said["redrawn"] is True
    assert [one["match"] for one in said["matches"]] == list(range(1, 9))
    second = [one for one in said["matches"] if one["round"] == 2]
    for match in second:
        for side in match["sides"]:
            if side["from"] is not None:
                before = said["matches"][side["from"]["match"] - 1]
                assert before["winner"] == side["entry"]["number"]
    assert [side["from"] for one in second for side in one["sides"]].count(None) == 1


@pytest.mark.django_db
def test_draft_round_is_in_no_tree(played: Any, organiser: Any):
    from tournament.stages.drawing import draw_round

    event = played("knockout-3deck", 11, rounds=1, chosen=REDRAWN)
    draw_round(event.stages.get(), organiser, seed="3")
    assert Round.objects.filter(status="draft").exists()
    assert len(rounds_met(event.stages.get())) == 1
