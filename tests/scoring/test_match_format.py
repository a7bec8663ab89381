"""A match format is checked when it is loaded, every fault at its key path."""

from __future__ import annotations

import tomllib

import pytest

from rules.answers import Refused
from scoring.matches import load_format
from tests.scoring.regulations import FIXTURES


def faults(data):
    with pytest.raises(Refused) as refused:
        load_format(data, "stage.swiss.match")
    found = [(problem.code, problem.at) for problem in refused.value.problems]
    assert all(at.startswith("stage.swiss.match") for _, at in found)
    return [(code, at.removeprefix("stage.swiss.match").lstrip(".")) for code, at in found]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ([], [("format-not-a-table", "")]),
        ({"best_off": 3}, [("format-unknown-key", "best_off")]),
        ({"best_of": 2}, [("format-even-games", "best_of")]),
        ({"best_of": "3"}, [("format-not-a-count", "best_of")]),
        ({"hands": 0}, [("format-not-a-count", "hands")]),
        ({"mercy": True}, [("format-not-a-count", "mercy")]),
        ({"time": 60}, [("format-not-a-table", "time")]),
        ({"time": {"minuts": 60}}, [("format-unknown-key", "time.minuts")]),
        ({"time": {"minutes": 60, "at_time": "soon"}}, [("format-not-an-option", "time.at_time")]),
        ({"time": {"minutes": 60, "reminder": 60}}, [("format-after-the-end", "time.reminder")]),
        (
            {"time": {"minutes": 5, "no_new_deal_before": 6}},
            [("format-after-the-end", "time.no_new_deal_before")],
        ),
        (
            {"time": {"minutes": 60, "at_time": "one_more_after_reminder"}},
            [("format-missing", "time.reminder")],
        ),
        ({"level_at_time": "draw"}, [("format-not-a-list", "level_at_time")]),
        ({"level_at_time": ["luck"]}, [("format-not-an-option", "level_at_time[0]")]),
        ({"level_at_time": ["lots", "lots"]}, [("format-twice", "level_at_time[1]")]),
        ({"level_games": ["on_deal"]}, [("format-not-an-option", "level_games[0]")]),
        ({"open_game": "guess"}, [("format-not-an-option", "open_game")]),
        ({"labels": ["局"]}, [("format-not-a-table", "labels")]),
        ({"points": {"win": "2"}}, [("format-not-a-number", "points.win")]),
        ({"points": {"win": float("nan")}}, [("format-not-a-number", "points.win")]),
        ({"points": {"winn": 2}}, [("format-unknown-key", "points.winn")]),
        ({"points": {"forfeit": 2}}, [("format-not-two-numbers", "points.forfeit")]),
        ({"points": {"forfeit": [2, 0], "forfeit_win": 2}}, [("format-said-twice", "points.forfeit")]),
        ({"points": {"by": "base"}}, [("format-missing", "points.base")]),
        ({"points": {"by": "base", "base": 15, "cap": -1}}, [("format-not-a-number", "points.cap")]),
        ({"points": {"by": "levels"}}, [("format-missing", "points.levels")]),
        ({"points": {"by": "levels", "levels": "5"}}, [("format-not-a-list", "points.levels")]),
        ({"points": {"by": "hands", "hands": [["1", 1]]}}, [("format-not-a-pair", "points.hands[0]")]),
        ({"differences": {"forfeit": "much"}}, [("format-not-a-difference", "differences.forfeit")]),
        ({"differences": {"forfeit": [1, 2, 3]}}, [("format-not-two-numbers", "differences.forfeit")]),
        ({"differences": {"by": 1}}, [("format-unknown-key", "differences.by")]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_at_its_place(data, expected):
    assert faults(data) == expected


def test_what_is_not_said_follows_from_what_is():
    points = load_format({"points": {"win": 3, "loss": 1}}).points
    assert (points.draw, points.unfinished_win, points.unfinished_loss) == (2, 3, 1)
    assert (points.by_verdict("late", "A"), points.bye, points.free) == ((3, 1), 3, 3)
    assert load_format({"points": {"win": 1}}).points.draw == 0.5
    by_difference = load_format({"points": {"by": "difference"}}).points
    assert (by_difference.by_verdict("forfeit", "A"), by_difference.bye) == ((0, 0), 0)
    based = load_format({"points": {"by": "base", "base": 15, "cap": 10, "forfeit": [18, 0]}}).points
    assert based.by_difference(12) == (25, 5)
    assert (based.by_verdict("forfeit", "B"), based.bye) == ((0, 18), 18)
    half = load_format({"points": {"by": "difference", "per_level": 0.5}}).points
    assert half.by_difference(-3) == (-1.5, 1.5)


def test_clauses_of_the_regulation_are_kept_by_table():
    loaded = load_format({"clause": "八-五", "time": {"minutes": 60, "clause": "八-五-1"}})
    assert loaded.clauses == {"": "八-五", "time": "八-五-1", "points": "八-五", "differences": "八-五"}


TEMPLATES = sorted((FIXTURES / "templates").glob("*.toml"))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_the_matches_of_every_template_load(path):
    template = tomllib.loads(path.read_text(encoding="utf-8"))
    for stage in template["stage"]:
        assert load_format(stage.get("match", {})).best_of in (1, 3)
