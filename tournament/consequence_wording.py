"""What follows from a correction or a ruling, in sentences."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.answers import Reason

MOST_SHOWN = 12

FOLLOWS: dict[str, Any] = {
    "expelled-stands": gettext_lazy(
        "No. %(number)s %(names)s is put out of the event and not paired again. What it has played stands; "
        "it keeps no place."
    ),
    "expelled-struck": gettext_lazy(
        "No. %(number)s %(names)s is put out of the event and not paired again. All its results are struck."
    ),
    "pairings-stand": gettext_lazy("Published already, so the pairs stand: round %(rounds)s."),
    "pairings-the-same": gettext_lazy("By the corrected table round %(round)s would be paired just so."),
    "pairings-differ": gettext_lazy(
        "By the corrected table round %(round)s would have %(count)s other pairs: %(pairs)s."
    ),
    "draft-to-draw-again": gettext_lazy(
        "The draft of round %(round)s does not fit the corrected table and has to be drawn again."
    ),
    "seat-moves": gettext_lazy("Round %(round)s, match %(match)s: %(after)s sits there and not %(before)s."),
    "seat-falls-empty": gettext_lazy(
        "Round %(round)s, match %(match)s: the seat of %(before)s is open again."
    ),
    "seat-is-taken": gettext_lazy("Round %(round)s, match %(match)s: %(after)s sits there."),
    "place-moves": gettext_lazy("%(stage)s: place %(place)s goes to %(after)s and not to %(before)s."),
    "tie-arises": gettext_lazy("%(stage)s: no. %(entries)s are level on a place that matters."),
}


def follows_text(reason: Reason) -> str:
    """One thing that follows, as a sentence."""
    values = dict(reason.values)
    code = reason.code
    if code == "seat-moves":
        code = "seat-falls-empty" if values["after"] is None else code
        code = "seat-is-taken" if values["before"] is None else code
    for key in ("before", "after"):
        if values.get(key) is not None:
            values[key] = _("no. %(number)s") % {"number": values[key]}
    if "pairs" in values:
        shown = [f"{a}–{b}" for a, b in values["pairs"][:MOST_SHOWN]]
        values["pairs"] = ", ".join([*shown, *(["…"] if len(values["pairs"]) > MOST_SHOWN else [])])
    for key in ("entries", "rounds"):
        if key in values:
            values[key] = ", ".join(map(str, values[key]))
    return str(FOLLOWS[code]) % values
