"""Every answer of the judge has words, in both languages, without a gap left open."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from rules.answers import Problem, Reason
from rules.hands import Effect, LastTrick, Outcome, PenaltyFact, Side, with_changes
from rules.shipped import shipped_slugs
from rules.wording import (
    EFFECTS,
    OFFENCES,
    PROBLEMS,
    REASONS,
    WORDS,
    effect_text,
    level_text,
    offence_text,
    problem_text,
    reason_text,
)
from tests.rules.hands.building import judged, rules

ROOM = Path(__file__).parents[3] / "rules"
GAP = re.compile(r"%\(|%s|\{|\}")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def sources() -> str:
    paths = [
        *sorted((ROOM / "hands").glob("*.py")),
        ROOM / "management/commands/judge.py",
        ROOM / "json_text.py",
    ]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def codes_in(text: str, pattern: str) -> set[str]:
    return set(re.findall(pattern, text))


def test_every_problem_that_the_engine_names_has_words_and_a_way_out() -> None:
    text = sources()
    named = codes_in(text, r'Problem\(\s*"([a-z-]+)"') | codes_in(text, r'complain\(\s*"([a-z-]+)"')
    assert len(named) > 40
    assert named <= set(PROBLEMS)


def test_no_words_are_kept_for_a_problem_that_does_not_exist() -> None:
    text = sources()
    assert {code for code in PROBLEMS if f'"{code}"' not in text} == set()


def test_every_offence_of_a_shipped_rule_set_has_a_name() -> None:
    for slug in shipped_slugs():
        assert set(rules(slug).penalties.codes()) <= set(OFFENCES)


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)s", text))


@pytest.mark.parametrize("code", sorted(REASONS))
def test_reason_has_no_bare_percent_sign(code: str) -> None:
    text = str(REASONS[code])
    assert text.count("%") == len(re.findall(r"%\(\w+\)s", text))
    assert text.rstrip()[-1] in ".s"


HANDS: list[tuple[str, str, str, dict[str, Any], dict[str, Any]]] = [
    ("swiss-60min", "5", "5", {}, {"points": 5, "seat": "N"}),
    ("swiss-60min", "K", "5", {}, {"points": 0}),
    ("swiss-60min", "K", "5", {"table.declarers.bands": [[0, 3], [5, 0]]}, {"points": 100}),
    ("swiss-60min", "K", "5", {}, {"points": -20}),
    ("swiss-60min", "K", "5", {}, {"void": True}),
    ("groups-cross-knockout", "10", "5", {}, {"points": 0}),
    ("groups-cross-knockout", "10", "5", {}, {"points": -10}),
    ("groups-cross-knockout", "10", "J", {}, {"points": 120}),
    ("groups-cross-knockout", "10", "5", {}, {"points": 40, "nobody_bid": True}),
    ("groups-cross-knockout", "J", "5", {}, {"points": 40, "last_trick": LastTrick("B", 1, 1, rank="J")}),
    ("groups-cross-knockout", "J", "5", {"hooks.0.attackers_gain": 3},
     {"points": 90, "last_trick": LastTrick("B", 1, 1, rank="J")}),
    ("twenty-per-level", "J", "5", {}, {"points": 40, "last_trick": LastTrick("B", 1, 1, True, "J")}),
    ("twenty-per-level", "-A", "2", {}, {"points": 160}),
    ("twenty-per-level", "-K", "2", {"ladder.lost_at": "last"}, {"points": 160}),
    ("twenty-per-level", "5", "5", {},
     {"tricks": 100, "bottom": 20, "buried_by": "B", "last_trick": LastTrick("A", 2, 4, True)}),
    ("union-squads", "5", "5", {}, {"points": 480}),
    ("union-squads", "5", "6", {}, {"nobody_bid": True}),
    ("union-squads", "5", "6", {"deal.nobody_bids": "redeal"}, {"nobody_bid": True}),
    ("union-squads", "5", "6", {"deal.nobody_bids": "attackers_level"}, {"nobody_bid": True}),
    ("union-squads", "K", "6", {}, {"points": 60}),
    ("four-deck-rounds", "5", "6", {}, {"points": 60, "nobody_bid": True}),
    ("branch-squads", "5", "6", {}, {"points": 60, "nobody_bid": True}),
    ("knockout-3deck", "5", "6", {}, {"points": 60, "nobody_bid": True}),
    ("knockout-3deck", "5", "6", {},
     {"tricks": 60, "bottom": 5, "last_trick": LastTrick("B", 3, 6, False)}),
    ("knockout-3deck", "5", "6", {}, {"tricks": 60, "bottom": 5, "last_trick": LastTrick("B", 3, 3, True)}),
    ("knockout-3deck", "5", "6", {}, {"tricks": 60, "last_trick": LastTrick("A")}),
    ("knockout-3deck", "5", "6", {}, {"tricks": 60, "bottom": 0, "last_trick": LastTrick("B")}),
    ("knockout-3deck", "5", "6", {"bottom.buried_by_attackers.held": "once"},
     {"tricks": 60, "bottom": 5, "buried_by": "B", "last_trick": LastTrick("B", 1, 1, True)}),
    ("knockout-3deck", "5", "6", {"bottom.buried_by_attackers.held": "nothing"},
     {"tricks": 60, "bottom": 5, "buried_by": "B", "last_trick": LastTrick("B", 1, 1, True)}),
    ("knockout-best-of-three", "5", "6", {"table.clamp": [0, 200]}, {"points": 240}),
    ("knockout-best-of-three", "5", "6", {}, {"points": 40, "penalties": (PenaltyFact("bury-error", "A"),)}),
    ("swiss-60min", "5", "6", {}, {"points": 40, "penalties": (PenaltyFact("wrong-draw", "A"),)}),
    ("swiss-60min", "5", "6", {}, {"points": 40, "penalties": (PenaltyFact("revoke-grave", "A"),)}),
    ("swiss-60min", "5", "6", {}, {"points": 40, "penalties": (PenaltyFact("speech", "A"),)}),
    ("swiss-60min", "5", "6", {}, {"points": 40, "penalties": (PenaltyFact("wrong-card", "A", 2),)}),
    ("groups-cross-knockout", "5", "6", {}, {"penalties": (PenaltyFact("false-bid", "A"),)}),
    ("groups-cross-knockout", "5", "6", {}, {"penalties": (PenaltyFact("signals", "A"),)}),
    ("groups-cross-knockout", "5", "6", {}, {"points": 25, "penalties": (PenaltyFact("revoke", "A"),)}),
    ("groups-cross-knockout", "A", "A", {}, {"penalties": (PenaltyFact("false-bid", "B"),)}),
    ("groups-cross-knockout", "5", "6", {"penalties.false-bid.effect.levels_to": "previous_must_play"},
     {"penalties": (PenaltyFact("false-bid", "A"),)}),
    ("knockout-3deck", "5", "6", {}, {"points": 60, "penalties": (PenaltyFact("out-of-turn", "A"),)}),
    ("knockout-3deck", "5", "6",
     {"penalties.noise.repeated": {"times": 4, "effect": {"offender_levels": -1}}},
     {"points": 60, "penalties": (PenaltyFact("noise", "A", times=4),)}),
    ("knockout-3deck", "5", "6", {}, {"penalties": (PenaltyFact("cheating", "A"),)}),
    ("knockout-3deck", "5", "6", {}, {"penalties": (PenaltyFact("noise", "A", times=3),)}),
    ("knockout-3deck", "5", "6", {}, {"penalties": (PenaltyFact("wrong-card", "B"),)}),
]  # fmt: skip
"""Hands that together call for every reason there is."""


def outcomes() -> Iterator[Outcome]:
    for slug, a, b, changes, facts in HANDS:
        yield judged(with_changes(rules(slug), changes), a, b, **facts)
    for ends in ("game_lost", "game_void"):
        rule_set = rules("groups-cross-knockout", hooked_twice=ends)
        yield judged(rule_set, "J", "J", points=90, last_trick=LastTrick("B", 1, 1, rank="J"), state=judged(
            rule_set, "J", "J", points=70, last_trick=LastTrick("B", 1, 1, rank="J")
        ).state._replace(a=rule_set.ladder.parse("J")))  # fmt: skip
    rule_set = rules("swiss-60min")
    state = judged(rule_set, "5", "5", points=5).state
    yield judged(rule_set, "5", "5", "B", state=state, points=5, reason="裁判长决定")
    # Attackers on a must-play rung: what they cannot use is taken off the others.
    yield judged(rules("twenty-per-level"), "7", "2", points=120)


def test_every_reason_reads_as_a_sentence_in_both_languages() -> None:
    said = set()
    for outcome in outcomes():
        for reason in outcome.reasons:
            for language in ("en", "zh-hans"):
                with translation.override(language):
                    text = reason_text(reason)
                assert text and not GAP.search(text), text
            said.add(reason.code)
            json.dumps(dict(reason.values))
    unsaid = {code.removesuffix("-none") for code in REASONS} - said
    assert unsaid == set()


def test_every_effect_reads_as_a_sentence() -> None:
    said = set()
    for outcome in outcomes():
        for effect in outcome.effects:
            assert not GAP.search(effect_text(effect))
            said.add(effect.code)
    assert said == set(EFFECTS)


def test_step_of_an_escalation_that_nobody_knows_reads_as_a_warning() -> None:
    effect = Effect("yellow card", Side.B, "", {"offence": "speech", "name": ""})
    assert effect_text(effect) == "Warning to Side B: talk about the cards."


@pytest.mark.parametrize("code", sorted(PROBLEMS))
def test_every_problem_reads_as_a_sentence_in_both_languages(code: str) -> None:
    message, fix = PROBLEMS[code]
    values = dict.fromkeys(placeholders(str(message)) | placeholders(str(fix)), 5)
    for language in ("en", "zh-hans"):
        with translation.override(language):
            words = problem_text(Problem(code, "points", values))
        assert not GAP.search(words["message"] + words["fix"])


def test_sides_are_called_by_their_names_where_they_are_known() -> None:
    reason = Reason("deal-held", "", {"side": "A", "level": "J"})
    assert reason_text(reason, {"A": "张三/李四", "B": "王五/赵六"}) == "张三/李四 hold the deal and play J."
    assert reason_text(reason) == "Side A hold the deal and play J."


def test_levels_are_said_in_words() -> None:
    assert level_text("J") == "J"
    assert level_text("passed") == "past the target"
    assert level_text("fallen") == "fallen out"
    assert level_text("5@2") == "5 (lap 2)"


def test_offence_is_called_by_its_own_name_before_that_of_its_code() -> None:
    assert offence_text("failed-throw") == "failed throw"
    assert offence_text("failed-throw", "甩牌失败") == "甩牌失败"
    assert offence_text("no-such") == "no-such"


def test_gain_of_no_level_is_said_as_such() -> None:
    outcome = judged(rules("swiss-60min"), "5", "5", points=120)
    assert "do not rise" in reason_text(outcome.reasons[0])


def test_band_without_an_end_is_said_as_such() -> None:
    last = rules("swiss-60min", table__attackers={"bands": [[120, 0], [180, 1]]})
    assert "(band from 180)" in reason_text(judged(last, "5", "5", points=240).reasons[0])


def test_words_for_values_cover_what_a_rule_set_can_say() -> None:
    assert set(WORDS["hand"]) == {"void", "over", "not_played"}
    assert set(WORDS["seat"]) == {"N", "E", "S", "W"}
