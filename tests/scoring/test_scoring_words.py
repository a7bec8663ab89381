"""Every code that the engines can answer has its words, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

from rules.answers import Problem, Reason
from scoring import wording
from scoring.matches import VERDICTS, Ended, Ruling, Verdict, load_format, play, verdict_result
from scoring.problem_wording import PROBLEMS
from scoring.standings import REGISTRY, UNPLAYED, Entry, load_tiebreaks, rank
from tests.scoring.drawn import played
from tests.scoring.regulations import SWISS, hand, rule_set

ROOT = Path(__file__).parent.parent.parent / "scoring"
SOURCES = [*(ROOT / "matches").glob("*.py"), *(ROOT / "standings").glob("*.py")]


def codes(pattern):
    found = set()
    for path in SOURCES:
        found |= set(re.findall(pattern, path.read_text(encoding="utf-8")))
    return found


def test_every_problem_of_the_engines_has_a_message_and_a_fix():
    written = codes(r'(?:Problem|refuse|complain)\(\s*"([a-z-]+)"')
    assert len(written) > 40
    assert written <= set(PROBLEMS) | {"level-unknown"}
    computed = {f"{means}-missing" for means in ("on-deal", "first-to-reach", "card-points")}
    assert computed <= set(PROBLEMS)


def test_every_reason_of_the_engines_has_a_sentence():
    written = codes(r'Reason\(\s*"([a-z-]+)"')
    assert {"leads", "games-lead", "slip-won", "withdrawal-struck"} <= written <= set(wording.REASONS)
    computed = {f"game-won-{how}" for how in ("target", "mercy", "ruling")}
    computed |= {"ended-by-time", "ended-by-hands", "match-lost-by-ruling", "match-disqualified"}
    computed |= {f"ruling-{effect}" for effect in ("game-lost", "match-lost", "disqualified", "levels")}
    computed |= {f"verdict-{code.replace('_', '-')}" for code in VERDICTS}
    computed |= {f"level-{means}" for means in ("on-deal", "first-to-reach", "card-points", "lots", "draw")}
    computed |= {f"games-level-{means}" for means in ("small-points", "card-points", "lots", "draw")}
    assert computed <= set(wording.REASONS)


def test_every_tie_break_and_setting_is_named():
    assert set(wording.TIE_BREAKS) == set(REGISTRY)
    assert set(wording.UNPLAYED) == set(UNPLAYED)
    for cls in REGISTRY.values():
        for name, allowed in cls.options.items():
            said = [value for value in allowed if (name, value) in wording.OPTIONS]
            assert len(said) >= len(allowed) - 1


@pytest.mark.parametrize("code", ["bye", "asked_bye", "free", "annulled", "not_played", *VERDICTS])
def test_a_verdict_is_told_in_words(code):
    verdict = Verdict(code, "A" if code in VERDICTS else None)
    match = verdict_result(SWISS, verdict)
    with translation.override("en"):
        said = wording.reason_text(match.because[0], {"A": "Reds"})
        assert "%(" not in said
        assert ("Reds" in said) == (code in VERDICTS)
        assert wording.how_text(match.how)


def test_a_match_is_told_in_words():
    hands = [hand("A", 60), hand("A", 120), hand("B", 60)]
    rules = rule_set("swiss-60min")
    drawn = play(rules, SWISS, hands, ended=Ended(), rulings=[Ruling("A", "levels", after=9, value=-1)])
    won = play(rules, SWISS, hands[:1], ended=Ended())
    lots = play(rules, load_format({"level_at_time": ["lots"]}), hands, ended=Ended(), seed=4)
    moved = play(rules, SWISS, hands[:1], rulings=[Ruling("A", "levels", after=1, value=-1)])
    with translation.override("en"):
        assert [wording.reason_text(reason) for reason in drawn.because] == [
            "Time was called. Hands that count: 3.",
            "The levels are equal: a draw.",
        ]
        assert wording.reason_text(won.because[-1]) == "Side A win with a lead of 1."
        assert "(seed 4)" in wording.reason_text(lots.because[-1])
        assert wording.reason_text(moved.because[0]) == "Ruling: the level of Side A moves by −1."


def test_every_sentence_can_be_filled():
    """Placeholders are filled from the values; a missing one would show as a failure here."""
    words = re.compile(r"%\((\w+)\)s")
    for code, (message, fix) in PROBLEMS.items():
        values = dict.fromkeys(words.findall(f"{message} {fix}"), "x")
        said = wording.problem_text(Problem(code, "here", values))
        assert "%(" not in said["message"] + said["fix"]
    for code, sentence in wording.REASONS.items():
        values = dict.fromkeys(words.findall(str(sentence)), None)
        assert "%(" not in wording.reason_text(Reason(code, "", values))


def test_problems_of_a_hand_are_worded_by_their_own_room():
    said = wording.problem_text(Problem("points-missing", "hands[0].points"))
    assert said["message"]
    assert said["fix"]


def test_a_difference_is_written_as_a_sum_with_signs():
    results = [played(1, 1, 2, 6, 0), played(2, 3, 1, 4, 1), played(3, 1, 4, 5, 1), played(4, 1, 2, 2, 0)]
    plan = load_tiebreaks(["points", "level_difference", "sonneborn_berger", "last_round", "head_to_head"])
    table = rank([Entry(number) for number in range(1, 5)], results, plan)
    assert wording.sum_text(table, 1, "level_difference") == "+9 = +6 −3 +4 +2"
    assert wording.sum_text(table, 1, "points") == "6 = 2 + 0 + 2 + 2"
    assert "0×1" in wording.sum_text(table, 1, "sonneborn_berger")
    assert wording.sum_text(table, 1, "last_round") == ""
    assert wording.sum_text(table, 1, "head_to_head") == ""
    assert (wording.signed(0), wording.signed("average")) == ("0", "average")


def test_a_formula_says_what_its_options_say():
    plan = load_tiebreaks([{"key": "wins", "unplayed": "ignore"}])
    with translation.override("en"):
        assert wording.formula_text(plan.tiebreaks()[0]) == (
            "The number of matches won. Only matches that were played count."
        )
        assert str(wording.tie_break_words("points").short) == "Pts"
        assert wording.unplayed_text("nothing") == "Rounds not played do not count."


def test_nought_in_the_middle_of_a_sum_is_added_like_the_others():
    results = [played(1, 1, 2, 3, 3), played(2, 1, 2, 0, 3), played(3, 1, 2, 5, 5), played(4, 1, 2, 7, 0)]
    table = rank([Entry(1), Entry(2)], results, load_tiebreaks(["level_difference"]))
    assert wording.sum_text(table, 1, "level_difference") == "+4 = 0 −3 +0 +7"
