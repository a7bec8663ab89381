"""The words of the desk: an answer's headline, what an offence costs, and what the rules only assume."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.cards.order import NO_TRUMP
from rules.cards_wording import SUIT_SIGNS
from rules.hands.deal import REDEALS
from rules.hands.penalties import Offence, Penalty
from rules.wording import WORDS
from tournament.ruling_desk.faces import TEXT_SIGN

QUESTIONS: Mapping[str, Any] = {
    "bid": gettext_lazy("Bids"),
    "follow": gettext_lazy("Following"),
    "throw": gettext_lazy("Throw"),
    "trick": gettext_lazy("Trick"),
    "bottom": gettext_lazy("Bottom"),
}

SUITS: Mapping[str, Any] = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "C": gettext_lazy("clubs"),
    "D": gettext_lazy("diamonds"),
}

ASKED: Mapping[str, Any] = {
    "bid": gettext_lazy("Who declares, and what is trumps?"),
    "follow": gettext_lazy("Was it followed as it must be?"),
    "throw": gettext_lazy("Does the throw stand?"),
    "trick": gettext_lazy("Who wins the trick?"),
    "bottom": gettext_lazy("What is the bottom worth?"),
}


def trump_text(trump: str) -> str:
    """A trump suit as its sign, or the words for no trump."""
    return _("No trump") if trump == NO_TRUMP else SUIT_SIGNS[trump] + TEXT_SIGN


def suits() -> list[dict[str, Any]]:
    """The four suits as keys: value, sign, name, and whether the suit is red."""
    return [
        {"value": suit, "label": trump_text(suit), "name": name, "red": suit in ("H", "D")}
        for suit, name in SUITS.items()
    ]


def trumps() -> list[dict[str, Any]]:
    """What can be trumps, as keys: the four suits, and no trump."""
    return [*suits(), {"value": NO_TRUMP, "label": trump_text(NO_TRUMP), "name": "", "red": False}]


def headline(kind: str, answer: Mapping[str, Any]) -> tuple[str, str]:
    """The answer in a word or two, and its sign: ``done`` (all is well), ``now`` (it is not), ``note``."""
    if kind == "follow":
        if answer["legal"] is None:
            return _("This must be played"), "note"
        return (_("Legal"), "done") if answer["legal"] else (_("Not legal"), "now")
    if kind == "throw":
        return (_("The throw stands"), "done") if answer["stands"] else (_("The throw fails"), "now")
    if kind == "trick":
        if "seat" in answer:
            return _("%(seat)s wins the trick") % {"seat": WORDS["seat"][answer["seat"]]}, "note"
        return _("Play %(number)s wins the trick") % {"number": answer["winner"] + 1}, "note"
    if kind == "bottom":
        return _("%(points)s points") % {"points": answer["points"]}, "note"
    if answer["nobody_bids"] in REDEALS:
        return _("The cards are dealt again"), "note"
    if answer.get("trump_among"):
        return _("The declarer chooses trumps"), "note"
    if answer["nobody_bids"] and not answer["trump"]:
        return _("The bottom gives the trump suit"), "note"
    if not answer["trump"]:
        return _("No trump suit was declared"), "note"
    return _("Trumps: %(trump)s") % {"trump": trump_text(answer["trump"])}, "note"


def cost_text(offence: Offence, cards: int | None = None) -> str:
    """What an offence of the catalogue costs, in words; ``cards`` where they are counted."""
    words = [_("first %(step)s") % {"step": WORDS["step"][step]} for step in offence.escalates]
    words += _costs(offence.penalty, cards)
    if offence.approve and offence.approve != "referee":
        words.append(_("%(who)s must approve") % {"who": WORDS["approve"][offence.approve]})
    return " · ".join(words)


def _costs(penalty: Penalty, cards: int | None) -> list[str]:
    words = []
    if penalty.points_per_card:
        said = {"cards": cards or 0, "each": penalty.points_per_card}
        said["points"] = said["cards"] * said["each"]
        words.append(_("%(points)s points to the other side (%(cards)s cards × %(each)s)") % said)
    if penalty.points:
        words.append(_("%(points)s points to the other side") % {"points": penalty.points})
    if penalty.points_by_referee:
        words.append(_("points to the other side, as many as the referee says"))
    if penalty.hand:
        words.append(str(WORDS["hand"][penalty.hand]))
    if penalty.deal_passes:
        words.append(_("the other side takes the deal"))
    if penalty.levels:
        words.append(_("the other side rises by %(levels)s") % {"levels": penalty.levels})
    if penalty.levels_to == "next_must_play":
        words.append(_("the other side goes to the next must-play level"))
    elif penalty.levels_to:
        words.append(_("the offenders go back to the must-play level before"))
    if penalty.by_points:
        words.append(_("the other side rises by the points made"))
    if penalty.offender_levels:
        words.append(_("the offenders fall by %(levels)s") % {"levels": -penalty.offender_levels})
    if penalty.game:
        words.append(_("the game is lost"))
    if penalty.match:
        words.append(_("the match is lost") if penalty.match == "lost" else _("disqualified"))
    if penalty.warning:
        words.append(_("a warning"))
    if penalty.play:
        words.append(str(WORDS["play"][penalty.play]))
    return words
