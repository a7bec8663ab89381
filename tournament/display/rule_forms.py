"""The fields of the rule set editor, and the hand that is tried beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.answers import Problem, Refused
from rules.hands import HandFacts, LastTrick, Outcome, PenaltyFact, RuleSet, judge, state_at
from rules.wording import OFFENCES, WORDS
from tournament.display.rule_fields import BANDS, PLACES, ZEROS, Parts, join, split
from tournament.display.toml_text import from_toml, to_toml
from tournament.officiating.hand_form import HandForm
from tournament.wording import words

EDITOR_PROBLEMS = {
    "toml-unreadable": (
        gettext_lazy("The text cannot be read from line %(line)s, character %(column)s on."),
        gettext_lazy("Write key = value; texts in quotation marks, lists in [ ]."),
    ),
    "rule-set-in-both": (
        gettext_lazy("“%(at)s” stands in a field and in the text as well."),
        gettext_lazy("Keep it in one of the two."),
    ),
}
UNSAID = [("", "—")]


def told(problem: Problem) -> dict[str, str]:
    """A problem of the editor in words, with its key path."""
    if problem.code in EDITOR_PROBLEMS:
        message, fix = EDITOR_PROBLEMS[problem.code]
        values = {"at": problem.at, **problem.values}
        return {"message": str(message) % values, "fix": str(fix), "at": problem.at}
    return {**words(problem), "at": problem.at}


def _whole(label: Any, **kwargs: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, required=False, min_value=kwargs.pop("low", 0), max_value=100_000, **kwargs
    )


def _text(label: Any, **kwargs: Any) -> forms.CharField:
    return forms.CharField(label=label, required=False, max_length=300, **kwargs)


def _choice(label: Any, *options: tuple[str, Any], **kwargs: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, required=False, choices=[*UNSAID, *options], **kwargs)


def zero_text(value: str) -> str:
    """One zero rule in words."""
    if value == "next_must_play":
        return _("straight to the next must-play level")
    if value.startswith("+"):
        return _("%(levels)s more than the table gives") % {"levels": value[1:]}
    return _("%(levels)s levels") % {"levels": value}


ROUND = (("up", gettext_lazy("begun steps count")), ("down", gettext_lazy("full steps count")))
SEAT_HELD = (
    ("partner", gettext_lazy("the declarer's partner")),
    ("same", gettext_lazy("the same player")),
    ("next_seat", gettext_lazy("the player after the declarer")),
    ("by_bid", gettext_lazy("as the bidding decides")),
)
SEAT_LOST = (
    ("next_seat", gettext_lazy("the player after the declarer")),
    ("player_before", gettext_lazy("the player before the declarer")),
    ("by_bid", gettext_lazy("as the bidding decides")),
)
NO_BID = (
    ("redeal", gettext_lazy("deal again")),
    ("deal_passes", gettext_lazy("the deal passes")),
    ("attackers_level", gettext_lazy("deal again at the attackers' level")),
    ("no_trump", gettext_lazy("play without a trump suit")),
    ("flip_most_frequent", gettext_lazy("turn the bottom up: most frequent suit")),
    ("flip_highest", gettext_lazy("turn the bottom up: highest card")),
    ("flip_first_non_joker", gettext_lazy("turn the bottom up: first card that is no joker")),
)
NO_BID_FIRST = tuple(one for one in NO_BID if one[0] not in ("deal_passes", "attackers_level"))


class RuleSetForm(forms.Form):
    """Everything of a rule set that has a field of its own; the rest is text."""

    name = _text(gettext_lazy("Name of the rules"))
    decks = _whole(gettext_lazy("Decks"))
    jokers = forms.BooleanField(label=gettext_lazy("With jokers"), required=False)
    bottom_cards = _whole(gettext_lazy("Bottom cards"))
    rungs = _text(gettext_lazy("Levels of the ladder"), help_text=gettext_lazy("In order, with spaces."))
    start = _text(gettext_lazy("Start at"))
    target = _text(gettext_lazy("Play up to"))
    must_play = _text(
        gettext_lazy("Must-play levels"), help_text=gettext_lazy("Nobody jumps over one of these.")
    )
    after_target = _choice(
        gettext_lazy("Beyond the target"),
        ("game_won", gettext_lazy("the game is won")),
        ("next_lap", gettext_lazy("begin anew, the difference goes on counting")),
    )
    pass_target = _choice(
        gettext_lazy("Who passes the target?"),
        ("declared", gettext_lazy("only who declares it")),
        ("any", gettext_lazy("either side")),
    )
    threshold = _whole(gettext_lazy("The attackers take the deal from"))
    zero = _choice(gettext_lazy("The attackers have nothing: the declarers rise by"))
    below_zero = _choice(
        gettext_lazy("Less than nothing"),
        ("as_zero", gettext_lazy("counts as nothing")),
        ("step", gettext_lazy("goes on by the step")),
        ("clean_zero_only", gettext_lazy("is no shut-out if points were made")),
    )
    declarers_every = _whole(gettext_lazy("One level for every"), low=5, step_size=5)
    declarers_round = _choice(gettext_lazy("Steps"), *ROUND)
    declarers_cap = _whole(gettext_lazy("At most levels"))
    attackers_every = _whole(gettext_lazy("One level for every"), low=5, step_size=5)
    attackers_round = _choice(gettext_lazy("Steps"), *ROUND)
    attackers_at = _whole(gettext_lazy("Levels at the threshold"))
    attackers_cap = _whole(gettext_lazy("At most levels"))
    held = _choice(gettext_lazy("Deal held: next declarer"), *SEAT_HELD)
    lost = _choice(gettext_lazy("Deal lost: next declarer"), *SEAT_LOST)
    nobody_bids = _choice(gettext_lazy("Nobody bids"), *NO_BID)
    nobody_bids_first = _choice(gettext_lazy("Nobody bids in the first hand"), *NO_BID_FIRST)
    bottom_none = forms.BooleanField(label=gettext_lazy("The bottom never counts"), required=False)
    bottom_per_card = _whole(gettext_lazy("Times for each card of the winning form"))
    bottom_power = _whole(gettext_lazy("To the power of the cards, base"), low=2)
    bottom_single = _whole(gettext_lazy("Single card"))
    bottom_pair = _whole(gettext_lazy("Pair of cards"))
    bottom_triple = _whole(gettext_lazy("Triple"))
    bottom_four = _whole(gettext_lazy("Four of a kind"))
    bottom_tractor = _whole(gettext_lazy("Any tractor"))
    bottom_side_per_card = _whole(gettext_lazy("In a side suit: times for each card"))
    bottom_trump_only = forms.BooleanField(label=gettext_lazy("Only trumps win it"), required=False)
    hooked_twice = _choice(
        gettext_lazy("Hooked back to the start twice"),
        ("no_effect", gettext_lazy("has no effect")),
        ("game_lost", gettext_lazy("the game is lost")),
        ("game_void", gettext_lazy("the game begins anew")),
    )
    rest = forms.CharField(
        label=gettext_lazy("All that has no field above"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
        help_text=gettext_lazy("As in a rule set file (TOML): clauses, cards, labels and whatever is rare."),
    )
    reason = _text(gettext_lazy("Why it is changed, for the record"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["zero"].choices = [*UNSAID, *((value, zero_text(value)) for value in ZEROS)]

    def clean_rest(self) -> dict[str, Any]:
        """The text as data."""
        try:
            return from_toml(self.cleaned_data["rest"].replace("\r\n", "\n"), "rest")
        except Refused as refused:
            said = told(refused.problems[0])
            raise forms.ValidationError(f"{said['message']} {said['fix']}") from refused


class BandForm(forms.Form):
    """One band of the level table."""

    start = _whole(gettext_lazy("From points"), step_size=5)
    levels = _whole(gettext_lazy("Levels"))


FORMS = ("single", "pair", "triple", "four")


class HookForm(forms.Form):
    """One hook: the level played, the card that wins the last trick, and where the declarers fall."""

    at = _text(gettext_lazy("Level played"))
    card = _text(gettext_lazy("Winning card, if another"))
    form = _choice(gettext_lazy("Form"), *((form, WORDS["form"][form]) for form in FORMS))
    suit = _choice(gettext_lazy("Suit"), *WORDS["suit"].items())
    fall_to = _text(gettext_lazy("Declarers fall to"))
    fall_by = _whole(gettext_lazy("or fall by levels"))
    below_threshold = _choice(
        gettext_lazy("Under the threshold"),
        ("no_effect", gettext_lazy("nothing happens")),
        ("fall_keep_deal", gettext_lazy("they fall and keep the deal")),
        ("fall_then_add", gettext_lazy("they fall, then rise by the table")),
        ("fall_lose_deal", gettext_lazy("they fall and lose the deal")),
    )
    attackers_gain = _whole(gettext_lazy("Attackers gain instead"))
    clause = _text(gettext_lazy("Clause"))
    more = _text(gettext_lazy("More"), strip=True)


class PenaltyForm(forms.Form):
    """One offence and what it costs."""

    code = _choice(gettext_lazy("Offence"))
    by = _choice(gettext_lazy("By"), *WORDS["role"].items())
    clause = _text(gettext_lazy("Clause"))
    approve = _choice(gettext_lazy("Must approve"), *WORDS["approve"].items())
    points_per_card = _whole(gettext_lazy("Points for each card"), step_size=5)
    cards = _choice(gettext_lazy("Cards that are"), *WORDS["counts"].items())
    points = _whole(gettext_lazy("Points"), step_size=5)
    hand = _choice(gettext_lazy("Hand"), *WORDS["hand"].items())
    deal = _choice(gettext_lazy("Deal"), ("passes", gettext_lazy("passes")), ("stays", gettext_lazy("stays")))
    levels = _whole(gettext_lazy("Levels for the opponents"))
    more = _text(gettext_lazy("More"), strip=True)

    def __init__(self, *args: Any, codes: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = dict.fromkeys([*codes, *OFFENCES])
        known.pop("ruling", None)
        self.fields["code"].choices = [*UNSAID, *((code, OFFENCES.get(code, code)) for code in known)]


BandRows = forms.formset_factory(BandForm, extra=2, max_num=60)
HookRows = forms.formset_factory(HookForm, extra=1, max_num=40)
PenaltyRows = forms.formset_factory(PenaltyForm, extra=1, max_num=80)


class Editor:
    """All the forms of the editor together, from a rule set or from what was typed."""

    def __init__(self, data: Mapping[str, Any], typed: Any = None) -> None:
        parts = split(data)
        self.slug = str(data["slug"])
        codes = tuple(str(row["code"]) for row in parts.penalties if row.get("code"))
        self.main = RuleSetForm(typed, initial={**parts.values, "rest": to_toml(parts.rest)})
        self.bands = {
            side: BandRows(typed, initial=parts.bands[side], prefix=f"{side}_bands") for side in BANDS
        }
        self.hooks = HookRows(typed, initial=parts.hooks, prefix="hooks")
        self.penalties = PenaltyRows(
            typed, initial=parts.penalties, prefix="penalties", form_kwargs={"codes": codes}
        )

    def is_valid(self) -> bool:
        """Whether every field can be read; whether the rules hold together is for the engine."""
        rows = [*self.bands.values(), self.hooks, self.penalties]
        return all([self.main.is_valid(), *(one.is_valid() for one in rows)])

    def data(self) -> dict[str, Any]:
        """The rule set that the forms say. Raises ``Refused`` for what stands twice or cannot be read."""
        cleaned = self.main.cleaned_data
        return join(
            self.slug,
            Parts(
                {place.name: cleaned.get(place.name) for place in PLACES},
                {side: [form.cleaned_data for form in rows] for side, rows in self.bands.items()},
                [form.cleaned_data for form in self.hooks],
                [form.cleaned_data for form in self.penalties],
                {key: value for key, value in cleaned["rest"].items() if key != "slug"},
            ),
        )

    def unreadable(self) -> list[dict[str, str]]:
        """What is wrong with single fields, in words, each leading to its field."""
        found = []
        rows = [form for one in (*self.bands.values(), self.hooks, self.penalties) for form in one]
        for form in (self.main, *rows):
            for name, errors in form.errors.items():
                field = form[name]
                found += [
                    {"message": f"{field.label}: {error}", "fix": "", "url": f"#{field.id_for_label}"}
                    for error in errors
                ]
        return found

    def place_of(self, path: str) -> str:
        """The id of the field that a key path is typed in; the text's, where it has none of its own."""
        for side, bands in BANDS.items():
            found = re.fullmatch(re.escape(bands) + r"\[(\d+)\]", path)
            if found:
                return f"#id_{side}_bands-{_typed_row(self.bands[side], int(found[1]), 'start')}-start"
        row = re.match(r"(hooks|penalties)\[(\d+)\](?:\.effect)?(?:\.(\w+))?", path)
        if row:
            rows, first = (self.hooks, "at") if row[1] == "hooks" else (self.penalties, "code")
            name = row[3] if row[3] in rows.empty_form.fields else "more" if row[3] else first
            return f"#id_{row[1]}-{_typed_row(rows, int(row[2]), first)}-{name}"
        for place in PLACES:
            if path == place.path or re.match(re.escape(place.path) + r"\[", path):
                return f"#id_{place.name}"
        return "#id_rest"

    def told(self, refused: Refused) -> list[dict[str, str]]:
        """What is wrong with the rules, in words, each leading to its field and called by its label."""
        found = []
        for problem in refused.problems:
            line = {**told(problem), "url": self.place_of(problem.at)}
            name = line["url"].removeprefix("#id_")
            if name in self.main.fields and name != "rest":
                line["message"] = f"{self.main[name].label}: {line['message']}"
            found.append(line)
        return found


