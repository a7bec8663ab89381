"""What arithmetic and the hand before can tell about the facts: impossible is refused, unlikely is asked
twice."""

from __future__ import annotations

from math import inf

from rules.answers import Problem
from rules.hands.deal import REDEALS, side_in
from rules.hands.facts import (
    JOKERS,
    NO_TRUMP,
    RANKS,
    SEATS,
    SIDES,
    SUITS,
    HandFacts,
    LastTrick,
    MatchState,
    Side,
)
from rules.hands.ruleset import RuleSet
from rules.hands.rulings import role_of
from rules.hands.spans import check_tricks

SUIT_RANKS = RANKS[:-2]
QUICK_MINUTES = 2.0


def check_standing(rule_set: RuleSet, state: MatchState, facts: HandFacts) -> list[Problem]:
    """Problems of who declares, from which seat, at which levels: does the hand follow from the one
    before?"""
    if state.winner is not None:
        return [Problem("game-over", "", {"winner": str(state.winner)})]
    problems = []
    if facts.minutes is not None and not 0 <= facts.minutes < inf:
        problems.append(Problem("minutes-out-of-range", "minutes", {"given": str(facts.minutes)}))
    if not facts.declarer and (facts.void or _is_dealt_again(rule_set, state, facts)):
        if facts.seat is not None and facts.seat not in SEATS:
            problems.append(Problem("seat-unknown", "seat", {"given": str(facts.seat)}))
        return problems
    if facts.declarer not in SIDES:
        return [Problem("declarer-unknown", "declarer", {"given": str(facts.declarer)})]
    if facts.declarer != (state.declarer or facts.declarer) and not facts.reason:
        problems.append(
            Problem(
                "declarer-does-not-follow",
                "declarer",
                {"given": str(facts.declarer), "expected": str(state.declarer)},
            )
        )
    if facts.levels is not None:
        for side in SIDES:
            expected = rule_set.ladder.label(state.position(side))
            given = facts.levels.get(side, expected)
            if given != expected:
                problems.append(
                    Problem(
                        "levels-do-not-follow",
                        f"levels.{side}",
                        {"side": str(side), "given": str(given), "expected": expected},
                    )
                )
    if facts.seat is not None:
        problems.extend(_check_seat(rule_set, state, facts, facts.seat))
    return problems


def follows(state: MatchState, facts: HandFacts) -> bool:
    """Whether side and seat on the deal are those that the hand before gives."""
    if state.declarer is not None and facts.declarer != state.declarer:
        return False
    return facts.seat is None or state.seat is None or facts.seat == state.seat


def _is_dealt_again(rule_set: RuleSet, state: MatchState, facts: HandFacts) -> bool:
    return facts.nobody_bid and rule_set.deal.no_bid(state.declarer is None) in REDEALS


def _check_seat(rule_set: RuleSet, state: MatchState, facts: HandFacts, seat: str) -> list[Problem]:
    if seat not in SEATS:
        return [Problem("seat-unknown", "seat", {"given": str(seat)})]
    if state.north_south is not None and side_in(seat, state.north_south) != facts.declarer:
        return [Problem("seat-of-the-other-side", "seat", {"given": seat, "side": str(facts.declarer)})]
    if state.seat is None or state.seat == seat or facts.reason or facts.declarer != state.declarer:
        return []
    role = "declarers"
    for fact in facts.penalties:
        offence = rule_set.penalties.find(fact.code, role)
        if offence is not None and offence.penalty.next_from == "expected_declarer":
            return []
    return [Problem("seat-does-not-follow", "seat", {"given": seat, "expected": state.seat})]


