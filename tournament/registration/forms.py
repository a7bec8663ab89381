"""Forms of the entries pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.answers import Problem
from tournament.models import Entry, Event
from tournament.registration.editing import Shown, shown
from tournament.registration.entry_rules import division_names, players_of, reserves_of, rule_of
from tournament.registration.reading import ProposedEntry, ProposedPlayer
from tournament.registration.reading.names import squeezed
from tournament.registration.typed import read_name, read_phone
from tournament.registration.wording import entry_sentence

LARGEST_UPLOAD = 10 * 1024 * 1024


class ManyFiles(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files at once; each is refused alone where it is too large."""

    widget = ManyFiles

    def clean(self, data: object, initial: object = None) -> list[object]:
        files = data if isinstance(data, list | tuple) else [data]
        cleaned = [super(FilesField, self).clean(file, initial) for file in files]
        for file in cleaned:
            if file.size > LARGEST_UPLOAD:
                raise forms.ValidationError(
                    _(
                        "“%(name)s” is larger than 10 MB, so it is no entry form. "
                        "Send only the sheet with the names."
                    )
                    % {"name": file.name}
                )
        return cleaned


class UploadForm(forms.Form):
    files = FilesField(
        label=gettext_lazy("Entry forms"),
        help_text=gettext_lazy(
            "One workbook for each branch, or one sheet with all branches: "
            "xlsx, xls, ods or csv, up to 10 MB each."
        ),
        widget=ManyFiles(attrs={"accept": ".xlsx,.xlsm,.xls,.ods,.csv,.txt"}),
    )


class EntryForm(forms.Form):
    """One pair by hand: its branch, division and team, and name and phone of each player and reserve, looked
    at as those of a file are. What the event's rules of entry do not know is not asked.

    ``warnings`` of a valid form are sentences on what is odd but may be right.
    """

    branch = forms.CharField(
        label=gettext_lazy("Branch"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"list": "branch-names"}),
    )

    def __init__(self, event: Event, *args: Any, count: int = 0, reserves: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = count or players_of(event)
        self.count = players + reserves
        self.warnings: list[str] = []
        self._branches = list(event.branches.values_list("name", flat=True))
        self._ask_for_the_team(event)
        for place in range(1, self.count + 1):
            spare = place > players
            values = {"place": place - players if spare else place}
            self.fields[f"name{place}"] = forms.CharField(
                label=(_("Reserve %(place)d") if spare else _("Player %(place)d")) % values,
                max_length=80,
                required=not spare,
            )
            self.fields[f"phone{place}"] = forms.CharField(
                label=(_("Phone of reserve %(place)d") if spare else _("Phone of player %(place)d")) % values,
                max_length=40,
                required=False,
            )
        self.players = players

    def _ask_for_the_team(self, event: Event) -> None:
        known = division_names(event)
        there = self.initial.get("division", "")
        if known or there:
            names = [*known, *([there] if there and there not in known else [])]
            self.fields["division"] = forms.ChoiceField(
                label=_("Division"), choices=[(name, name) for name in names], required=True
            )
        if rule_of(event).get("joint") is not None or self.initial.get("joint"):
            self.fields["joint"] = forms.CharField(
                label=_("Joint team with"),
                help_text=_("The second branch, where two play together under the name of the first."),
                max_length=120,
                required=False,
                widget=forms.TextInput(attrs={"list": "branch-names"}),
            )
        self.fields["label"] = forms.CharField(
            label=_("Name of the team"),
            help_text=_("Only where a branch has several, as in “second team”."),
            max_length=120,
            required=False,
        )

    def branches(self) -> list[str]:
        """The names of branches that the page offers while one is typed."""
        return self._branches

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for field in ("branch", "joint", "label"):
            cleaned[field] = squeezed(cleaned.get(field, ""))
        cleaned.setdefault("division", "")
        for place in range(1, self.count + 1):
            self._read(f"name{place}", read_name)
            self._read(f"phone{place}", read_phone)
        return cleaned

    def wanted(self) -> Shown:
        """What a valid form says of the entry."""
        told = self.cleaned_data
        return Shown(told["branch"], self.people(), told["division"], told["joint"], told["label"])

    def _read(self, field: str, read: Callable[[str], tuple[str, list[Problem]]]) -> None:
        # What stood there before is not this visitor's mistake.
        if field not in self.cleaned_data or field not in self.changed_data:
            return
        self.cleaned_data[field], problems = read(self.cleaned_data[field])
        for problem in problems:
            if problem.severity == "error":
                self.add_error(field, entry_sentence(problem))
                return
            self.warnings.append(entry_sentence(problem))

    def people(self) -> tuple[tuple[str, str], ...]:
        """Name and phone of each player of a valid form, then of the reserves that were named."""
        return tuple(
            (self.cleaned_data[f"name{place}"], self.cleaned_data[f"phone{place}"])
            for place in range(1, self.count + 1)
            if place <= self.players or self.cleaned_data[f"name{place}"]
        )

    def proposed(self) -> ProposedEntry:
        """The entry of a valid form."""
        told = self.cleaned_data
        return ProposedEntry(
            branch=told["branch"],
            division=told["division"],
            joint=told["joint"],
            label=told["label"],
            players=tuple(
                ProposedPlayer(name=name, phone=phone, reserve=place > self.players)
                for place, (name, phone) in enumerate(self.people(), 1)
            ),
        )


class AddForm(EntryForm):
    """A new pair: entered, here already (a walk-in), or waiting for a place."""

    status = forms.ChoiceField(
        label=gettext_lazy("The pair"),
        choices=[
            (Entry.Status.ENTERED, gettext_lazy("is entered")),
            (Entry.Status.PRESENT, gettext_lazy("is here already: check it in at once")),
            (Entry.Status.RESERVE, gettext_lazy("is a reserve and plays only when a place falls free")),
        ],
        initial=Entry.Status.ENTERED,
        widget=forms.RadioSelect,
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(event, *args, reserves=reserves_of(event), **kwargs)
        self.order_fields([*(name for name in self.fields if name != "status"), "status"])


class ChangeForm(EntryForm):
    """A pair that is entered, to be put right. Once a round is drawn it takes a reason."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
    reason = forms.CharField(
        label=gettext_lazy("Why it is put right"),
        help_text=gettext_lazy("It is kept on the record with your name. Write no names or numbers here."),
        max_length=200,
    )

    def __init__(self, entry: Entry, *args: Any, begun: bool, **kwargs: Any) -> None:
        there = shown(entry)
        initial: dict[str, Any] = {
            "branch": there.branch,
            "division": there.division,
            "joint": there.joint,
            "label": there.label,
            "version": entry.version,
        }
        for place, (name, number) in enumerate(there.people, 1):
            initial |= {f"name{place}": name, f"phone{place}": number}
        super().__init__(
            entry.event, *args, count=len(there.people), initial=initial, prefix="change", **kwargs
        )
        for place, player in enumerate(entry.players.all(), 1):
            if player.is_reserve:
                self.fields[f"name{place}"].label = _("Reserve")
                self.fields[f"phone{place}"].label = _("Phone of the reserve")
        if begun:
            self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])
        else:
            del self.fields["reason"]


class DeadlineForm(forms.ModelForm):
    """Until when branches may change their entries."""

    class Meta:
        model = Event
        fields = ["entry_deadline"]
        labels = {"entry_deadline": gettext_lazy("Entries close at")}
        widgets = {
            "entry_deadline": forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        }


class LeaveForm(forms.Form):
    """Withdrawal or disqualification: always with its reason."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)
