"""The words of this room: reasons and problems of a judged hand, as sentences for people.

Engines answer with codes and values; here they become sentences in the reader's language, when somebody
looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.answers import Problem, Reason
from rules.hands import FALLEN, PASSED, Effect
from rules.problem_wording import PROBLEMS

Names = Mapping[str, str]

WORDS: Mapping[str, Mapping[str, Any]] = {
    "side": {"A": _("Side A"), "B": _("Side B")},
    "role": {"declarers": _("the declarers"), "attackers": _("the attackers")},
    "seat": {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")},
    "suit": {"trump": _("trumps"), "side": _("a side suit")},
    "form": {
        "single": _("a single card"),
        "pair": _("a pair of cards"),
        "triple": _("a triple"),
        "four": _("four of a kind"),
        "tractor_of_pairs": _("a tractor of pairs"),
        "tractor_of_triples": _("a tractor of triples"),
        "tractor_of_fours": _("a tractor of fours"),
    },
    "counts": {
        "thrown": _("thrown"),
        "beaten": _("beaten"),
        "taken_back": _("taken back"),
        "wrong": _("wrongly played"),
    },
    "approve": {
        "referee": _("the referee"),
        "chief_referee": _("the chief referee"),
        "jury": _("the jury of appeal"),
        "committee": _("the organising committee"),
    },
    "step": {"advice": _("advice"), "warning": _("a warning")},
    "expected": {
        "text": _("a text"),
        "string": _("a text"),
        "integer": _("a whole number"),
        "number": _("a number"),
        "boolean": _("true or false"),
        "list": _("a list"),
        "object": _("an object"),
        "table": _("a table"),
        "pair": _("two whole numbers"),
        "limits": _("two multiples of five, the lower first"),
        "text or object": _("a text or an object"),
    },
    "hand": {
        "over": _("the hand is over"),
        "not_played": _("the hand is not played"),
        "void": _("the hand is void"),
    },
    "rule": {
        "partner": _("the declarer's partner"),
        "same": _("the same player"),
        "next_seat": _("the player after the declarer"),
        "player_before": _("the player before the declarer"),
    },
    "policy": {
        "no_trump": _("without a trump suit"),
        "flip_most_frequent": _("with the most frequent suit of the bottom as trumps"),
        "flip_highest": _("with the trumps of the highest bottom card"),
        "flip_first_non_joker": _("with the trumps of the first bottom card that is no joker"),
    },
    "play": {
        "cannot_win": _("the card stays and cannot win the trick"),
        "replay": _("the card is taken back and played anew"),
        "smallest_single": _("the smallest card is played as a single"),
        "smallest_forced": _("the smaller form is forced"),
        "give_card": _("cards are given back until the hands are even"),
        "opponents_name_trump": _("the opponents name the trump suit"),
    },
}
"""What stands for a value of that name in a sentence."""

OFFENCES: Mapping[str, Any] = {
    "bury-count": _("wrong number of cards buried"),
    "bury-error": _("wrong number of cards buried"),
    "card-count": _("too many or too few cards"),
    "cheating": _("cheating"),
    "extra-or-short-card": _("a card too many or too few in a trick"),
    "failed-throw": _("failed throw"),
    "false-bid": _("false bid"),
    "hidden-by-partner": _("partner hid the higher card"),
    "noise": _("noise or hints"),
    "out-of-turn": _("played out of turn"),
    "pair-not-followed": _("pair not followed"),
    "pair-not-followed-late": _("pair not followed, found later"),
    "peeping": _("peeping or showing cards"),
    "revoke": _("deliberate revoke"),
    "revoke-grave": _("grave revoke"),
    "ruling": _("agreed ruling"),
    "signals": _("signals"),
    "speech": _("talk about the cards"),
    "wrong-bid": _("wrong card shown in a bid"),
    "wrong-bottom-draw": _("wrong number of bottom cards drawn"),
    "wrong-bury": _("wrong number of cards buried"),
    "wrong-card": _("wrong card played"),
    "wrong-card-late": _("wrong card played, found later"),
    "wrong-declarer": _("the wrong player took the bottom"),
    "wrong-draw": _("wrong card drawn"),
}

REASONS: Mapping[str, Any] = {
    "accepted-with-reason": _("Accepted although it does not follow from the hand before: %(reason)s"),
    "hand-void": _("The hand is void and is dealt again."),
    "nobody-bid-redeal": _("Nobody bid: the cards are dealt again."),
    "nobody-bid-deal-passes": _("Nobody bid: the deal passes to %(side)s, who play %(level)s."),
    "nobody-bid-attackers-level": _(
        "Nobody bid: the same declarers deal again and play the attackers' level %(level)s."
    ),
    "nobody-bid-no-trump": _("Nobody bid: the hand is played without a trump suit."),
    "nobody-bid-flip-most-frequent": _("Nobody bid: the most frequent suit of the bottom is trumps."),
    "nobody-bid-flip-highest": _("Nobody bid: the bottom is turned up and the highest card decides."),
    "nobody-bid-flip-first-non-joker": _(
        "Nobody bid: the first bottom card that is no joker gives the trumps."
    ),
    "bottom-empty": _("The attackers won the last trick, but the bottom holds no points."),
    "bottom-kept": _("The declarers won the last trick and keep the bottom."),
    "bottom-own": _("The attackers keep the bottom that they buried; it counts nothing."),
    "bottom-once": _("The attackers keep the bottom that they buried; its %(bottom)s points count once."),
    "bottom-won": _(
        "The attackers won the last trick with %(form)s of %(suit)s (cards: %(cards)s): "
        "%(bottom)s bottom points × %(multiplier)s = %(gain)s."
    ),
    "bottom-not-trump": _("The attackers won the last trick without trumps: the bottom does not count."),
    "bottom-lost": _(
        "The attackers lost the bottom that they buried (last trick: %(form)s, cards: %(cards)s): "
        "%(bottom)s bottom points × %(multiplier)s = %(gain)s are taken off."
    ),
    "points-total": _(
        "Tricks %(tricks)s, bottom %(bottom)s, penalties %(penalties)s: the attackers have %(total)s."
    ),
    "points-clamped": _("%(from)s lies outside the limits %(low)s to %(high)s and counts as %(to)s."),
    "table-declarers": _(
        "The attackers have %(points)s (band %(band)s), under the %(threshold)s that they need: "
        "%(side)s rise by %(levels)s."
    ),
    "table-declarers-none": _(
        "The attackers have %(points)s (band %(band)s), under the %(threshold)s that they need: "
        "%(side)s hold the deal and do not rise."
    ),
    "table-attackers": _(
        "The attackers have %(points)s (band %(band)s) of the %(threshold)s that they need: "
        "%(side)s take the deal and rise by %(levels)s."
    ),
    "table-attackers-none": _(
        "The attackers have %(points)s (band %(band)s) of the %(threshold)s that they need: "
        "%(side)s take the deal and do not rise."
    ),
    "table-zero": _("The attackers have nothing: %(side)s rise by %(levels)s."),
    "table-below-zero": _("The attackers have %(points)s, less than nothing: %(side)s rise by %(levels)s."),
    "table-zero-jump": _("The attackers have nothing: %(side)s go straight to the next must-play level."),
    "table-below-zero-jump": _(
        "The attackers have %(points)s, less than nothing: %(side)s go straight to the next must-play level."
    ),
    "table-capped": _("No more than %(cap)s levels count in one hand: %(uncapped)s become %(levels)s."),
    "jump": _("%(side)s go to %(to)s."),
    "must-play-holds": _(
        "%(side)s stand on %(level)s, which has to be played on the deal before it is left: "
        "unused levels: %(unused)s."
    ),
    "must-play-stops": _("%(side)s stop at %(level)s, which has to be played: unused levels: %(unused)s."),
    "levels-taken-off": _("The unused levels are taken off %(side)s: down %(levels)s, now %(to)s."),
    "target-passed": _("%(side)s have passed %(target)s and win the game."),
    "fallen-below": _("%(side)s have fallen below %(level)s and lose the game."),
    "fallen-to": _("%(side)s have fallen to %(level)s and lose the game."),
    "lap-begun": _(
        "%(side)s have passed %(target)s and begin lap %(lap)s; the level difference goes on counting."
    ),
    "hook": _(
        "%(at)s was played and the attackers won the last trick with %(card)s: %(side)s fall to %(to)s."
    ),
    "hook-below-threshold": _(
        "The attackers won the last trick with %(card)s, but %(points)s is under %(threshold)s: nobody falls."
    ),
    "hook-keeps-deal": _(
        "The attackers have %(points)s, under %(threshold)s: %(side)s keep the deal and do not rise."
    ),
    "hook-attackers-gain": _("For the hook the attackers rise by %(levels)s."),
    "hooked-twice-game-lost": _(
        "%(side)s have been hooked back to the start %(times)s times and lose the game."
    ),
    "hooked-twice-game-void": _(
        "%(side)s have been hooked back to the start %(times)s times: the game is void and begins anew."
    ),
    "penalty-step": _("%(offence)s by %(side)s (time %(times)s): %(step)s."),
    "penalty-repeated": _(
        "%(offence)s by %(side)s for the %(times)s. time: the penalty for repetition falls."
    ),
    "penalty-needs-approval": _("%(offence)s by %(side)s: nothing changes until %(approve)s approves."),
    "penalty-per-card": _(
        "%(offence)s by %(side)s: cards %(counts)s: %(cards)s, %(per_card)s points each, "
        "%(points)s points to the other side."
    ),
    "penalty-points": _("%(offence)s by %(side)s: %(points)s points to the other side."),
    "penalty-decides": _("%(offence)s by %(side)s: %(hand)s."),
    "penalty-jump": _("%(offence)s by %(side)s: %(gainer)s go straight to the must-play level %(to)s."),
    "penalty-passes": _("%(offence)s by %(side)s: %(gainer)s pass the last level."),
    "penalty-back": _("%(offence)s: %(side)s go back to %(to)s."),
    "penalty-by-points": _(
        "%(offence)s by %(side)s: %(gainer)s rise by %(levels)s, one for each full %(every)s "
        "of the %(points)s points from %(start)s on."
    ),
    "penalty-levels": _("%(offence)s by %(side)s: %(gainer)s rise by %(levels)s."),
    "penalty-falls": _("%(offence)s: %(side)s fall by %(levels)s."),
    "deal-taken": _("%(side)s take the deal and play %(level)s."),
    "deal-held": _("%(side)s hold the deal and play %(level)s."),
    "next-seat": _("The next declarer sits %(seat)s: %(rule)s."),
}

EFFECTS: Mapping[str, Any] = {
    "game-lost": _("%(side)s lose the game."),
    "game-void": _("The game is void and begins anew."),
    "match-lost": _("%(side)s lose the match."),
    "disqualified": _("%(side)s are disqualified."),
    "approval-needed": _("%(approve)s must approve: %(offence)s by %(side)s."),
    "advice": _("Advice to %(side)s: %(offence)s."),
    "warning": _("Warning to %(side)s: %(offence)s."),
    "play": _("%(offence)s by %(side)s: %(play)s."),
}


def level_text(label: str) -> str:
    """A level as it is said: ``"passed"``, ``"fallen"`` and laps in words."""
    if label == PASSED:
        return str(_("past the target"))
    if label == FALLEN:
        return str(_("fallen out"))
    rung, at, lap = label.partition("@")
    return str(_("%(rung)s (lap %(lap)s)") % {"rung": rung, "lap": lap}) if at else label


def offence_text(code: str, name: str = "") -> str:
    """The name of an offence: its own where the rule set gives one, else that of its code."""
    return name or str(OFFENCES.get(code, code))


def reason_text(reason: Reason, names: Names | None = None) -> str:
    """One step of an explanation as a sentence. ``names`` are the sides' names where they are known."""
    code = reason.code
    if code in ("table-declarers", "table-attackers") and not reason.values["levels"]:
        code += "-none"
    return str(REASONS[code]) % _in_words(reason.values, names)