def _typed_row(rows: Any, place: int, named: str) -> int:
    """Which row of the form the item at ``place`` was typed in: rows that are left empty do not count."""
    typed = [
        at
        for at, form in enumerate(rows)
        if form[named].value() not in (None, "") or (named == "start" and form["levels"].value())
    ]
    return typed[place] if place < len(typed) else len(rows) - 1


class TryForm(HandForm):
    """A hand to try: the levels before it, and what the referee saw."""

    level_a = forms.CharField(label=gettext_lazy("Side A stands at"), required=False, max_length=20)
    level_b = forms.CharField(label=gettext_lazy("Side B stands at"), required=False, max_length=20)
    card = forms.CharField(label=gettext_lazy("Winning card"), required=False, max_length=3)

    def __init__(self, rule_set: RuleSet, data: Any = None, **kwargs: Any) -> None:
        start = rule_set.ladder.label(rule_set.ladder.start)
        self.start = start
        initial = {"level_a": start, "level_b": start, "declarer": "A"}
        super().__init__(rule_set, data, prefix="try", initial=initial, **kwargs)

    def outcome(self, rule_set: RuleSet) -> Outcome | tuple[Problem, ...]:
        """What the hand of a valid form comes to. Raises ``Refused`` for a level that the ladder has not."""
        facts = self.facts()
        declarer = facts.pop("declarer")
        if "last_trick" in facts:
            trick = LastTrick(**facts["last_trick"])
            facts["last_trick"] = trick._replace(rank=self.cleaned_data["card"].upper() or None)
        facts["penalties"] = tuple(PenaltyFact(**one) for one in facts.pop("penalties", ()))
        levels = {
            side: self.cleaned_data[f"level_{side.lower()}"].strip().upper() or self.start for side in "AB"
        }
        levels = {side: self._spelt(rule_set, level) for side, level in levels.items()}
        return judge(rule_set, state_at(rule_set, levels, declarer=declarer), HandFacts(declarer, **facts))

    def _spelt(self, rule_set: RuleSet, level: str) -> str:
        """The level as the ladder spells it, whatever its capitals."""
        return next((one for one in rule_set.ladder.labels() if one.upper() == level), level)

    @property
    def asked(self) -> bool:
        """Whether a hand was typed at all."""
        names = ("points", "tricks", "bottom", "penalty", "nobody_bid", "void")
        return self.is_bound and any(self.data.get(self.add_prefix(name)) for name in names)
