"""Pictures say what the tables say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.hands import JUMP
from rules.shipped import shipped_rule_set, shipped_slugs
from tournament.display.charts import bump, ruler, stairs


def picture(slug, here=None):
    rules = shipped_rule_set(slug)
    return ruler(rules.table.ruler(), rules.table.threshold, rules.total_points, here)


def test_ruler_of_three_decks_shows_the_bands_of_the_regulation():
    """三-6: 大光 +3, under 60 +2, 60–115 +1; from 120 the deal, +1 for each further 60."""
    drawn = picture("swiss-60min")
    assert [bar.text for bar in drawn.bars] == ["+3", "+2", "+1", "0", "+1", "+2", "+3"]
    assert [bar.attackers for bar in drawn.bars] == [False] * 3 + [True] * 4
    assert drawn.threshold_x == drawn.bars[3].x
    assert {"0", "60", "120", "180", "240", "300"} <= {tick.text for tick in drawn.ticks}


@pytest.mark.parametrize("slug", shipped_slugs())
def test_worth_of_a_last_band_of_one_total_is_written_within_the_picture(slug):
    last = picture(slug).bars[-1]
    assert last.text
    assert (last.anchor, last.text_x) in (
        ("end", last.x + last.width),
        ("middle", last.x + last.width // 2),
    )
    assert last.anchor == "end" or last.width >= 12


def test_more_levels_make_a_higher_bar():
    bars = picture("swiss-60min").bars
    assert bars[0].height > bars[1].height > bars[2].height > bars[3].height
    assert bars[3].height < bars[4].height < bars[5].height < bars[6].height


@pytest.mark.parametrize("slug", shipped_slugs())
def test_bars_of_every_rule_set_stand_side_by_side_within_the_ruler(slug):
    drawn = picture(slug)
    assert drawn.bars[0].x == drawn.left
    for one, following in zip(drawn.bars, drawn.bars[1:], strict=False):
        assert one.x < following.x
        assert one.x + one.width <= following.x + 2
    assert drawn.bars[-1].x + drawn.bars[-1].width <= drawn.right + 2
    assert all(bar.y >= 10 and bar.y + bar.height == drawn.base for bar in drawn.bars)
    assert all(b.x - a.x >= 20 for a, b in zip(drawn.ticks, drawn.ticks[1:], strict=False))


def test_the_jump_to_the_next_must_play_level_is_the_highest_bar():
    rules = shipped_rule_set("groups-cross-knockout")
    assert rules.table.ruler()[0].levels == JUMP
    bars = picture("groups-cross-knockout").bars
    assert bars[0].text == "↑"
    assert bars[0].height >= max(bar.height for bar in bars)


@pytest.mark.parametrize(("here", "inside"), [(-40, 0), (0, 0), (120, 120), (300, 300), (900, 300)])
def test_the_hand_tried_is_marked_within_the_ruler(here, inside):
    assert picture("swiss-60min", here).here_x == picture("swiss-60min", inside).here_x


HISTORY = {1: [(3, 1), (1, 2), (2, 2), (4, 4)], 2: [(1, 1), (3, 2), (4, 3), (2, 4)]}
NAMES = {1: "甲", 2: "乙", 3: "丙", 4: "丁"}


def test_a_track_goes_through_the_place_after_each_round():
    drawn = bump(HISTORY, NAMES, 3)
    places = {track.number: [dot.place for dot in track.dots] for track in drawn.tracks}
    assert places == {1: [2, 1], 2: [3, 4], 3: [1, 2], 4: [4, 3]}
    assert [track.chosen for track in drawn.tracks] == [False, False, False, True]
    assert drawn.tracks[-1].rank == 2


def test_entries_that_share_a_rank_do_not_cover_each_other():
    drawn = bump(HISTORY, NAMES)
    first_round = [track.dots[0].y for track in drawn.tracks]
    assert len(set(first_round)) == 4


def test_a_late_entry_begins_in_its_first_round():
    drawn = bump({1: [(1, 1)], 2: [(2, 1), (1, 2)]}, NAMES)
    assert {track.number: len(track.dots) for track in drawn.tracks} == {1: 2, 2: 1}


@given(st.integers(2, 90), st.integers(1, 5), st.integers(1, 100), st.randoms(use_true_random=False))
def test_the_part_shown_holds_the_one_picked_out(size, rounds, first, chance):
    entries = list(range(1, size + 1))
    history = {}
    for round_ in range(1, rounds + 1):
        chance.shuffle(entries)
        history[round_] = [(number, place) for place, number in enumerate(entries, 1)]
    chosen = chance.choice(entries)
    drawn = bump(history, {}, chosen, first)
    assert chosen in {track.number for track in drawn.tracks}
    assert len(drawn.tracks) <= 40
    for track in drawn.tracks:
        assert not track.end.out
        assert all(20 <= dot.y <= drawn.height for dot in track.dots)


def test_without_a_round_there_is_nothing_to_draw():
    assert bump({}, {}).tracks == []


def test_stairs_rise_where_the_levels_rise():
    """A rises by two, then B by three: the lines end at the third and the fourth rung."""
    drawn = stairs([(1, (2, 0)), (1, (2, 3))], 0, {0: "2", 1: "3", 2: "4", 3: "5"})
    a, b = drawn.stairs
    rungs = {tick.text: tick.x for tick in drawn.rungs}
    assert (a.side, a.y, b.side, b.y) == ("A", rungs["4"], "B", rungs["5"])
    assert [tick.text for tick in drawn.hands] == ["1", "2"]
    assert drawn.games == []


def test_each_game_begins_at_the_start_again():
    drawn = stairs([(1, (3, 0)), (2, (0, 1))], 0, {})
    assert len(drawn.stairs) == 4
    assert len(drawn.games) == 1
    start = drawn.rungs[0].x
    assert all(stair.points.split()[0].endswith(f",{start}") for stair in drawn.stairs)


def test_without_hands_there_are_no_stairs():
    assert stairs([], 0, {}) is None
