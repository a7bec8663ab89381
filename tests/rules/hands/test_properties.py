"""What holds for every rule set and every hand."""

from dataclasses import replace
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from rules.hands import (
    JUMP,
    SUITS,
    HandFacts,
    Ladder,
    LastTrick,
    MatchState,
    Outcome,
    PenaltyFact,
    RuleSet,
    Side,
    judge,
    load_rule_set,
    opening,
)
from rules.hands.judging import judge_at_length
from rules.shipped import shipped_rule_set, shipped_slugs
from tests.rules.hands.building import EIGHTY, rules

RUNGS = EIGHTY["ladder"]["rungs"]
slugs = st.sampled_from(shipped_slugs())


@st.composite
def ladders(draw: st.DrawFn) -> dict[str, Any]:
    size = draw(st.integers(2, 13))
    rungs = RUNGS[:size]
    below = draw(st.sampled_from([[], "mirror", ["-A"]]))
    must_play = draw(st.lists(st.sampled_from(rungs), unique=True))
    return {
        "rungs": rungs,
        "start": draw(st.sampled_from(rungs)),
        "after_target": draw(st.sampled_from(["game_won", "next_lap"])),
        "must_play": must_play,
        "must_play_stops": draw(st.sampled_from(["both", "declarers", "attackers"])),
        "attackers_may_leave": draw(st.booleans()),
        "pass_target": draw(st.sampled_from(["declared", "any"])),
        "below": below,
        "lost_at": draw(st.sampled_from(["never", "below_last", *(["last"] if below else [])])),
        "unused": draw(st.sampled_from(["lost", *(["taken_from_other"] if must_play else [])])),
    }


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    threshold = 5 * draw(st.integers(2, 40))
    table: dict[str, Any] = {
        "threshold": threshold,
        "attackers": {
            "every": 5 * draw(st.integers(1, 20)),
            "round": draw(st.sampled_from(["up", "down"])),
            "at_threshold": draw(st.integers(0, 2)),
        },
        "below_zero": draw(st.sampled_from(["as_zero", "clean_zero_only"])),
    }
    if draw(st.booleans()):
        starts = sorted({0, *(5 * n for n in draw(st.lists(st.integers(1, threshold // 5 - 1), max_size=4)))})
        gains = sorted(
            draw(st.lists(st.integers(0, 6), min_size=len(starts), max_size=len(starts))), reverse=True
        )
        table["declarers"] = {"bands": [list(band) for band in zip(starts, gains, strict=True)]}
    else:
        table["declarers"] = {
            "every": 5 * draw(st.integers(1, 20)),
            "round": draw(st.sampled_from(["up", "down"])),
        }
        table["below_zero"] = draw(st.sampled_from(["as_zero", "step", "clean_zero_only"]))
        table["zero"] = {"add": draw(st.integers(0, 2))}
    for side in ("declarers", "attackers"):
        cap = draw(st.none() | st.integers(0, 4))
        if cap is not None:
            table[side]["cap"] = cap
    return table


def drawn(**tables: Any) -> RuleSet:
    """A rule set with drawn tables. Some of their keys leave others without effect; what they say is clear
    all the same."""
    return load_rule_set({**EIGHTY, **tables}, kept=True)


rule_sets = st.one_of(
    slugs.map(shipped_rule_set),
    st.builds(lambda ladder, table: drawn(ladder=ladder, table=table), ladders(), tables()),
)


@st.composite
def standings(draw: st.DrawFn, rule_set: RuleSet) -> MatchState:
    """Any game that is not over."""
    ladder = rule_set.ladder
    highest = 3 * ladder.size if ladder.laps else ladder.size - 1
    places = st.integers(-len(ladder.below) + (ladder.lost_at == "last"), highest)
    if not ladder.below:
        places = st.integers(0, highest)
    return opening(rule_set)._replace(a=draw(places), b=draw(places))


def totals(rule_set: RuleSet) -> st.SearchStrategy[int]:
    return st.integers(0, rule_set.total_points // 5).map(lambda fives: 5 * fives)


def outcome_of(rule_set: RuleSet, state: MatchState, facts: HandFacts, explain: bool = True) -> Outcome:
    outcome = judge(rule_set, state, facts, explain=explain)
    assert isinstance(outcome, Outcome), outcome
    return outcome


def jumped(ladder: Ladder, before: int, after: int) -> list[int]:
    return [position for position in range(before + 1, after) if ladder.is_must_play(position)]


@given(st.data())
def test_table_is_monotone_in_points(data: st.DataObject) -> None:
    rule_set = data.draw(rule_sets)
    table = rule_set.table
    low = -100 if table.below_zero != "clean_zero_only" else 0

    def worth(points: int) -> tuple[bool, float]:
        gain = table.gain(points)
        levels = float("inf") if gain.levels == JUMP else float(gain.levels)
        return gain.attackers, levels if gain.attackers else -levels

    row = [worth(points) for points in range(low, 2 * table.total, 5)]
    assert row == sorted(row)


@given(st.data())
def test_at_most_one_side_gains_and_it_is_the_one_that_declares_next(data: st.DataObject) -> None:
    rule_set = data.draw(rule_sets)
    state = data.draw(standings(rule_set))
    outcome = outcome_of(
        rule_set, state, HandFacts(data.draw(st.sampled_from("AB")), data.draw(totals(rule_set)))
    )
    risen = [side for side, rungs in outcome.gained.items() if rungs > 0]
    assert len(risen) <= 1
    if outcome.winner is None:
        assert risen in ([], [outcome.next_declarer])


@given(st.data())
def test_judged_hand_replayed_gives_the_same(data: st.DataObject) -> None:
    rule_set = data.draw(rule_sets)
    state = data.draw(standings(rule_set))
    facts = HandFacts("A", data.draw(totals(rule_set)), data.draw(st.sampled_from([None, "N", "E"])))
    assert outcome_of(rule_set, state, facts) == outcome_of(rule_set, state, facts)


@given(st.data())
def test_quick_way_and_long_way_agree(data: st.DataObject) -> None:
    rule_set = data.draw(rule_sets)
    state = data.draw(standings(rule_set))
    if data.draw(st.booleans()):
        state = state._replace(declarer=Side.A, seat="N", north_south=Side.A)
    fives = st.integers(-50, 50).map(lambda five: 5 * five)
    seat = data.draw(st.sampled_from([None, None, None, "N"]))
    facts = HandFacts(data.draw(st.sampled_from("AABBC")), data.draw(fives | st.integers(0, 200)), seat)
    if data.draw(st.booleans()):
        trick = LastTrick(
            data.draw(st.sampled_from(["attackers", "declarers", "A", "north"])),
            *data.draw(st.sampled_from([(1, 1), (2, 2), (2, 4), (3, 6), (2, 3)])),
            *data.draw(st.sampled_from([(None, None), (True, "J"), (False, "9"), (True, "K")])),
        )
        facts = facts._replace(
            points=data.draw(st.sampled_from([None, None, facts.points])),
            tricks=data.draw(totals(rule_set)),
            bottom=data.draw(st.sampled_from([None, 0, 10, 20])),
            last_trick=data.draw(st.sampled_from([None, trick])),
            trump_suit=data.draw(st.sampled_from([None, "S", "NT"])),
        )
    explained = judge_at_length(rule_set, state, facts)
    assert judge(rule_set, state, facts) == explained
    if isinstance(explained, Outcome):
        explained = replace(explained, reasons=())
    assert judge(rule_set, state, facts, explain=False) == explained


@given(st.data())
def test_no_level_lies_outside_the_ladder_and_no_must_play_rung_is_jumped(data: st.DataObject) -> None:
    rule_set = data.draw(rule_sets)
    ladder = rule_set.ladder
    state = data.draw(standings(rule_set))
    for _ in range(6):
        if state.winner is not None:
            break
        declarer = state.declarer or "A"
        outcome = outcome_of(rule_set, state, HandFacts(declarer, data.draw(totals(rule_set))))
        for side, level in outcome.levels.items():
            assert ladder.known(level)
            assert ladder.parse(level) == outcome.state.position(side)
            stops = ladder.stops_declarers if side == declarer else ladder.stops_attackers
            if stops:
                assert jumped(ladder, state.position(side), outcome.state.position(side)) == []
        assert outcome.gained_a == outcome.state.a - state.a
        assert outcome.gained_b == outcome.state.b - state.b
        state = outcome.state


@given(st.data())
def test_attackers_never_leave_a_must_play_rung_upwards(data: st.DataObject) -> None:
    keys = data.draw(ladders())
    rung = data.draw(st.sampled_from(keys["rungs"]))
    keys = {**keys, "must_play": [rung], "attackers_may_leave": False}
    rule_set = drawn(ladder=keys, table=data.draw(tables()))
    state = data.draw(standings(rule_set))._replace(b=rule_set.ladder.parse(rung))
    outcome = outcome_of(rule_set, state, HandFacts("A", data.draw(totals(rule_set))))
    assert outcome.gained_b <= 0


@given(st.data())
def test_climbing_never_loses_a_level_unsaid(data: st.DataObject) -> None:
    ladder = drawn(ladder=data.draw(ladders())).ladder
    position = data.draw(st.integers(0, ladder.size - 1))
    levels = data.draw(st.integers(0, 20))
    after, unused = ladder.rise(position, levels, data.draw(st.booleans()))
    assert after - position + unused == levels or ladder.has_won(after)
    assert unused >= 0


@given(st.data())
def test_names_of_levels_can_be_read_back(data: st.DataObject) -> None:
    ladder = drawn(ladder=data.draw(ladders())).ladder
    highest = 5 * ladder.size if ladder.laps else ladder.size
    position = data.draw(st.integers(ladder.lowest, highest))
    assert ladder.parse(ladder.label(position)) == position


@given(st.data())
def test_detail_and_total_give_the_same_outcome(data: st.DataObject) -> None:
    rule_set = data.draw(slugs.map(shipped_rule_set))
    state = data.draw(standings(rule_set))
    tricks = data.draw(totals(rule_set))
    most = min(rule_set.bottom.max_points, rule_set.total_points - tricks)
    bottom = data.draw(st.integers(0, most // 5).map(lambda fives: 5 * fives))
    unit = data.draw(st.integers(1, min(rule_set.decks, 4)))
    cards = unit * (data.draw(st.integers(1, 3)) if unit > 1 else 1)
    by = data.draw(st.sampled_from(["attackers", "declarers"]))
    trick = LastTrick(by, unit, cards, data.draw(st.booleans()))
    detailed = outcome_of(rule_set, state, HandFacts("A", tricks=tricks, bottom=bottom, last_trick=trick))
    assert detailed.points is not None
    assert detailed.points >= tricks
    simple = outcome_of(rule_set, state, HandFacts("A", detailed.points))
    # Who swept is known better from the tricks.
    assert simple.state == detailed.state._replace(swept=simple.state.swept)
    assert simple.gained == detailed.gained


@given(st.data())
def test_any_facts_are_judged_or_refused_but_never_crash(data: st.DataObject) -> None:
    rule_set = data.draw(rule_sets)
    state = data.draw(standings(rule_set))
    numbers = st.none() | st.integers(-50, 450)
    small = st.none() | st.integers(-1, 60)
    trick = st.builds(
        LastTrick,
        st.sampled_from(["attackers", "declarers", "A", "B", "C"]),
        small,
        small,
        st.none() | st.booleans(),
        st.none() | st.sampled_from(["2", "J", "A", "BJ", "X"]),
        st.none() | st.sampled_from([*SUITS, "X"]),
    )
    codes = st.sampled_from([*rule_set.penalties.codes(), "ruling", "no-such"])
    penalty = st.builds(
        PenaltyFact,
        codes,
        st.sampled_from(["attackers", "declarers", "A", "B", "C"]),
        small,
        numbers,
        small,
        st.booleans(),
        st.sampled_from(["", "x"]),
        st.sampled_from([None, {"levels": 2}, {"deal": "passes"}, {"wrong": 1}]),
    )
    facts = HandFacts(
        declarer=data.draw(st.sampled_from(["A", "B", "", "C"])),
        points=data.draw(numbers),
        seat=data.draw(st.sampled_from([None, "N", "E", "X"])),
        tricks=data.draw(numbers),
        bottom=data.draw(numbers),
        last_trick=data.draw(st.none() | trick),
        trump_suit=data.draw(st.sampled_from([None, "S", "NT", "X"])),
        buried_by=data.draw(st.sampled_from([None, "A", "B", "attackers", "X"])),
        penalties=tuple(data.draw(st.lists(penalty, max_size=2))),
        void=data.draw(st.booleans()),
        nobody_bid=data.draw(st.booleans()),
    )
    answer = judge(rule_set, state, facts)
    if isinstance(answer, Outcome):
        assert all(rule_set.ladder.known(level) for level in answer.levels.values())
        # A winner has no next hand; anybody else has, or the hand is dealt again, or the game begins anew.
        assert answer.winner is None or answer.next_declarer is None
    else:
        assert answer
        assert all(problem.severity == "error" for problem in answer)


@given(st.data())
def test_hook_never_lifts_the_declarers_and_never_sinks_the_attackers(data: st.DataObject) -> None:
    rule_set = rules(data.draw(st.sampled_from(["groups-cross-knockout", "twenty-per-level"])))
    state = data.draw(standings(rule_set))._replace(a=rule_set.ladder.parse("J"))
    trick = LastTrick("attackers", 1, 1, data.draw(st.sampled_from([True, None])), "J")
    assume(trick.trump or rule_set.slug == "groups-cross-knockout")
    points = data.draw(totals(rule_set))
    outcome = outcome_of(rule_set, state, HandFacts("A", points, last_trick=trick))
    assert outcome.gained_b >= 0
    if any(reason.code == "hook" for reason in outcome.reasons):
        assert outcome.gained_a < 0
