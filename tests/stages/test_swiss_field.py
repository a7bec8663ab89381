"""What the pairing is told of a stage: ranks, points, byes, and who floated in the round before."""

from __future__ import annotations

import pytest

from tournament.stages.field import field_of

from .conftest import boards_of, numbers, play_round

pytestmark = pytest.mark.django_db


def swiss(method):
    return {"format": "swiss", "rounds": 4, "pairing": {"method": method, "first_round": "order"}}


def test_who_met_another_score_group_has_floated(make, organiser):
    event = make(6, [swiss("fold")])
    stage = event.stages.get()
    play_round(stage, organiser)
    points = {entry.id: entry.points for entry in field_of(stage, 2).entries}
    assert sorted(points.values()) == [0, 0, 0, 2, 2, 2]
    second = play_round(stage, organiser)
    crossing = [
        numbers(board) for board in boards_of(second) if len({points[one] for one in numbers(board)}) == 2
    ]
    assert len(crossing) == 1
    (one, other) = sorted(crossing[0], key=lambda number: -points[number])
    floated = {entry.id: entry.floated for entry in field_of(stage, 3).entries if entry.floated}
    assert floated == {one: "down", other: "up"}


def test_methods_without_score_groups_need_no_floats(make, organiser):
    event = make(6, [swiss("adjacent")])
    stage = event.stages.get()
    play_round(stage, organiser)
    play_round(stage, organiser)
    assert {entry.floated for entry in field_of(stage, 3).entries} == {None}
