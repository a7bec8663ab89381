"""What may be changed of a stage that has not begun; only the fields of its format are there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models import Stage
from tournament.plan.stage_rules import SQUADS, StageRules, load_stage
from tournament.plan.template import division_names
from tournament.stages.progress import options_of
from tournament.stages.typed import whole_numbers

FIXED, REDRAWN, BEST_LOSERS = "fixed", "redrawn", "best_losers"
METHODS = [
    ("adjacent", _("1 against 2, 3 against 4 …")),
    ("balanced", _("as even as can be, over all")),
    ("fold", _("first against last of the same points")),
    ("slide", _("upper against lower half of the same points")),
    ("lots", _("by lot")),
]
SAME_BRANCH = [
    ("ignore", _("may meet")),
    ("avoid", _("meet as late and as seldom as can be")),
    ("never", _("never meet")),
]
FORMATS = [(value, label) for value, label in Stage.Format.choices]


def _count(label: Any, least: int, most: int, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, **more)


def _choice(label: Any, choices: Sequence[tuple[str, Any]], **more: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, **more)


class StageForm(forms.Form):
    """One stage's table as fields. ``changes()`` are paths in the table, as ``change_stage`` takes them."""

    name = forms.CharField(label=_("Name of the stage"), max_length=120)
    format = _choice(
        _("Format"), FORMATS, help_text=_("Keep it first: then the fields of the other format are here.")
    )
    division = _choice(_("Division"), [("", _("all together"))], required=False)
    first = _count(_("From rank"), 1, 512)
    last = _count(_("to rank"), 1, 512)
    best_next = _count(_("and so many of the next-ranked of all groups"), 0, 64)
    also = forms.CharField(
        label=_("Let in by hand, nos."),
        required=False,
        help_text=_("Who comes late, or is a guest: they stand behind all who come from the stage before."),
    )
    rounds = _count(_("Rounds"), 1, 99)
    method = _choice(_("Who meets whom"), METHODS)
    rematches = _choice(_("Meetings again"), [("avoid", _("avoided")), ("allow", _("do not matter"))])
    groups = _count(_("Groups"), 1, 64)
    groups_by = _choice(
        _("Groups are filled"),
        [
            ("snake", _("by the snake, in the order of the seeds")),
            ("lots", _("by lot")),
            ("seeds", _("seeds by the snake, the others by lot")),
        ],
    )
    double = forms.BooleanField(label=_("Home and away: everybody meets twice"), required=False)
    places = forms.TypedChoiceField(
        label=_("Places that are played out"),
        coerce=int,
        choices=[
            (2, _("1 and 2; two are third")),
            (4, _("1 to 4, with a match for third place")),
            (8, _("all from 1 to 8")),
            (16, _("all from 1 to 16")),
        ],
    )
    draw = _choice(
        pgettext_lazy("knock-out", "Draw"),
        [
            (FIXED, _("one bracket for all rounds")),
            (REDRAWN, _("anew before each round")),
            (BEST_LOSERS, _("anew, and the best losers fill up the second round")),
        ],
    )
    consolation = forms.BooleanField(label=_("Losers of the first round play a consolation"), required=False)
    last_best_of_three = _count(_("The last so many rounds are best of three"), 0, 10)
    same_branch = _choice(_("Those of one branch"), SAME_BRANCH)
    boards = _count(_("Boards of an encounter"), 1, 20, required=False)
    line_ups = _choice(
        _("Line-ups"), [("lots", _("are drawn by lot")), ("captains", _("are handed in by the captains"))]
    )
    best_of = _choice(
        _("A match is"),
        [("1", _("one game")), ("3", _("best of three games")), ("5", _("best of five games"))],
    )
    minutes = _count(
        _("Minutes a match"), 1, 1440, required=False, help_text=_("Leave it empty for no clock.")
    )
    OF = {
        "swiss": ("rounds", "method", "rematches"),
        "round_robin": ("groups", "groups_by", "double"),
        "knockout": ("places", "draw", "consolation", "last_best_of_three"),
    }
    FED = ("first", "last", "best_next", "also")
    OF_SQUADS = ("boards", "line_ups")
    ALWAYS = ("name", "format", "division", "same_branch", "best_of", "minutes")

    def __init__(self, stage: Stage, *args: Any, **kwargs: Any) -> None:
        rules = load_stage(stage.config)
        super().__init__(*args, initial=_initial(stage, rules), **kwargs)
        kept = {*self.ALWAYS, *self.OF[stage.format]}
        divisions = division_names(stage.event.plan.get("entry", {}))
        if rules.entries_from is not None:
            kept |= {*self.FED}
        if rules.plays == SQUADS:
            kept |= {*self.OF_SQUADS}
        if not divisions or rules.entries_from is not None:
            kept -= {"division"}
        for name in [*self.fields]:
            if name not in kept:
                del self.fields[name]
        if "division" in self.fields:
            choices: Any = self.fields["division"]
            choices.choices = [*choices.choices, *((one, one) for one in divisions)]
        if "places" in self.fields and rules.places not in (2, 4, 8, 16):
            places: Any = self.fields["places"]
            places.choices = [*places.choices, (rules.places, rules.places)]
        most = str(rules.match.get("best_of", 1))
        if most not in ("1", "3", "5"):
            games: Any = self.fields["best_of"]
            games.choices = [*games.choices, (most, most)]

    ROWS = (
        ("name", "format", "division"),
        ("first", "last", "best_next"),
        ("also",),
        ("rounds", "method", "rematches"),
        ("groups", "groups_by"),
        ("double",),
        ("places", "draw"),
        ("consolation",),
        ("boards", "line_ups"),
        ("same_branch", "best_of", "minutes", "last_best_of_three"),
    )

    def rows(self) -> list[list[forms.BoundField]]:
        """The fields as they stand beside each other on a wide screen."""
        wanted = [[self[name] for name in row if name in self.fields] for row in self.ROWS]
        return [row for row in wanted if row]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("first") and data.get("last") and data["first"] > data["last"]:
            self.add_error("last", _("The last rank cannot stand before the first."))
        return data

    def changes(self) -> dict[str, Any]:
        """What differs from the stage's table, as paths in it."""
        found: dict[str, Any] = {}
        data = self.cleaned_data
        for name in self.changed_data:
            if name in PATHS:
                path, of = PATHS[name]
                found[path] = of(data[name])
        if {"first", "last"} & {*self.changed_data}:
            found["entries_from.ranks"] = [data["first"], data["last"]]
            # The lines that the regulation writes down are those of other ranks.
            found["entries_from.cross"] = None
        if "draw" in self.changed_data:
            found["pairing.redraw"] = True if data["draw"] == REDRAWN else None
            found["best_losers"] = True if data["draw"] == BEST_LOSERS else None
        if "minutes" in self.changed_data:
            minutes = data["minutes"]
            found["match.time" if minutes is None else "match.time.minutes"] = minutes
        return found


