"""The words for what a regulation leaves open about cards, and its rule set assumes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

ASSUMED: Mapping[str, Any] = {
    "links": _("which trumps are neighbours in a tractor"),
    "across_level": _("whether a tractor runs across the missing level card"),
    "follow": _("how suit and form are followed"),
    "follow.lists": _("in which order forms are followed"),
    "follow.break_for_run": _("whether triples are broken to follow a tractor"),
    "follow.special": _("whether a form that wins by a special rule may be played in place of what is owed"),
    "follow.wrong_counts": _("how many cards are wrong where a tractor was held back"),
    "throw": _("when a throw stands, and what is forced if it fails"),
    "throw.reading": _("how the cards of a throw are compared"),
    "throw.trumps": _("whether trumps may be thrown"),
    "throw.forces": _("what is forced when a throw fails"),
    "trick": _("who wins when a throw is ruffed"),
    "bid": _("how trumps are declared and overcalled"),
    "bid.reinforce": _("who may reinforce a bid"),
    "bid.first_hand": _("whose bid takes the deal in the first hand"),
    "bid.later_hands": _("who has the deal in later hands"),
    "deal.nobody_bids": _("what happens when nobody bids"),
    "bottom": _("by how much the bottom counts"),
}
"""What a regulation leaves open, by its key in ``[cards]``."""


def assumed_texts(keys: Iterable[str]) -> list[str]:
    """What is assumed, in words."""
    return [str(ASSUMED.get(key, key)) for key in keys]
