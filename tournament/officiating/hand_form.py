"""The hand form of a table's page: what the referee types, as the judge's facts."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules.cards.shapes import LARGEST_UNIT, Shape
from rules.cards_wording import shape_text
from rules.hands import NO_TRUMP, RuleSet
from rules.hands.facts import SEATS
from rules.hands.hooks import FORM_UNITS, Hook
from rules.wording import offence_text
from tournament.models import Board

FORM_LABELS = {
    "1-1": _("single"),
    "2-2": _("pair"),
    "3-3": _("triple"),
    "4-4": _("four of a kind"),
    "2-4": _("tractor of 2 pairs"),
    "2-6": _("tractor of 3 pairs"),
    "2-8": _("tractor of 4 pairs"),
    "3-6": _("run of 2 triples"),
    "3-9": _("run of 3 triples"),
}
LONGEST_RUN = 13
DECK = 54


def forms_of(decks: int, bottom: int) -> dict[str, tuple[int, int]]:
    """Every form that can win a last trick with so many decks, as ``unit-cards``: the usual ones first, then
    runs as long as a hand can hold them."""
    hand = (DECK * decks - bottom) // len(SEATS)
    units = range(1, min(decks, LARGEST_UNIT) + 1)
    runs = [(unit, unit * length) for unit in units[1:] for length in range(2, LONGEST_RUN + 1)]
    return {
        f"{unit}-{cards}": (unit, cards)
        for unit, cards in [*((unit, unit) for unit in units), *runs]
        if cards <= hand
    }


def form_label(unit: int, cards: int) -> str:
    """A form in words, short where it is a usual one."""
    return str(FORM_LABELS.get(f"{unit}-{cards}") or shape_text(Shape(unit, cards // unit)))


ASKED_FOR = ("tricks", "bottom", "last_trick", "last_trump")
"""What an address may fill in beforehand."""


def filled_in(asked: Mapping[str, str]) -> dict[str, str]:
    """What an address says of the hand, as the form's initial values."""
    return {name: asked[name] for name in ASKED_FOR if asked.get(name)}


HOOK_FORMS = {
    "": "",
    "single": _("a single %(card)s"),
    "pair": _("a pair of %(card)s"),
    "triple": _("three %(card)s"),
    "four": _("four %(card)s"),
}
HOOK_SUITS = {
    "": _("with %(card)s"),
    "trump": _("%(card)s of trumps"),
    "side": _("%(card)s of a side suit"),
    NO_TRUMP: _("%(card)s in a no-trump hand"),
}


MINUS = str.maketrans("−–", "--")
"""Minus signs of Chinese keyboards that are no full-width form of the ASCII one."""


class WholeField(forms.IntegerField):
    """A whole number in the digits and the minus of any keyboard, full-width ones too."""

    def to_python(self, value: Any) -> int | None:
        if isinstance(value, str):
            value = unicodedata.normalize("NFKC", value).translate(MINUS)
        return super().to_python(value)