def check_facts(rule_set: RuleSet, facts: HandFacts, level: str) -> list[Problem]:
    """Problems of the numbers themselves, each within its own bounds. ``level`` is the rung being played."""
    problems = []
    total = rule_set.total_points
    if facts.trump_suit is not None and facts.trump_suit not in (*SUITS, NO_TRUMP):
        problems.append(Problem("suit-unknown", "trump_suit", {"given": str(facts.trump_suit)}))
    if facts.buried_by is not None and role_of(facts.buried_by, facts.declarer) is None:
        problems.append(Problem("side-unknown", "buried_by", {"given": str(facts.buried_by)}))
    if facts.tricks is not None:
        problems.extend(_check_card_points("tricks", facts.tricks, total))
    if facts.bottom is not None:
        if not rule_set.bottom_cards and facts.bottom:
            problems.append(Problem("no-bottom", "bottom", {"given": facts.bottom}))
        else:
            problems.extend(_check_card_points("bottom", facts.bottom, rule_set.bottom.max_points))
    if not problems and facts.tricks is not None and facts.bottom and facts.tricks + facts.bottom > total:
        problems.append(
            Problem(
                "tricks-and-bottom-exceed-total",
                "tricks",
                {"tricks": facts.tricks, "bottom": facts.bottom, "total": total},
            )
        )
    if facts.last_trick is not None:
        problems.extend(_check_last_trick(rule_set, facts, facts.last_trick, level))
    if not problems and facts.tricks is not None:
        problems.extend(check_tricks(rule_set, facts, facts.tricks))
    return problems


def _check_card_points(at: str, points: int, high: int) -> list[Problem]:
    if points % 5:
        return [Problem("points-not-multiple-of-five", at, {"given": points})]
    if not 0 <= points <= high:
        return [Problem("points-out-of-range", at, {"given": points, "low": 0, "high": high})]
    return []


def _check_last_trick(rule_set: RuleSet, facts: HandFacts, trick: LastTrick, level: str) -> list[Problem]:
    problems = []
    at = "last_trick"
    if role_of(trick.by, facts.declarer) is None:
        problems.append(Problem("side-unknown", f"{at}.by", {"given": str(trick.by)}))
    unit, cards = trick.unit, trick.cards
    if unit is not None and not 1 <= unit <= 4:
        problems.append(Problem("form-unknown", f"{at}.unit", {"given": unit}))
    elif unit is not None and unit > rule_set.decks:
        problems.append(
            Problem("form-needs-more-decks", f"{at}.unit", {"unit": unit, "decks": rule_set.decks})
        )
    elif cards is not None and (
        cards < 1
        or cards > rule_set.hand_cards
        or (unit is not None and (cards % unit or (unit == 1 and cards > 1)))
    ):
        problems.append(
            Problem(
                "form-cards", f"{at}.cards", {"cards": cards, "unit": unit or 1, "high": rule_set.hand_cards}
            )
        )
    if trick.rank is not None and (trick.rank not in RANKS or (trick.rank in JOKERS and not rule_set.jokers)):
        problems.append(Problem("rank-unknown", f"{at}.rank", {"given": str(trick.rank)}))
    if trick.suit is not None and trick.suit not in SUITS:
        problems.append(Problem("suit-unknown", f"{at}.suit", {"given": str(trick.suit)}))
    if problems:
        return problems
    if trick.trump is False and _is_always_trump(rule_set, trick, level):
        return [Problem("rank-always-trump", f"{at}.trump", {"card": trick.rank, "level": level})]
    if _trump_contradicts(rule_set, facts, trick, level):
        values = {"rank": trick.rank or "", "suit": trick.suit or "", "trump_suit": facts.trump_suit or ""}
        return [Problem("trump-contradicts", f"{at}.trump", values)]
    return _check_run(rule_set, facts, trick, level)


def is_permanent_trump(rule_set: RuleSet, rank: str | None, level: str) -> bool:
    """Whether a card of that rank is trumps in every suit: jokers, the level's rank, permanent trumps."""
    permanent = rule_set.data.get("permanent_trumps", ())
    return rank is not None and (rank in JOKERS or rank == level or rank in permanent)