def _initial(stage: Stage, rules: StageRules) -> dict[str, Any]:
    options = options_of(stage)
    source = rules.entries_from
    redrawn = REDRAWN if options.redraw else FIXED
    return {
        "name": stage.name,
        "format": stage.format,
        "division": rules.division,
        "first": source.first if source else 1,
        "last": source.last if source else 1,
        "best_next": source.best_next if source else 0,
        "also": ", ".join(map(str, source.also)) if source else "",
        "rounds": rules.rounds or 1,
        "method": options.method,
        "rematches": options.rematches,
        "groups": rules.groups,
        "groups_by": options.groups_by,
        "double": options.double,
        "places": rules.places,
        "draw": BEST_LOSERS if rules.best_losers else redrawn,
        "consolation": rules.consolation,
        "last_best_of_three": next((one.last for one in rules.later if one.match.get("best_of") == 3), 0),
        "same_branch": options.same_branch,
        "boards": rules.boards,
        "line_ups": rules.line_ups,
        "best_of": str(rules.match.get("best_of", 1)),
        "minutes": rules.match.get("time", {}).get("minutes"),
    }


def _same(value: Any) -> Any:
    return value


def _or_none(value: Any) -> Any:
    return value or None


def _later(last: int) -> list[dict[str, Any]] | None:
    return [{"last": last, "match": {"best_of": 3}}] if last else None


PATHS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "name": ("name", _same),
    "format": ("format", _same),
    "division": ("division", _or_none),
    "best_next": ("entries_from.best_next", _same),
    "also": ("entries_from.also", lambda text: whole_numbers(text) or None),
    "rounds": ("rounds", _same),
    "method": ("pairing.method", _same),
    "rematches": ("pairing.rematches", _same),
    "groups": ("groups", _same),
    "groups_by": ("pairing.groups_by", _same),
    "double": ("pairing.double", _same),
    "places": ("places", _same),
    "consolation": ("consolation", _same),
    "last_best_of_three": ("later", _later),
    "same_branch": ("pairing.same_branch", _same),
    "boards": ("boards", _same),
    "line_ups": ("line_ups", _same),
    "best_of": ("match.best_of", int),
}


class NewStageForm(forms.Form):
    """A stage to be added behind another."""

    name = forms.CharField(label=_("Name of the stage"), max_length=120)
    after = _choice(_("Its entries come from"), [])
    first = _count(_("From rank"), 1, 512, initial=1)
    last = _count(_("to rank"), 1, 512, initial=2)
    format = _choice(_("Format"), FORMATS, initial="knockout")

    def __init__(self, stages: Sequence[Stage], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        after: Any = self.fields["after"]
        after.choices = [(one.slug, one.name) for one in stages]
        after.initial = stages[-1].slug if stages else None
