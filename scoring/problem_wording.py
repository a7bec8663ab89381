"""The words for what is wrong in match formats, matches, tie-break lists and the documents of ``rank``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

PROBLEMS: Mapping[str, tuple[Any, Any]] = {
    # match formats
    "format-not-a-table": (_("“%(at)s” should be a table."), _("Write it as key = value pairs.")),
    "format-not-a-count": (
        _("“%(at)s” is %(value)s, but should be a whole number from %(low)s to %(high)s."),
        _("Correct the number."),
    ),
    "format-not-a-number": (_("“%(at)s” is %(value)s, which is no usable number."), _("Correct the number.")),
    "format-not-two-numbers": (
        _("“%(at)s” should be two numbers, the winner's and the loser's."),
        _("Write it as [winner, loser]."),
    ),
    "format-not-an-option": (_("“%(at)s” cannot be “%(value)s”."), _("It is one of: %(allowed)s.")),
    "format-not-a-list": (_("“%(at)s” should be a list."), _("Write it in square brackets.")),
    "format-not-a-pair": (
        _("“%(at)s” should be a pair of a level and its points."),
        _("Write it as [level, points]."),
    ),
    "format-not-a-difference": (
        _("“%(at)s” should be a number of levels, “average” or “maximum”."),
        _("Correct the value."),
    ),
    "format-twice": (_("“%(at)s” names “%(value)s” a second time."), _("Keep it once.")),
    "format-said-twice": (
        _("“%(at)s” is given, and forfeit_win or forfeit_loss too."),
        _("Keep one of the two ways."),
    ),
    "format-missing": (_("“%(at)s” is missing."), _("Add it; the rest of the setting depends on it.")),
    "format-unknown-key": (_("Nothing here is called “%(at)s”."), _("Known here: %(known)s.")),
    "format-even-games": (
        _("Best of %(value)s games cannot always be decided."),
        _("Choose an odd number of games."),
    ),
    "format-after-the-end": (
        _("“%(at)s” is %(value)s minutes before the end, but the match lasts only %(minutes)s."),
        _("Choose fewer minutes."),
    ),
    # matches
    "hand-after-end": (
        _("Hand %(hand)s comes after the match was over."),
        _("Delete it, or correct the hand that ended the match."),
    ),
    "hand-after-time": (
        _("Hand %(hand)s comes after the last hand that counts, which is hand %(last)s."),
        _("Delete it, or correct which hand was in play when time was called."),
    ),
    "hand-after-last": (
        _("Hand %(hand)s is one too many: the match has %(last)s hands."),
        _("Delete the hand that was not played."),
    ),
    "ruling-after-end": (
        _("A ruling after hand %(after)s comes when the match is over already."),
        _("Put it where it belongs, or decide the match by verdict."),
    ),
    "match-undecided": (
        _("The match is level, and the regulation does not say who wins."),
        _("Choose in the event's settings how a level match is decided."),
    ),
    "one-more-hand": (
        _("The levels are equal: one more hand decides."),
        _("Play it, and enter the new levels."),
    ),
    "on-deal-missing": (
        _("The levels are equal, and the side on the deal wins."),
        _("Say which side was on the deal at the end."),
    ),
    "first-to-reach-missing": (
        _("The levels are equal, and the side that reached the level first wins."),
        _("Say which side was first."),
    ),
    "card-points-missing": (
        _("The levels are equal, and card points decide."),
        _("Enter the card points of both sides."),
    ),
    "target-not-reached": (
        _("Nobody has passed %(target)s (%(A)s : %(B)s), and nothing limits the time of this match."),
        _("Confirm it if the match was stopped all the same."),
    ),
    "game-not-won": (
        _("Nobody won the game that ended %(A)s : %(B)s, but another game followed."),
        _("Correct the levels of that game."),
    ),
    "game-after-end": (
        _("Games stood %(A)s : %(B)s: the match was over, but another game follows."),
        _("Delete the game after the end."),
    ),
    "hands-needed": (
        _("These match points are counted hand by hand; levels alone are not enough."),
        _("Enter the hands."),
    ),
    # tie-breaks
    "tiebreaks-empty": (
        _("The list of tie-breaks is empty."),
        _("Choose at least one, for example points."),
    ),
    "tiebreaks-not-a-list": (
        _("“%(at)s” should be a list of tie-breaks."),
        _("Write it in square brackets."),
    ),
    "tiebreak-unknown": (_("There is no tie-break “%(key)s”."), _("Tie-breaks are: %(known)s.")),
    "tiebreak-twice": (
        _("The tie-break “%(key)s” stands in the list a second time and can separate nobody there."),
        _("Delete the second one."),
    ),
    "tiebreak-two-ways": (
        _("The tie-break “%(key)s” stands in the list with two different settings."),
        _("Give it the same settings in both places."),
    ),
    "tiebreak-not-understood": (
        _("“%(at)s” is no tie-break: %(value)s."),
        _("Write a key, or a table with “key” or “use”."),
    ),
    "tiebreak-without-condition": (
        _("“%(at)s” has “use” but no condition."),
        _("Add “tied” or “more_than”."),
    ),
    "tiebreak-count": (
        _("“%(at)s” is %(value)s: it should say how many are level."),
        _("Write a whole number from 2 on."),
    ),
    "tiebreak-option": (
        _("“%(option)s” cannot be “%(value)s” at “%(at)s”."),
        _("Possible here: %(allowed)s."),
    ),
    "unplayed-unknown": (
        _("There is no way “%(value)s” to count rounds that were not played."),
        _("It is one of: %(known)s."),
    ),
    # entries and results
    "entry-twice": (_("The entry %(entry)s stands in the list twice."), _("Delete the second one.")),
    "entry-unknown": (_("There is no entry %(entry)s."), _("Correct the number, or add the entry.")),
    "entry-against-itself": (_("The entry %(entry)s cannot meet itself."), _("Correct one of the two.")),
    "opponent-missing": (
        _("The opponent of %(entry)s is missing."),
        _("Name the opponent, or make it a bye."),
    ),
    # documents of rank
    "document-not-an-object": (_("The document is no JSON object."), _("See docs/rank.md for its shape.")),
    "document-not-a-list": (_("“%(at)s” should be a list."), _("See docs/rank.md for its shape.")),
    "best-not-a-count": (
        _("“%(at)s” is %(value)s, which is no number of entries."),
        _("Write a whole number from 1, or leave it out: then all entries count."),
    ),
    "name-not-understood": (_("%(value)s is not a name."), _("Write it as a text.")),
    "document-unknown-key": (_("Nothing here is called “%(at)s”."), _("Known here: %(known)s.")),
    "entry-not-understood": (
        _("“%(at)s” is no entry: %(value)s."),
        _("Write a number, a text, or an object with “id”."),
    ),
    "carried-not-understood": (
        _("“%(at)s” should give numbers by tie-break."),
        _("Tie-breaks are: %(known)s."),
    ),
    "not-true-or-false": (_("“%(at)s” should be true or false."), _("Correct the value.")),
    "not-two-numbers": (_("“%(at)s” should be two numbers."), _("Write it as [a, b].")),
    "result-not-understood": (_("“%(at)s” is no result: %(value)s."), _("Write an object.")),
    "result-contradicts": (
        _("“%(at)s” says several things at once: %(keys)s."),
        _("Keep one of them (levels and score may stand together)."),
    ),
    "result-without-opponent": (
        _("“%(at)s” names an opponent where there is none."),
        _("Leave b out of a bye or an adjustment."),
    ),
    "round-not-understood": (_("“%(at)s” is %(value)s: no round."), _("Rounds count from 1.")),
    "levels-not-two": (_("“%(at)s” should be the two levels."), _('Write it as ["8", "2"].')),
    "winner-not-understood": (_("“%(at)s” is %(value)s: no winner."), _("Write a, b or draw.")),
    "bye-not-understood": (
        _("“%(at)s” is %(value)s: no bye."),
        _("Write true, given, asked or free."),
    ),
    "worth-not-a-number": (_("“%(at)s” should be a number of points."), _("Correct the value.")),
    "forfeit-not-understood": (
        _("“%(at)s” is %(value)s: no side."),
        _("Write a, b or both."),
    ),
    "verdict-unknown": (_("There is no verdict %(value)s."), _("Verdicts are: %(known)s.")),
    "adjust-not-understood": (
        _("“%(at)s” should give numbers by what is adjusted."),
        _("Possible: %(known)s."),
    ),
    "seed-not-understood": (_("The seed %(value)s is neither a number nor a text."), _("Write a number.")),
    "twice-in-a-round": (
        _("The entry %(entry)s has two results in round %(round)s."),
        _("Check that both belong there."),
    ),
}