def _is_always_trump(rule_set: RuleSet, trick: LastTrick, level: str) -> bool:
    """Whether the card cannot have been of a side suit.

    Where a hook tells the level card of the trump suit from the others (正J, 副J), "not trump" means one of
    the others.
    """
    if trick.rank == level and any(hook.suit and hook.at == hook.card == level for hook in rule_set.hooks):
        return False
    return is_permanent_trump(rule_set, trick.rank, level)


def _trump_contradicts(rule_set: RuleSet, facts: HandFacts, trick: LastTrick, level: str) -> bool:
    if trick.trump is None or trick.rank is None:
        return False
    same_suit = trick.suit == facts.trump_suit
    if is_permanent_trump(rule_set, trick.rank, level):
        # Trumps in whatever suit; "not trump" has told a level card of another suit, so not of this one.
        return not trick.trump and trick.suit is not None and same_suit
    if trick.suit is None or facts.trump_suit is None:
        return trick.trump and facts.trump_suit == NO_TRUMP
    return trick.trump != same_suit


def _check_run(rule_set: RuleSet, facts: HandFacts, trick: LastTrick, level: str) -> list[Problem]:
    """Problems of a tractor in a side suit: the suit has no level card and no other permanent trump to run
    through, and ``rank`` is the tractor's highest card, so that the others lie below it."""
    unit, cards = trick.unit, trick.cards
    if unit is None or cards is None or is_permanent_trump(rule_set, trick.rank, level):
        return []
    known = trick.suit is not None and facts.trump_suit is not None
    if trick.trump or (trick.trump is None and not (known and trick.suit != facts.trump_suit)):
        return []
    ranks = [rank for rank in SUIT_RANKS if not is_permanent_trump(rule_set, rank, level)]
    if cards // unit > len(ranks):
        return [Problem("tractor-too-long", "last_trick.cards", {"cards": cards, "ranks": len(ranks)})]
    if trick.rank in ranks and cards // unit > ranks.index(trick.rank) + 1:
        values = {"cards": cards, "card": trick.rank, "lower": ranks.index(trick.rank)}
        return [Problem("tractor-too-low", "last_trick.rank", values)]
    return []


def warnings_of(
    rule_set: RuleSet, state: MatchState, facts: HandFacts, points: int | None
) -> tuple[Problem, ...]:
    """What is possible but so rare that a second confirmation is worth it."""
    found = []
    if facts.minutes is not None and facts.minutes < QUICK_MINUTES:
        found.append(Problem("hand-very-quick", "minutes", {"minutes": facts.minutes}, "unlikely"))
    if points is not None:
        if points < 0 and not facts.penalties and not _bottom_explains(rule_set, facts):
            found.append(Problem("points-negative", "points", {"given": points}, "unlikely"))
        elif points > 2 * rule_set.total_points:
            found.append(
                Problem(
                    "points-very-high",
                    "points",
                    {"given": points, "total": rule_set.total_points},
                    "unlikely",
                )
            )
        side = swept_by(rule_set, facts, points)
        if side is not None and side == state.swept:
            found.append(Problem("all-points-twice", "points", {"side": str(side)}, "unlikely"))
    return tuple(found)


def _bottom_explains(rule_set: RuleSet, facts: HandFacts) -> bool:
    """Whether a total below zero can come from a bottom that the attackers buried and lost."""
    if facts.tricks is not None:
        return True
    buried = facts.buried_by is not None and role_of(facts.buried_by, facts.declarer) == "attackers"
    return buried and rule_set.bottom.attackers_lose == "subtract"


def swept_by(rule_set: RuleSet, facts: HandFacts, points: int) -> Side | None:
    """The side that took all card points of the hand, if one did; what lies in the bottom is nobody's."""
    taken = points if facts.tricks is None else facts.tricks
    bottom = 0 if facts.tricks is None else facts.bottom or 0
    if 0 < taken < rule_set.total_points - bottom:
        return None
    declaring = Side.A if facts.declarer == "A" else Side.B
    return declaring if taken <= 0 else declaring.other
