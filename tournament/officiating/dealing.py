"""Who declares, shuffles and cuts next, in a sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.hands import RuleSet

WINNERS = {"declarers", "declarer", "winners"}
SHUFFLE: dict[str, Any] = {
    "declarer": gettext_lazy("The declarer shuffles."),
    "player_before_declarer": gettext_lazy("The player before the declarer shuffles."),
    "anybody": "",
}
CUT: dict[str, Any] = {
    "declarer": gettext_lazy("The declarer cuts."),
    "player_before_declarer": gettext_lazy("The player before the declarer cuts."),
    "anybody": "",
}


def next_deal(rule_set: RuleSet, declarer: str | None, names: Mapping[str, str]) -> list[str]:
    """What the players do before the next hand; nothing before the first, or where anybody may do it.

    Whoever won the hand before has the next deal, so the winners are its declarers.
    """
    if declarer not in ("A", "B"):
        return []
    other = {"A": "B", "B": "A"}[declarer]
    found = []
    for who, fixed, shuffles in ((rule_set.deal.shuffles, SHUFFLE, True), (rule_set.deal.cuts, CUT, False)):
        if who in fixed:
            found.append(str(fixed[who]))
        else:
            name = {"name": names[declarer if who in WINNERS else other]}
            found.append((_("%(name)s shuffle.") if shuffles else _("%(name)s cut.")) % name)
    return [sentence for sentence in found if sentence]
