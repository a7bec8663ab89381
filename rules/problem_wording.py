"""The words for what cannot be true of a hand, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.rule_set_wording import RULE_SET_PROBLEMS

PROBLEMS: Mapping[str, tuple[Any, Any]] = {
    **RULE_SET_PROBLEMS,
    "game-over": (
        _("The game is over: %(winner)s have won it."),
        _("Delete the hands after the end, or correct the one that ended it."),
    ),
    "declarer-unknown": (
        _("Nobody knows who was on the deal."),
        _("Say which side was on the deal, A or B."),
    ),
    "declarer-does-not-follow": (
        _("%(given)s cannot be on the deal: after the hand before it is %(expected)s."),
        _("Check the hand before. If it really was so, give the reason."),
    ),
    "levels-do-not-follow": (
        _("%(side)s stand at %(expected)s after the hand before, not at %(given)s."),
        _("Check the hand before, then enter this one."),
    ),
    "level-unknown": (_("There is no level “%(level)s”."), _("Levels here are: %(rungs)s.")),
    "level-below-start": (
        _("%(level)s lies below the start %(start)s, and nothing in these rules makes a side fall."),
        _("Look at the slip again; confirm it if it is right."),
    ),
    "both-passed": (_("Both sides cannot have passed %(target)s."), _("Look at the slip again.")),
    "both-fallen": (_("Both sides cannot have fallen out."), _("Look at the slip again.")),
    "nobody-rose": (
        _("Both sides are still at the start %(level)s."),
        _("Confirm it if really nobody rose."),
    ),
    "seat-unknown": (_("There is no seat “%(given)s”."), _("Seats are N, E, S and W.")),
    "seat-of-the-other-side": (
        _("%(given)s is not a seat of %(side)s."),
        _("Check who was on the deal, and in which seat."),
    ),
    "seat-does-not-follow": (
        _("The declarer should sit %(expected)s, not %(given)s."),
        _("Rule on the wrong declarer, correct the seat, or give the reason."),
    ),
    "side-unknown": (
        _("“%(given)s” is no side."),
        _("Write attackers or declarers, or the side's letter A or B."),
    ),
    "suit-unknown": (_("There is no suit “%(given)s”."), _("Suits are S, H, C and D, and NT for no trump.")),
    "rank-unknown": (
        _("There is no card “%(given)s” in these decks."),
        _("Ranks are 2 to 10, J, Q, K, A, and SJ and BJ for the jokers."),
    ),
    "points-missing": (_("The attackers' points are missing."), _("Enter the attackers' points.")),
    "nobody-bid-play-on": (
        _("Nobody bid: the hand is played %(policy)s."),
        _("Play it, then enter the attackers' points."),
    ),
    "points-not-multiple-of-five": (
        _("%(given)s cannot be: card points are multiples of five."),
        _("Count again; the last digit is 0 or 5."),
    ),
    "points-out-of-range": (
        _("%(given)s cannot be: it lies outside %(low)s to %(high)s."),
        _("Count again."),
    ),
    "points-do-not-add-up": (
        _("The total is given as %(given)s, but tricks, bottom and penalties make %(expected)s."),
        _("Check tricks, bottom, last trick and penalties."),
    ),
    "points-do-not-fit-bottom": (
        _("With %(bottom)s points in the bottom, worth %(bonus)s, the total cannot be %(given)s."),
        _("Check the bottom and the form of the last trick."),
    ),
    "points-negative": (
        _("The attackers have %(given)s although nothing was entered that takes points off."),
        _("Enter the penalty or the bottom that they lost, or confirm."),
    ),
    "points-very-high": (
        _("%(given)s is more than twice the %(total)s points of the decks."),
        _("Check the bottom; confirm if it is right."),
    ),
    "all-points-twice": (
        _("%(side)s took all points in two hands running."),
        _("Check that the points are the attackers'; confirm if it is right."),
    ),
    "minutes-out-of-range": (
        _("A hand cannot take %(given)s minutes."),
        _("Enter how many minutes the hand took, or leave it out."),
    ),
    "hand-very-quick": (
        _("The hand took only %(minutes)s minutes."),
        _("Check that it has not been entered already; confirm if it is right."),
    ),
    "no-bottom": (
        _("These rules have no bottom, but it is given %(given)s points."),
        _("Leave the bottom empty."),
    ),
    "tricks-and-bottom-exceed-total": (
        _("%(tricks)s from tricks and %(bottom)s in the bottom are more than the %(total)s of the decks."),
        _("Count tricks and bottom again."),
    ),
    "last-trick-points-attackers": (
        _(
            "The attackers cannot have %(given)s: the last trick, which they won with %(card)s, alone holds "
            "%(worth)s points."
        ),
        _("Check who won the last trick, with which card, and count again."),
    ),
    "last-trick-points-declarers": (
        _(
            "The attackers cannot have %(given)s: the last trick with its %(worth)s points went to the "
            "declarers, who won it with %(card)s."
        ),
        _("Check who won the last trick, with which card, and count again."),
    ),
    "last-trick-missing": (
        _("Who won the last trick is missing."),
        _("Say who won the last trick, or enter only the total."),
    ),
    "bottom-missing": (
        _("The points in the bottom are missing."),
        _("Enter the bottom's points, not multiplied."),
    ),
    "form-missing": (
        _("The form that won the last trick is missing."),
        _("Say whether it was a single, a pair, a triple, and how many cards."),
    ),
    "trump-missing": (
        _("It matters whether the last trick was won with trumps."),
        _("Say whether it was trumps or a side suit."),
    ),
    "trump-suit-missing": (
        _("It matters whether the %(card)s that won the last trick was of the trump suit."),
        _("Say which suit was trumps."),
    ),
    "form-unknown": (_("There is no form with units of %(given)s."), _("Units are 1 to 4.")),
    "form-needs-more-decks": (
        _("%(unit)s equal cards cannot be: there are only %(decks)s decks."),
        _("Correct the form of the last trick."),
    ),
    "form-cards": (
        _("%(cards)s cards cannot be made of units of %(unit)s within a hand of %(high)s."),
        _("Give the number of cards in the winning form alone."),
    ),
    "rank-always-trump": (
        _("%(card)s is always trumps when %(level)s is played; it cannot have won as a side suit."),
        _("Correct the card, or say that it was trumps."),
    ),
    "tractor-too-long": (
        _("A tractor of %(cards)s cards cannot be: a side suit has only %(ranks)s ranks here."),
        _("Correct the number of cards in the winning form."),
    ),
    "tractor-too-low": (
        _(
            "A tractor of %(cards)s cards in a side suit cannot have %(card)s as its highest card: "
            "the suit has only %(lower)s ranks below it here."
        ),
        _("Give the highest card of the tractor, or correct the number of cards."),
    ),
    "trump-contradicts": (
        _("The card %(suit)s %(rank)s and the trump suit %(trump_suit)s contradict what is said of trumps."),
        _("Correct the card, the trump suit, or whether it was trumps."),
    ),
    "penalty-unknown": (
        _("These rules know no offence “%(given)s” by %(role)s."),
        _("Offences here are: %(codes)s. Anything else is entered as an agreed ruling."),
    ),
    "penalties-contradict": (
        _("Two penalties decide the hand for different sides."),
        _("Keep the one that counts, or enter an agreed ruling."),
    ),
    "penalty-points-missing": (
        _("The referee sets the points for this offence, and they are missing."),
        _("Enter the points."),
    ),
    "cards-missing": (
        _("How many cards were %(counts)s is missing."),
        _("Enter the number of cards."),
    ),
    "cards-out-of-range": (
        _("%(given)s cards cannot be: a hand has %(high)s."),
        _("Enter the number of cards."),
    ),
    "ruling-without-words": (
        _("The agreed ruling has no words."),
        _("Write in a few words what was agreed."),
    ),
    "not-json": (
        _("The line is not JSON from line %(line)s, character %(column)s on."),
        _("Write one JSON object a line."),
    ),
    "json-too-deep": (
        _("The line is nested too deeply to be read."),
        _("Write one JSON object a line."),
    ),
    "json-number-too-long": (
        _("The line has a number of too many digits."),
        _("Write one JSON object a line."),
    ),
    "key-twice": (_("“%(at)s” stands twice."), _("Keep it once.")),
    "wrong-type": (_("“%(at)s” should be %(expected)s."), _("See docs/judge.md for the shape of a line.")),
    "key-missing": (_("“%(at)s” is missing."), _("See docs/judge.md for the shape of a line.")),
    "key-unknown": (_("Nothing is called “%(at)s”."), _("Known here: %(known)s.")),
    "first-hand-levels": (
        _("Before the first hand nobody has risen, but the levels are %(level)s and %(to)s."),
        _("Correct the levels, or leave out that it is the first hand."),
    ),
    "first-hand-hooked": (
        _("Before the first hand nobody can have been hooked, but %(side)s is said to have been."),
        _("Correct the count, or leave out that it is the first hand."),
    ),
    "rule-set-not-found": (_("There is no rule set “%(given)s”."), _("Rule sets are: %(known)s.")),
}
