"""The five questions as forms: what a referee types or taps, made into a question for the engine."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.answers import Problem
from rules.cards.cards import RANKS
from rules.cards.order import NO_TRUMP
from rules.hands.facts import SEATS
from rules.wording import WORDS

LONGEST = 400
"""Characters of one field: more than a whole hand of four decks in any way of writing it."""
BIDS, PLAYS, HANDS = 8, 4, 3
SHOWN = 4
"""Bids for which there is room at once."""
AT = re.compile(r"(?P<key>[a-z_]+)(?:\[(?P<index>\d+)\])?(?:\.[a-z_]+)?(?::(?P<place>\d+))?")

TRUMPS = [(suit, suit) for suit in ("S", "H", "C", "D")] + [(NO_TRUMP, _("No trump"))]


class CardField(forms.CharField):
    """Cards in our notation. ``long`` is for a whole hand.

    ``pointed`` shows which sign of it is wrong: the text before it, the sign, the text after it.
    """

    pointed: tuple[str, str, str] | None = None

    def __init__(self, *, label: Any, help_text: Any = "", required: bool = True, long: bool = False) -> None:
        attributes = {"data-cards": "", "autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
        widget = forms.Textarea({**attributes, "rows": 2}) if long else forms.TextInput(attributes)
        super().__init__(
            label=label,
            help_text=help_text,
            required=required,
            widget=widget,
            max_length=LONGEST,
            error_messages={"required": _("Enter the cards.")},
        )


def _seats(empty: Any) -> list[tuple[str, Any]]:
    return [("", empty), *((seat, WORDS["seat"][seat]) for seat in SEATS)]


class Question(forms.Form):
    """One question. ``key`` is its name for the engine, ``card_fields`` are its fields with cards."""

    key: ClassVar[str]
    needs_trump: ClassVar[bool] = True
    card_fields: ClassVar[tuple[str, ...]] = ()

    level = forms.ChoiceField(
        label=_("Level played"),
        choices=[(rank, rank) for rank in RANKS],
        error_messages={"required": _("Choose the level that is being played.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.places: dict[str, str] = {}
        if self.needs_trump:
            self.fields["trump"] = forms.ChoiceField(
                label=_("Trump suit"),
                choices=TRUMPS,
                error_messages={"required": _("Choose the trump suit.")},
            )

    def document(self) -> dict[str, Any]:
        """A valid form as the engine's question, without its rule set."""
        data = self.cleaned_data
        asked = {"question": self.key, "level": data["level"]}
        if self.needs_trump:
            asked["trump"] = data["trump"]
        return asked | self.asked(data)

    def asked(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """What this question asks beyond level and trump."""
        return {name: data[name] for name in self.card_fields if data[name]}

    def listed(self, key: str, names: Iterable[str], data: Mapping[str, Any]) -> list[str]:
        """The filled ones of several fields as one list; remembers which field each came from."""
        filled = [name for name in names if data[name]]
        self.places |= {f"{key}[{index}]": name for index, name in enumerate(filled)}
        return [data[name] for name in filled]

    def blame(self, problem: Problem) -> tuple[str, int | None]:
        """The field that a problem is about, empty if none is, and the character in it from 1 if one is."""
        found = AT.fullmatch(problem.at)
        if found is None:
            return "", None
        key = found["key"] if found["index"] is None else f"{found['key']}[{found['index']}]"
        name = self.places.get(key, key)
        place = int(found["place"]) if found["place"] else None
        return (name, place) if name in self.fields else ("", None)

    def pads(self) -> list[forms.BoundField]:
        """The fields with cards, as a page shows them."""
        return [self[name] for name in self.card_fields]


class Follow(Question):
    """Is this legal, and what would be?"""

    key = "follow"
    card_fields = ("lead", "hand", "play")

    lead = CardField(label=_("The lead"))
    hand = CardField(
        label=_("The whole hand before the play"), long=True, help_text=_("The cards that were played, too.")
    )
    play = CardField(
        label=_("What was played"),
        required=False,
        help_text=_("Left empty, the answer says what must be played."),
    )


class Throw(Question):
    """Does this throw stand?"""

    key = "throw"
    card_fields = ("play", "shown", "other1", "other2", "other3")

    play = CardField(label=_("What was thrown"))
    shown = CardField(label=_("The higher cards that were shown against it"), required=False)
    other1 = CardField(label=_("Hand of the next player"), required=False, long=True)
    other2 = CardField(label=_("Hand of the partner"), required=False, long=True)
    other3 = CardField(label=_("Hand of the player before"), required=False, long=True)

    def asked(self, data: Mapping[str, Any]) -> dict[str, Any]:
        others = self.listed("others", (f"other{number}" for number in range(1, HANDS + 1)), data)
        asked = {"play": data["play"]}
        if data["shown"]:
            asked["shown"] = data["shown"]
        if others:
            asked["others"] = others
        return asked

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        others = any(data.get(f"other{number}") for number in range(1, HANDS + 1))
        if not data.get("shown") and not others and not self.errors:
            self.add_error("shown", _("Enter the cards that were shown, or the other hands."))
        if data.get("shown") and others:
            self.add_error("shown", _("Give only one of the two: what was shown, or the other hands."))
        return data


class Trick(Question):
    """Who wins this trick?"""

    key = "trick"
    card_fields = tuple(f"play{number}" for number in range(1, PLAYS + 1))

    leader = forms.ChoiceField(label=_("Who led?"), choices=_seats(_("not said")), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["play1"] = CardField(label=_("The lead"))
        for number in range(2, PLAYS + 1):
            label = gettext("Play %(number)s") % {"number": number}
            self.fields[f"play{number}"] = CardField(label=label, required=False)

    def asked(self, data: Mapping[str, Any]) -> dict[str, Any]:
        plays = self.listed("plays", self.card_fields, data)
        return {"plays": plays} | ({"leader": data["leader"]} if data["leader"] else {})


class Bottom(Question):
    """What is the bottom worth?"""

    key = "bottom"
    card_fields = ("cards", "last_trick")

    cards = CardField(label=_("The bottom"), help_text=_("The cards with points are enough."))
    last_trick = CardField(label=_("What won the last trick"))
    tricks = forms.IntegerField(
        label=_("Points that the attackers made in tricks"), required=False, min_value=0, max_value=1000
    )


class Bid(Question):
    """Who declares, and which suit is trumps?"""

    key = "bid"
    needs_trump = False
    card_fields = ("drawn", *(f"bid{number}" for number in range(1, BIDS + 1)), "turned")

    declarer = forms.ChoiceField(
        label=_("Who has the deal?"), choices=_seats(_("first hand: nobody yet")), required=False
    )
    drawn = CardField(label=_("The card that was drawn"), required=False)
    turned = CardField(
        label=_("The bottom's cards that were turned up"),
        help_text=_("Only where nobody bid: in the order in which they were turned."),
        required=False,
    )
    turned_by = forms.ChoiceField(
        label=_("Who turned the first card?"), choices=_seats(_("not said")), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, BIDS + 1):
            said = {"number": number}
            self.fields[f"seat{number}"] = forms.ChoiceField(
                label=gettext("Who makes bid %(number)s?") % said, choices=_seats("—"), required=False
            )
            self.fields[f"bid{number}"] = CardField(label=gettext("Bid %(number)s") % said, required=False)
            self.fields[f"late{number}"] = forms.BooleanField(
                label=_("after the bottom was taken"), required=False
            )
            self.fields[f"open{number}"] = forms.BooleanField(label=_("laid face up"), required=False)

    def rows(self) -> list[dict[str, forms.BoundField]]:
        """A line for each bid, as a page shows them."""
        return [
            {name: self[f"{name}{number}"] for name in ("seat", "bid", "late", "open")}
            for number in range(1, BIDS + 1)
        ]

    @property
    def goes_on(self) -> bool:
        """Whether there are more bids than fit on a small page."""
        return any(self[f"bid{number}"].value() for number in range(SHOWN + 1, BIDS + 1))

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        made = [number for number in range(1, BIDS + 1) if self[f"bid{number}"].value()]
        for number in made:
            if not data.get(f"seat{number}"):
                self.add_error(f"bid{number}", _("Say who made this bid."))
        return data

    def asked(self, data: Mapping[str, Any]) -> dict[str, Any]:
        bids: list[dict[str, Any]] = []
        for number in range(1, BIDS + 1):
            if not data[f"bid{number}"]:
                continue
            self.places[f"bids[{len(bids)}]"] = f"bid{number}"
            made = {"seat": data[f"seat{number}"], "cards": data[f"bid{number}"]}
            made |= {"after_bottom": True} if data[f"late{number}"] else {}
            made |= {"face_down": False} if data[f"open{number}"] else {}
            bids.append(made)
        asked: dict[str, Any] = {"bids": bids, "first_hand": not data["declarer"]}
        if data["declarer"]:
            asked["declarer"] = data["declarer"]
        return asked | {name: data[name] for name in ("drawn", "turned", "turned_by") if data[name]}


QUESTIONS: Mapping[str, type[Question]] = {one.key: one for one in (Bid, Follow, Throw, Trick, Bottom)}