def effect_text(effect: Effect, names: Names | None = None) -> str:
    """What a hand does beyond its levels, as a sentence."""
    values = {**effect.values, "side": str(effect.side)}
    return str(EFFECTS.get(effect.code, EFFECTS["warning"])) % _in_words(values, names)


def problem_text(problem: Problem, names: Names | None = None) -> dict[str, str]:
    """A problem as ``{"message", "fix"}``: what is wrong, and what to do."""
    message, fix = PROBLEMS[problem.code]
    values = _in_words({"at": problem.at, **problem.values}, names)
    return {"message": str(message) % values, "fix": str(fix) % values}


SIDE_KEYS = ("side", "gainer", "winner")
LEVEL_KEYS = ("level", "to", "at")


def _in_words(values: Mapping[str, Any], names: Names | None) -> dict[str, str]:
    words = {key: _word(key, value, names) for key, value in values.items()}
    if "offence" in values:
        words["offence"] = offence_text(str(values["offence"]), str(values.get("name", "")))
    if "low" in values and "high" in values:
        words["band"] = _band(values["low"], values["high"])
    return words


def _word(key: str, value: Any, names: Names | None) -> str:
    if value is None:
        return "–"
    text = str(value)
    if key in SIDE_KEYS or (key in ("given", "expected") and text in ("A", "B")):
        return (names or {}).get(text) or str(WORDS["side"].get(text, text))
    if key in LEVEL_KEYS:
        return level_text(text)
    if key == "rungs":
        return ", ".join(map(level_text, text.split(", ")))
    if key in WORDS:
        return str(WORDS[key].get(text, text))
    return text


def _band(low: int | None, high: int | None) -> str:
    if low is None:
        return str(_("up to %(high)s") % {"high": high})
    if high is None:
        return str(_("from %(low)s") % {"low": low})
    return f"{low}–{high}"


def clause_wording(clauses: Mapping[str, Any], clause: str) -> str:
    """A clause in the regulation's own words, as a rule set carries them under ``clauses``; empty where it
    does not.

    A reason may follow several clauses at once: ``"一-15、一-16"``.
    """
    whole = clauses.get(clause)
    if whole is not None:
        return str(whole)
    return "……".join(str(clauses[part]) for part in clause.split("、") if part in clauses)


def reason_lines(
    reasons: Iterable[Reason], clauses: Mapping[str, Any], names: Names | None = None
) -> list[dict[str, str]]:
    """Reasons as ``{"text", "clause", "wording"}``: the sentence, the clause's number, and its own words.

    A clause that several reasons follow is quoted once, beside the first of them.
    """
    quoted: set[str] = set()
    lines = []
    for one in reasons:
        wording = "" if one.clause in quoted else clause_wording(clauses, one.clause)
        quoted.add(one.clause)
        lines.append({"text": reason_text(one, names), "clause": one.clause, "wording": wording})
    return lines
