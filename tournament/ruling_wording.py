"""Rulings and corrections in words: what was ruled, what it changes, what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.wording import level_text, offence_text
from scoring.matches import Change
from scoring.wording import how_text, signed
from tournament.models import Role, Ruling

PROBLEMS: dict[str, tuple[Any, Any]] = {
    "ruling-needs-side": (
        gettext_lazy("The ruling does not say who offended."),
        gettext_lazy("Choose the pair."),
    ),
    "ruling-needs-hand": (
        gettext_lazy("This offence belongs to a hand."),
        gettext_lazy("Say in which hand it happened."),
    ),
    "ruling-needs-words": (
        gettext_lazy("The ruling is empty."),
        gettext_lazy("Write what happened and what was decided, or choose an offence."),
    ),
    "ruling-points": (
        gettext_lazy("%(given)s is not a number of card points."),
        gettext_lazy("Type a multiple of five above zero."),
    ),
    "ruling-levels": (
        gettext_lazy("The ruling moves no level."),
        gettext_lazy("Say how many levels are lost or gained."),
    ),
    "ruling-effect": (
        gettext_lazy("“%(given)s” is not an effect of a ruling."),
        gettext_lazy("Choose one from the list."),
    ),
    "offence-unknown": (
        gettext_lazy("This event's rules know no offence “%(given)s”."),
        gettext_lazy("Choose one from the list, or rule in your own words."),
    ),
    "slip-bears-no-ruling": (
        gettext_lazy("This table has only the final levels of its slip, so the ruling would change nothing."),
        gettext_lazy("Write it into the levels of the slip, or give a verdict."),
    ),
    "ruling-does-not-wait": (
        gettext_lazy("This ruling does not wait for approval."),
        gettext_lazy("Look at it again; somebody may have approved it already."),
    ),
    "ruling-needs-second-person": (
        gettext_lazy("You made this ruling yourself."),
        gettext_lazy("Somebody else has to decide on it."),
    ),
    "ruling-is-withdrawn": (gettext_lazy("This ruling was taken back already."), ""),
    "ruling-not-open-to-appeal": (
        gettext_lazy("This ruling was appealed already, or taken back."),
        gettext_lazy("The jury decides once; its word is final."),
    ),
    "ruling-is-not-appealed": (
        gettext_lazy("There is no open appeal against this ruling."),
        gettext_lazy("Look at it again; the jury may have decided already."),
    ),
    "hand-was-ruled-on": (
        gettext_lazy("There is a ruling on hand %(number)s, so it cannot be taken out."),
        gettext_lazy("Take the ruling back first."),
    ),
    "adjustment-is-nothing": (
        gettext_lazy("Neither points nor levels are given or taken."),
        gettext_lazy("Type one of them; below zero takes away."),
    ),
    "adjustment-needs-entry": (
        gettext_lazy("There is no entry of this number."),
        gettext_lazy("Type its number from the list of entries."),
    ),
    "slip-line": (
        gettext_lazy("“%(given)s” is not a slip."),
        gettext_lazy("Type table, level, level: 7 8 2. Add A or B for the side on the deal at the end."),
    ),
    "slip-no-table": (
        gettext_lazy("Table %(table)s is not being played now."),
        gettext_lazy("Look at the table's number again."),
    ),
    "slip-no-table-in-round": (
        gettext_lazy("Table %(table)s of round %(round)s is not being played now."),
        gettext_lazy("Look at the numbers of round and table again."),
    ),
    "slip-which-round": (
        gettext_lazy("Table %(table)s has no confirmed result yet in several rounds: %(rounds)s."),
        gettext_lazy("Write the round before the table, for example %(example)s."),
    ),
    "slip-which-stage": (
        gettext_lazy("Table %(table)s has no confirmed result yet in several stages: %(stages)s."),
        gettext_lazy("Press the table on the desk and type its levels there."),
    ),
    "slip-is-there": (
        gettext_lazy("Table %(table)s has a result already: %(there)s."),
        gettext_lazy("If that is wrong, take it back at the table, with a reason."),
    ),
    "table-not-late": (
        gettext_lazy("Table %(table)s is not late: both sides are there, or play has begun."),
        gettext_lazy("Look at the desk again."),
    ),
    "nobody-left": (
        gettext_lazy("Table %(table)s needs no verdict: nobody there has left, or the match is over."),
        gettext_lazy("Look at the desk again."),
    ),
    "roster-own-branch": (
        gettext_lazy("%(referee)s belongs to a branch that plays at table %(table)s."),
        gettext_lazy("Choose another referee."),
    ),
    "roster-not-a-referee": (
        gettext_lazy("This is not a referee of the event."),
        gettext_lazy("Choose one from the list."),
    ),
    "roster-nobody": (
        gettext_lazy("The event has no referees yet."),
        gettext_lazy("Give referees their PINs on the page People first."),
    ),
    "signs-nothing": (
        gettext_lazy("There is no result to agree to yet."),
        gettext_lazy("Enter the missing hands, or close the table."),
    ),
    "screen-show": (
        gettext_lazy("The screen cannot show “%(given)s”."),
        gettext_lazy("Choose one from the list."),
    ),
    "screen-seconds": (
        gettext_lazy("A page stays between 3 and 120 seconds."),
        gettext_lazy("Type a whole number of seconds."),
    ),
}

EFFECTS: dict[str, Any] = {
    "points": gettext_lazy("card points for the other side"),
    "void": gettext_lazy("the hand is void and dealt again"),
    "deal_passes": gettext_lazy("the hand is over, the other side takes the deal"),
    "warning": gettext_lazy("warning"),
    "levels": gettext_lazy("levels are moved"),
    "game_lost": gettext_lazy("the game is lost"),
    "match_lost": gettext_lazy("the match is lost"),
    "disqualified": gettext_lazy("disqualified"),
}

WHAT: dict[str, Any] = {
    "over": gettext_lazy("The match is over"),
    "how": gettext_lazy("Its end"),
    "winner": gettext_lazy("Winner"),
    "levels": gettext_lazy("Levels"),
    "difference": gettext_lazy("Level difference"),
    "small": gettext_lazy("Small points"),
    "points": gettext_lazy("Match points"),
}

APPROVERS = {role.value: role.label for role in Role}


def changes_in_words(changes: Iterable[Change], names: Mapping[str, str]) -> list[dict[str, str]]:
    """What a correction changes: ``{"what", "before", "after"}`` for each thing, in the reader's words."""
    return [
        {
            "what": _what(one.what),
            "before": _value(one.what, one.before, names),
            "after": _value(one.what, one.after, names),
        }
        for one in changes
    ]


