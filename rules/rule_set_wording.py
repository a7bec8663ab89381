"""The words for what is wrong in a rule set's data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

ASSUMED: Mapping[str, Any] = {
    "bottom": _("by how much the bottom counts"),
    "bottom.multiplier": _("by how much each form multiplies the bottom"),
    "bottom.per_card": _("by how much the bottom counts"),
    "bottom_cards": _("how many cards the bottom has"),
    "deal": _("who has the deal"),
    "deal.held": _("who declares next when the deal is held"),
    "deal.lost": _("who declares next when the deal is lost"),
    "deal.nobody_bids": _("what happens when nobody bids"),
    "ladder.after_target": _("what follows the last level"),
    "ladder.below": _("which levels lie below the start"),
    "ladder.pass_target": _("whether the last level must be played on the deal to be passed"),
    "ladder.start": _("at which level one starts"),
    "ladder.target": _("which level is the last"),
    "ladder.unused": _("what becomes of levels that a must-play level stops"),
    "table": _("what the points are worth"),
}
"""What a regulation leaves open, by its key in the rule set."""


def assumed_texts(keys: Iterable[str]) -> list[str]:
    """What a rule set assumes because its regulation is silent, in words, each once."""
    return list(dict.fromkeys(str(ASSUMED.get(key, key)) for key in keys))


RULE_SET_PROBLEMS: Mapping[str, tuple[Any, Any]] = {
    "rule-set-wrong-type": (
        _("“%(at)s” should be of the kind: %(expected)s."),
        _("Correct the value in the rule set."),
    ),
    "rule-set-missing-key": (_("“%(at)s” is missing."), _("Add it to the rule set.")),
    "rule-set-unknown-key": (_("Nothing in a rule set is called “%(at)s”."), _("Known here: %(known)s.")),
    "rule-set-out-of-range": (
        _("“%(at)s” is %(value)s, outside %(low)s to %(high)s."),
        _("Correct the value in the rule set."),
    ),
    "rule-set-not-points": (
        _("“%(at)s” is %(value)s, but card points are multiples of five."),
        _("Correct the value in the rule set."),
    ),
    "rule-set-not-an-option": (
        _("“%(at)s” cannot be “%(value)s”."),
        _("It is one of: %(options)s."),
    ),
    "rule-set-either-or": (
        _("“%(at)s” contradicts “%(other)s”."),
        _("Keep only one of the two."),
    ),
    "rule-set-no-effect": (
        _("“%(at)s” has no effect, because of “%(other)s”."),
        _("Leave it out, or correct “%(other)s”."),
    ),
    "rule-set-unknown-rung": (
        _("“%(at)s” names the level “%(rung)s”, which the ladder has not."),
        _("Levels of the ladder are: %(rungs)s."),
    ),
    "rule-set-bad-rung": (
        _("“%(at)s”: a level cannot be called “%(rung)s”."),
        _("Choose another name."),
    ),
    "rule-set-twice": (_("“%(at)s” names “%(name)s” twice."), _("Keep it once.")),
    "rule-set-uneven-hands": (
        _("%(cards)s cards less a bottom of %(bottom)s cannot be dealt evenly to four players."),
        _("Correct the decks or the bottom."),
    ),
    "rule-set-band-gap": (
        _("“%(at)s” begins at %(start)s, but the first band has to begin at %(expected)s."),
        _("Begin the bands where they have to begin."),
    ),
    "rule-set-band-start": (
        _("“%(at)s” begins at %(start)s: not a multiple of five between %(low)s and %(high)s."),
        _("Correct where the band begins."),
    ),
    "rule-set-band-order": (
        _("“%(at)s” begins at %(start)s, not above the band before."),
        _("Put the bands in ascending order."),
    ),
    "rule-set-band-levels": (
        _("“%(at)s” gives %(levels)s levels: more points would be worth less to the side that made them."),
        _("Correct the levels of the band."),
    ),
    "rule-set-no-must-play": (
        _("“%(at)s” speaks of must-play levels, but the ladder has none."),
        _("Name the must-play levels in “ladder.must_play”."),
    ),
    "rule-set-no-such-item": (
        _("The change “%(at)s” finds no “%(item)s”."),
        _("Correct the path of the change."),
    ),
}