class HandForm(forms.Form):
    """Simple: declarer and the attackers' points. Detailed: tricks, bottom, last trick, a penalty.

    At a level with a hook (``level``) it also asks whether the attackers won the last trick with its card.
    """

    declarer = forms.ChoiceField(choices=[("A", "A"), ("B", "B")], label=_("Who declares?"))
    points = WholeField(label=_("Attackers' points"), required=False)
    tricks = WholeField(label=_("Points from tricks"), required=False)
    bottom = WholeField(label=_("Points in the bottom"), required=False, min_value=0)
    last_trick = forms.ChoiceField(label=_("Attackers won the last trick with"), required=False)
    last_trump = forms.ChoiceField(
        label=_("In trumps?"),
        required=False,
        choices=[("", "—"), ("yes", _("trumps")), ("no", _("side suit"))],
    )
    penalty = forms.ChoiceField(label=_("Penalty"), required=False)
    penalty_by = forms.ChoiceField(
        label=_("Whose offence?"), required=False, choices=[("", "—"), ("A", "A"), ("B", "B")]
    )
    penalty_cards = WholeField(label=_("Cards"), required=False, min_value=0, max_value=40)
    penalty_points = WholeField(
        label=_("Card points of the penalty"), required=False, min_value=0, max_value=1000
    )
    nobody_bid = forms.BooleanField(label=_("Nobody bid"), required=False)
    void = forms.BooleanField(label=_("Hand void, dealt again"), required=False)
    reason = forms.CharField(
        label=_("Why this hand does not follow from the one before"), required=False, max_length=200
    )

    def __init__(self, rule_set: RuleSet, *args: Any, level: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.hooks = [hook for hook in rule_set.hooks if hook.at == level.partition("@")[0]]
        if self.hooks:
            self.fields["hooked"] = forms.ChoiceField(
                label=_("Did the attackers win the last trick with %(card)s?") % {"card": self.hooks[0].card},
                choices=[("no", _("no")), *hook_choices(self.hooks)],
                error_messages={"required": _("Say whether the declarers are hooked.")},
            )
        if not any(offence.penalty.points_by_referee for offence in rule_set.penalties.offences.values()):
            del self.fields["penalty_points"]
        self.forms = forms_of(int(rule_set.data.get("decks", 2)), int(rule_set.data.get("bottom_cards", 0)))
        self.fields["last_trick"].choices = [
            ("", _("the declarers won it")),
            *((code, form_label(*form)) for code, form in self.forms.items()),
        ]
        self.fields["penalty"].choices = [
            ("", "—"),
            *(
                (one["code"], offence_text(one["code"], one.get("name", "")))
                for one in rule_set.data.get("penalties", [])
            ),
        ]

    @property
    def is_detailed(self) -> bool:
        """Whether anything of the detailed part was filled in."""
        names = ("tricks", "bottom", "last_trick", "penalty", "nobody_bid", "void", "reason")
        said = self.data if self.is_bound else self.initial
        return any(said.get(name) for name in names)

    def asks(self) -> list[str]:
        """What a form that is not valid yet still has to be told, as sentences; nothing while it is empty."""
        if not (self.is_detailed or self.data.get("points", "").strip()):
            return []
        lines = []
        for field, errors in self.errors.items():
            if field == "declarer":
                lines.append(_("Choose who declares this hand."))
            elif field in ("penalty_by", "hooked"):
                lines.extend(errors)
            else:
                lines.extend(f"{self.fields[field].label}：{error}" for error in errors)
        return [str(line) for line in lines]

    def clean_penalty_by(self) -> str:
        """A penalty strikes somebody; without a side it would be dropped unsaid."""
        side: str = self.cleaned_data["penalty_by"]
        if self.cleaned_data.get("penalty") and not side:
            raise forms.ValidationError(_("Say whose offence it was."))
        return side

    def facts(self) -> dict[str, Any]:
        """The judge's facts of a valid form."""
        data = self.cleaned_data
        facts: dict[str, Any] = {"declarer": data["declarer"]}
        for key in ("points", "tricks", "bottom"):
            if data.get(key) is not None:
                facts[key] = data[key]
        if data["last_trick"]:
            unit, cards = self.forms[data["last_trick"]]
            facts["last_trick"] = {"by": "attackers", "unit": unit, "cards": cards}
            if data["last_trump"]:
                facts["last_trick"]["trump"] = data["last_trump"] == "yes"
        elif "bottom" in facts and "points" not in facts:
            facts["last_trick"] = {"by": "declarers"}
        if data.get("hooked", "no") != "no":
            self._hook(facts, data["hooked"])
        if data["penalty"] and data["penalty_by"]:
            penalty: dict[str, Any] = {"code": data["penalty"], "by": data["penalty_by"]}
            if data.get("penalty_cards") is not None:
                penalty["cards"] = data["penalty_cards"]
            if data.get("penalty_points") is not None:
                penalty["points"] = data["penalty_points"]
            facts["penalties"] = [penalty]
        for key in ("nobody_bid", "void"):
            if data[key]:
                facts[key] = True
        if data["reason"]:
            facts["reason"] = data["reason"]
        return facts

    @property
    def hook_taps(self) -> list[dict[str, Any]]:
        """The answers to the question of the hook, one tap each; nothing where no hook is near."""
        if not self.hooks:
            return []
        chosen = self["hooked"].value()
        return [
            {"value": value, "label": label, "checked": value == chosen}
            for value, label in self.fields["hooked"].choices
        ]

    def _hook(self, facts: dict[str, Any], answer: str) -> None:
        form, suit = answer.split("/")
        trick = {"unit": None, "cards": None, **facts.get("last_trick", {}), "by": "attackers"}
        trick["rank"] = self.hooks[0].card
        if form and trick["unit"] is None:
            trick["unit"] = trick["cards"] = FORM_UNITS[form]
        if suit == NO_TRUMP:
            facts["trump_suit"] = NO_TRUMP
        elif suit:
            trick["trump"] = suit == "trump"
        facts["last_trick"] = {key: value for key, value in trick.items() if value is not None}


def hook_choices(hooks: list[Hook]) -> list[tuple[str, str]]:
    """What has to be told apart for the hooks of one level: ``form/suit`` and its words."""
    card = {"card": hooks[0].card}
    form_codes = sorted({hook.form for hook in hooks if hook.form}, key=list(FORM_UNITS).index) or [""]
    suits = [code for code in ("trump", "side") if any(hook.suit for hook in hooks)]
    if any(hook.no_trump for hook in hooks):
        suits.append(NO_TRUMP)
    found = []
    for form in form_codes:
        for suit in suits or [""]:
            words = [str(HOOK_FORMS[form]) % card if form else "", str(HOOK_SUITS[suit]) % card]
            shown = words[:1] if form and not suit else [word for word in words if word]
            found.append((f"{form}/{suit}", "，".join(shown)))
    return found


_details: dict[tuple[str, str | None], str] = {}
SIDES = {"A": ">A</option>", "B": ">B</option>"}
"""Where the sides' names go in the folded part, which is kept without them."""


def details_of(form: HandForm, board: Board, names: Mapping[str, str]) -> SafeString:
    """The folded part of the form as HTML, with the ``names`` of the sides. Empty it is otherwise the same at
    every table with these rules, and is written once: a phone opens its page again after every hand."""
    if form.is_bound or set(form.initial) - {"declarer", "points"}:
        return _named(render_to_string("officiating/hand_details.html", {"form": form}), names)
    key = (board.match.rule_set.fingerprint, get_language())
    if key not in _details:
        _details[key] = render_to_string("officiating/hand_details.html", {"form": form})
    return _named(_details[key], names)


def _named(html: str, names: Mapping[str, str]) -> SafeString:
    for side, option in SIDES.items():
        html = html.replace(option, f">{escape(names[side])}</option>")
    return mark_safe(html)  # noqa: S308 - a template's own output, with names that are escaped


def hand_form(board: Board, *args: Any, **kwargs: Any) -> HandForm:
    """The form of the next hand at a table, for the level that is played there."""
    rule_set = board.match.rule_set.loaded()
    level = (board.match.result or {}).get("next_level") or rule_set.ladder.rungs[rule_set.ladder.start]
    return HandForm(rule_set, *args, level=level, **kwargs)