def ruled(row: Ruling) -> str:
    """What a ruling says: its offence from the catalogue, or the referee's own words."""
    if row.offence == "ruling":
        return row.decision
    name = offence_text(row.offence)
    return f"{name}：{row.decision}" if row.decision else name


def effect_of(row: Ruling) -> str:
    """What a ruling does to hand or match, in words."""
    effect = row.effect.get("effect")
    if effect == "levels":
        moves = {"own": signed(row.effect.get("value", 0)), "others": signed(row.effect.get("others", 0))}
        return _("levels of the offender %(own)s, of the other side %(others)s") % moves
    if effect:
        return str(EFFECTS[effect])
    penalty = row.facts.get("penalty", {})
    if points := penalty.get("effect", {}).get("points"):
        return _("%(points)s card points for the other side") % {"points": points}
    return _("as the rules say for hand %(number)s") % {"number": row.hand}


def waits_for(row: Ruling) -> str:
    """Who has still to approve a ruling; empty where nobody has."""
    return (
        str(APPROVERS.get(row.facts.get("approve", ""), "")) if row.status == Ruling.Status.PROPOSED else ""
    )


def _what(what: str) -> str:
    if what.startswith("hand "):
        return _("Hand %(number)s") % {"number": what.removeprefix("hand ")}
    return str(WHAT[what])


def _value(what: str, value: Any, names: Mapping[str, str]) -> str:
    if value is None:
        return "—"
    if what == "over":
        return _("yes") if value else _("no")
    if what == "how":
        return how_text(str(value))
    if what == "winner":
        return names.get(str(value), str(value))
    if what == "difference":
        return signed(value)
    if isinstance(value, Mapping):
        return f"{level_text(str(value['A']))} : {level_text(str(value['B']))}"
    if isinstance(value, tuple):
        return " : ".join(f"{one:g}".replace("-", "−") for one in value)
    return str(value)
