"""The words of the rulings on cards: reasons and problems as sentences for people.

Engines answer with codes and values; here they become sentences in the reader's language, when somebody
looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.answers import Problem, Reason
from rules.cards import read_cards, read_form
from rules.cards.cards import BIG_JOKER, LITTLE_JOKER, Card
from rules.cards.shapes import Shape
from rules.wording import PROBLEMS as HAND_PROBLEMS
from rules.wording import WORDS
from rules.wording import problem_text as hand_problem_text

KINDS: Mapping[str, Any] = {
    "text": _("a text"),
    "rank": _("a rank"),
    "boolean": _("true or false"),
    "list": _("a list"),
    "object": _("an object"),
    "text or object": _("a text or an object"),
}
SUIT_SIGNS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
JOKERS: Mapping[Card, Any] = {BIG_JOKER: _("Big joker"), LITTLE_JOKER: _("Little joker")}
UNITS: Mapping[int, Any] = {
    1: _("a single"),
    2: _("a pair of cards"),
    3: _("a triple"),
    4: _("four of a kind"),
}
SEVERAL: Mapping[int, Any] = {
    1: _("%(number)s singles"),
    2: _("%(number)s pairs"),
    3: _("%(number)s triples"),
    4: _("%(number)s fours of a kind"),
}
RUNS: Mapping[int, Any] = {
    2: _("a tractor of %(length)s pairs"),
    3: _("a run of %(length)s triples"),
    4: _("a run of %(length)s fours"),
}

REASONS: Mapping[str, Any] = {
    "led": _("%(group)s led: %(form)s."),
    "duty-free": _("The hand has no %(group)s: it may play any %(cards)s cards."),
    "duty-all-of-suit": _("Cards of %(group)s in the hand: %(held)s. All of them must be played."),
    "duty-suit": _("%(cards)s cards of %(group)s must be played, whichever they are."),
    "duty-form": _("%(cards)s cards of %(group)s must be played, among them %(form)s."),
    "duty-or-special": _("Or %(form)s of %(group)s, which wins over the lead by a special rule."),
    "play-legal": _("%(play)s is legal."),
    "play-wrong-count": _("%(asked)s cards must be played; there are %(given)s."),
    "play-leaves-suit": _(
        "%(asked)s cards of %(group)s must be played, as long as the hand has them; there are %(given)s."
    ),
    "play-lacks-form": _("%(play)s does not hold %(form)s, although the hand could."),
    "thrown": _("%(group)s thrown: %(form)s."),
    "throw-of-one-part": _("This is one combination and no throw: it stands."),
    "throw-stands-absolute": _(
        "The throw stands: nobody else has a card of the suit that is higher than its lowest."
    ),
    "throw-stands-per-form": _("The throw stands: nobody else has anything higher of the same form."),
    "throw-stands-per-form-strict": _("The throw stands: nobody else has anything as high of the same form."),
    "throw-part-beaten": _("%(part)s does not stand against %(beaten_by)s."),
    "throw-not-in-trumps": _("Trumps cannot be thrown."),
    "throw-forced": _("%(forced)s must be led."),
    "throw-costs-thrown": _(
        "Cards thrown: %(cards)s, %(each)s points each: %(points)s points to the other side."
    ),
    "throw-costs-beaten": _(
        "Cards beaten: %(cards)s, %(each)s points each: %(points)s points to the other side."
    ),
    "throw-costs-taken-back": _(
        "Cards taken back: %(cards)s, %(each)s points each: %(points)s points to the other side."
    ),
    "throw-costs-flat": _("The failed throw costs %(points)s points, to the other side."),
    "play-not-the-form": _("Play %(number)s, %(play)s, cannot win: it does not hold %(form)s."),
    "ruff-not-the-form": _("Play %(number)s, %(play)s, does not ruff: it does not hold %(form)s."),
    "play-discards": _("Play %(number)s, %(play)s, discards."),
    "play-ruffs": _("Play %(number)s, %(play)s, ruffs."),
    "play-overruffs": _("Play %(number)s, %(play)s, overruffs %(over)s."),
    "play-higher": _("Play %(number)s, %(play)s, is higher than %(over)s."),
    "play-special-form": _("Play %(number)s, %(play)s, wins over %(over)s by a special rule."),
    "play-equal": _("Play %(number)s, %(play)s, is as high as %(over)s, which was played first."),
    "play-not-higher": _("Play %(number)s, %(play)s, is not higher than %(over)s."),
    "trick-won": _("Play %(number)s wins the trick with %(play)s."),
    "bottom-points": _("The bottom holds %(points)s points."),
    "bottom-won-with-trumps": _("The last trick was won with trumps: %(form)s, %(winning)s."),
    "bottom-won-with-side-suit": _("The last trick was won with a side suit: %(form)s, %(winning)s."),
    "bottom-counts": _("The bottom is worth %(points)s × %(times)s = %(total)s points."),
    "bottom-does-not-count": _("With such a last trick the bottom does not count."),
    "bid-opens": _("%(seat)s declares %(bid)s."),
    "bid-covers": _("%(seat)s overcalls with %(bid)s."),
    "bid-comes-back": _("%(seat)s, overcalled before, comes back with %(bid)s."),
    "bid-reinforces": _("%(seat)s reinforces to %(bid)s."),
    "bid-reburies": _("%(seat)s overcalls with %(bid)s after the bottom was taken, and buries anew."),
    "bid-not-level-cards": _("The bid of %(seat)s, %(bid)s, does not count: only level cards declare."),
    "bid-of-two-suits": _("The bid of %(seat)s, %(bid)s, does not count: the cards are not equal."),
    "bid-jokers-do-not": _("The bid of %(seat)s, %(bid)s, does not count: so few jokers do not declare."),
    "bid-without-companion": _(
        "The bid of %(seat)s, %(bid)s, does not count: the card that the first hand asks for is not with it."
    ),
    "bid-exposed": _("The bid of %(seat)s, %(bid)s, does not count: bids are made face down."),
    "bid-suit-closed": _(
        "The bid of %(seat)s, %(bid)s, does not count: this side has shown the suit and may not bid it."
    ),
    "bid-after-bottom": _("The bid of %(seat)s, %(bid)s, does not count: the bottom had already been taken."),
    "bid-bottom-was-turned": _(
        "The bid of %(seat)s, %(bid)s, does not count: nobody had bid, and the turned bottom stays."
    ),
    "bid-not-a-pair": _("The bid of %(seat)s, %(bid)s, does not count: it takes a pair."),
    "bid-not-more": _(
        "The bid of %(seat)s, %(bid)s, does not count: it is not more than %(standing)s by %(standing_seat)s."
    ),
    "bid-over-own": _(
        "The bid of %(seat)s, %(bid)s, does not count: nobody overcalls himself; "
        "%(standing)s by %(standing_seat)s stands."
    ),
    "bid-no-reinforcing": _("The bid of %(seat)s, %(bid)s, does not count: bids are not reinforced."),
    "bid-shown-before": _(
        "The bid of %(seat)s, %(bid)s, does not count: cards that were shown are not shown again."
    ),
    "bid-stands": _("%(bid)s by %(seat)s stands."),
    "nobody-bid": _("No bid stands."),
    "nobody-bids-redeal": _("Nobody has bid: the cards are dealt again."),
    "nobody-bids-deal-passes": _(
        "Nobody has bid: the side on the deal loses it. The cards are dealt again, and the other side "
        "declares at its own level."
    ),
    "nobody-bids-attackers-level": _(
        "Nobody has bid: the cards are dealt again, and the same side declares at the attackers' level."
    ),
    "nobody-bids-no-trump": _("Nobody has bid: the hand is played without a trump suit."),
    "nobody-bids-flip-most-frequent": _(
        "Nobody has bid: the bottom is turned up, and the suit of which it has most is trumps; "
        "among equals the declarer chooses."
    ),
    "nobody-bids-flip-highest": _(
        "Nobody has bid: the bottom is turned up card by card. The first level card gives the trump suit; "
        "without one, the highest card does."
    ),
    "nobody-bids-flip-first-non-joker": _(
        "Nobody has bid: the suit of the first bottom card that is no joker is trumps."
    ),
    "bid-drawn-card-not-given": _(
        "Which card was drawn before the deal is not said here: every bidder is taken to have shown it."
    ),
    "turned-card-decides": _("The card that decides is %(turned)s."),
    "turned-most": _("Most of the bottom's cards are %(group)s."),
    "turned-as-many": _(
        "The bottom has as many cards of several suits: the declarer chooses from %(suits)s."
    ),
    "turned-only-jokers": _("Only jokers were turned up: they give no suit."),
    "turned-does-not-matter": _("The cards that were turned up do not matter here."),
    "declarer-turned": _("%(seat)s turned that card and takes the deal."),
    "declarer-turned-own": _("%(seat)s, of the side on the deal, turned that card and has the deal."),
    "declarer-after-turner": _(
        "%(bidder)s turned that card for the other side: %(seat)s, who plays next, has the deal."
    ),
    "declarer-turned-it": _("Who turned that card takes the deal."),
    "declarer-by-turned-card": _(
        "Who of the side on the deal turned that card has the deal; if an attacker turned it, the player "
        "after him has it."
    ),
    "declarer-not-told": _(
        "The rules do not say who has the deal of a first hand without bids: the chief referee decides."
    ),
    "trump-named-by-other-side": _("%(first)s or %(second)s names the trump suit."),
    "declarer-by-bid": _("%(seat)s takes the deal by the bid."),
    "declarer-not-from-bids": _("In later hands the bids do not decide who has the deal."),
    "declarer-kept": _("%(seat)s keeps the deal, whoever declares trumps."),
    "declarer-own-bid": _("%(seat)s, of the side on the deal, declared and takes the deal."),
    "declarer-after-bidder": _(
        "%(bidder)s declared for the other side: %(seat)s, who plays next, takes the deal."
    ),
}

PROBLEMS: Mapping[str, tuple[Any, Any]] = {
    "card-unreadable": (
        _("Character %(position)s, “%(found)s”, is no card."),
        _("Write cards as SA, ♠A, 黑桃A or AS; jokers as BJ and LJ, or 大王 and 小王."),
    ),
    "card-without-suit": (
        _("Character %(position)s, “%(found)s”, has no suit before it."),
        _("Write the suit before the rank: SA, H10."),
    ),
    "card-without-rank": (
        _("Character %(position)s, “%(found)s”, has no rank after it."),
        _("Write the rank after the suit: SA, H10."),
    ),
    "joker-ambiguous": (
        _("Character %(position)s: beside an RJ, “BJ” may be the black joker or the big one."),
        _("Write 大王 or RJ for the big joker, 小王 or LJ for the little one."),
    ),
    "level-unknown": (
        _("There is no level “%(level)s” in these rules."),
        _("Give the rank that is being played: %(ranks)s."),
    ),
    "trump-unknown": (
        _("“%(trump)s” is no trump suit."),
        _("Give S, H, C or D, or NT for no trump."),
    ),
    "form-unreadable": (
        _("“%(given)s” is no form."),
        _("Write a form as 2+2,1: a tractor of two pairs, and a single."),
    ),
    "question-unknown": (
        _("There is no question “%(given)s”."),
        _("Questions are: %(known)s."),
    ),
    "card-not-in-deck": (
        _("%(card)s is in none of the decks of these rules."),
        _("Correct the card, or the rule set."),
    ),
    "too-many-copies": (
        _("There would be %(copies)s copies of %(card)s, with %(decks)s decks."),
        _("Look for the card that is there twice, or the wrong rule set."),
    ),
    "play-empty": (_("There are no cards here."), _("Enter the cards.")),
    "lead-of-two-suits": (
        _("%(played)s are not of one suit: all trumps are one suit, level cards and jokers too."),
        _("Check the cards, the level and the trump suit."),
    ),
    "not-this-form": (
        _("%(played)s cannot be %(form)s."),
        _("Correct the form, or leave it out."),
    ),
    "hand-too-short": (
        _("The hand has %(hand)s cards, fewer than the %(lead)s that were led."),
        _("Enter the whole hand as it was before the play."),
    ),
    "card-not-in-hand": (
        _("%(played)s is not in the hand."),
        _("Enter the hand as it was before the play, with the cards played."),
    ),
    "play-count-differs": (
        _("This play has %(given)s cards, the lead %(asked)s."),
        _("Every play of a trick has as many cards as the lead."),
    ),
    "plays-not-four": (
        _("A trick has one to four plays, not %(plays)s."),
        _("Enter the plays in the order of play, the lead first."),
    ),
    "no-bottom": (
        _("This rule set has no bottom."),
        _("There is nothing to win with the last trick."),
    ),
    "bottom-too-large": (
        _("There are %(given)s cards; the bottom has %(bottom)s."),
        _("Enter the bottom's cards, or only those with points."),
    ),
    "seat-unknown": (_("“%(given)s” is no seat."), _("Seats are N, W, S and E.")),
    "others-and-shown": (
        _("Both the other hands and a shown card are given."),
        _("Give only one of the two."),
    ),
    "last-trick-and-plays": (
        _("Both the winning play and all plays of the last trick are given."),
        _("Give only one of the two."),
    ),
    "wrong-type": (
        _("“%(at)s” should be %(expected)s."),
        _("See docs/ruling.md for the shape of a question."),
    ),
    "key-missing": (_("“%(at)s” is missing."), _("See docs/ruling.md for the shape of a question.")),
}

CARDS = (
    "play",
    "over",
    "part",
    "beaten_by",
    "forced",
    "winning",
    "bid",
    "standing",
    "played",
    "card",
    "turned",
)
SEATS = ("seat", "standing_seat", "first", "second", "bidder")
"""Which values are cards, and which are seats."""


def card_text(card: Card) -> str:
    """A card as it is printed: ``♥10``, or the joker's name."""
    return str(JOKERS[card]) if card in JOKERS else SUIT_SIGNS[card.suit] + card.rank


