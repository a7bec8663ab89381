"""The bottom: what its card points are multiplied by, given the form that won the last trick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.hands.reading import Reader

FORMS = ("single", "pair", "triple", "four")
TRACTORS = ("", "", "tractor_of_pairs", "tractor_of_triples", "tractor_of_fours")


def form_name(unit: int, cards: int) -> str:
    """``single``, ``pair`` … or ``tractor_of_pairs`` … for a form of ``cards`` cards made of units of
    ``unit``."""
    return FORMS[unit - 1] if cards == unit else TRACTORS[unit]


class Factor(NamedTuple):
    """How a multiplier is reckoned.

    ``kind``: ``flat`` (``number``), ``per_card`` (``number`` × cards), ``power`` (``number`` to the power of
    cards), ``doubling`` (``number`` for one unit, twice as much for each further one).
    """

    kind: str
    number: int

    def times(self, unit: int, cards: int) -> int:
        """The multiplier for a winning form of ``cards`` cards in units of ``unit``."""
        if self.kind == "per_card":
            return self.number * cards
        if self.kind == "power":
            return int(self.number**cards)
        if self.kind == "doubling":
            return int(self.number * 2 ** (cards // unit - 1))
        return self.number


class Multipliers:
    """The factors for one kind of suit, by form; the general rule serves every form that is not named."""

    def __init__(self, reader: Reader, fallback: Multipliers | None = None) -> None:
        general = [key for key in ("per_card", "power", "none") if reader.has(key)]
        self.general: Factor | None = fallback.general if fallback else None
        if len(general) > 1:
            reader.complain("rule-set-either-or", general[1], other=general[0])
        if reader.flag("none"):
            self.general = Factor("flat", 0)
        elif reader.has("power"):
            self.general = Factor("power", reader.whole("power", 2, low=2, high=10))
        elif reader.has("per_card"):
            self.general = Factor("per_card", reader.whole("per_card", 0, low=0, high=100))
        reader.asked.update(("per_card", "power", "none"))
        self.by_form: dict[str, Factor] = dict(fallback.by_form) if fallback and not general else {}
        forms = reader.table("multiplier")
        names = (*FORMS, "tractor", *TRACTORS[2:])
        for name in names:
            if forms.has(name):
                self.by_form[name] = _read_factor(forms, name)
        forms.close(names)

    def factor(self, unit: int, cards: int) -> Factor | None:
        """The factor for a form, or ``None`` where the rule set has none."""
        name = form_name(unit, cards)
        if name in self.by_form:
            return self.by_form[name]
        if cards > unit and "tractor" in self.by_form:
            return self.by_form["tractor"]
        return self.general

    def missing(self, decks: int) -> str:
        """A form that can be led with so many decks and has no factor; empty where every form has one."""
        for unit in range(1, min(decks, 4) + 1):
            for cards in (unit,) if unit == 1 else (unit, 2 * unit):
                if self.factor(unit, cards) is None:
                    return form_name(unit, cards)
        return ""


def _read_factor(reader: Reader, name: str) -> Factor:
    value = reader.raw(name)
    if not isinstance(value, Mapping):
        return Factor("flat", reader.whole(name, 1, low=0, high=1000))
    table = reader.table(name)
    factor = Factor("flat", 1)
    if table.has("per_card"):
        factor = Factor("per_card", table.whole("per_card", 1, low=0, high=100))
    elif table.has("power"):
        factor = Factor("power", table.whole("power", 2, low=2, high=10))
    elif table.has("doubling"):
        factor = Factor("doubling", table.whole("doubling", 1, low=0, high=100))
    else:
        table.complain("rule-set-missing-key", "per_card")
    table.close(("per_card", "power", "doubling"))
    return factor


class Bottom:
    """Everything a rule set says about its bottom of ``cards`` cards."""

    def __init__(self, reader: Reader, decks: int, cards: int) -> None:
        self.cards = cards
        self.max_points = max_bottom_points(decks, cards)
        self.trump_only = reader.flag("trump_only")
        side = reader.table("side")
        if self.trump_only and reader.has("side"):
            reader.complain("rule-set-either-or", "side", other=reader.path("trump_only"))
        self.trump = Multipliers(reader)
        self.side = Multipliers(side, self.trump)
        side.close({"clause"})
        buried = reader.table("buried_by_attackers")
        self.attackers_lose = buried.choice("lost", ("nothing", "subtract"), "nothing")
        self.attackers_hold = buried.choice("held", ("as_won", "once", "nothing"), "as_won")
        buried.close({"clause"})
        if cards:
            for part, multipliers in (("multiplier", self.trump), ("side.multiplier", self.side)):
                missing = multipliers.missing(decks)
                if missing and (part == "multiplier" or not self.trump.missing(decks)):
                    reader.complain("rule-set-missing-key", f"{part}.{missing}")
        reader.close({"clause"})
        factors = [
            factor
            for multipliers in (self.trump, self.side)
            for factor in (multipliers.general, *multipliers.by_form.values())
            if factor is not None
        ]
        self.counts = cards > 0 and any(factor.number for factor in factors)
        self.suit_matters = self.trump_only or (self.trump.general, self.trump.by_form) != (
            self.side.general,
            self.side.by_form,
        )

    def multiplier(self, unit: int, cards: int, trump: bool) -> int:
        """The multiplier for the form that won the last trick (0 where such a trick wins no bottom)."""
        if self.trump_only and not trump:
            return 0
        factor = (self.trump if trump else self.side).factor(unit, cards)
        assert factor is not None, "load_rule_set lets no form go without a factor"
        return factor.times(unit, cards)


def max_bottom_points(decks: int, cards: int) -> int:
    """The most card points that ``cards`` bottom cards can hold.

    Tens and kings come first (8 a deck), then fives.
    """
    tens = min(cards, 8 * decks)
    fives = min(cards - tens, 4 * decks)
    return 10 * tens + 5 * fives