def cards_text(cards: Iterable[Card]) -> str:
    """Several cards as they are printed, with spaces between."""
    return " ".join(card_text(card) for card in cards)


def group_text(group: str) -> str:
    """What must be followed: a suit's sign, or the trumps."""
    return SUIT_SIGNS.get(group) or str(_("trumps"))


def shape_text(shape: Shape) -> str:
    """A combination's name: a pair, a tractor of 3 pairs."""
    if shape.is_run:
        return str(RUNS[shape.unit]) % {"length": shape.length}
    return str(UNITS[shape.unit])


def form_text(shapes: Iterable[Shape]) -> str:
    """A form in words; equal shapes are counted."""
    counted: dict[Shape, int] = {}
    for shape in shapes:
        counted[shape] = counted.get(shape, 0) + 1
    return " + ".join(_counted(shape, number) for shape, number in counted.items())


def _counted(shape: Shape, number: int) -> str:
    if number == 1:
        return shape_text(shape)
    if shape.is_run:
        return str(_("%(number)s × %(shape)s")) % {"number": number, "shape": shape_text(shape)}
    return str(SEVERAL[shape.unit]) % {"number": number}


def reason_text(reason: Reason) -> str:
    """One step of a ruling as a sentence."""
    return str(REASONS[reason.code]) % _in_words(reason.values)


def problem_text(problem: Problem) -> dict[str, str]:
    """A problem as ``{"message", "fix"}``: what is wrong, and what to do."""
    if problem.code not in PROBLEMS and problem.code in HAND_PROBLEMS:
        return hand_problem_text(problem)
    message, fix = PROBLEMS[problem.code]
    values = {"at": problem.at, **_in_words(problem.values)}
    return {"message": str(message) % values, "fix": str(fix) % values}


def _in_words(values: Mapping[str, Any]) -> dict[str, str]:
    return {key: _word(key, str(value)) for key, value in values.items()}


def _word(key: str, text: str) -> str:
    if key in CARDS:
        return cards_text(read_cards(text))
    if key in SEATS:
        return str(WORDS["seat"][text])
    if key == "expected":
        return str(KINDS.get(text, text))
    if key == "form":
        return form_text(read_form(text))
    if key == "suits":
        return " ".join(map(group_text, text.split()))
    return group_text(text) if key == "group" else text
