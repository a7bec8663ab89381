"""Forms of the entries pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import django_filters
from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.answers import Problem
from tournament.models import Entry, Event
from tournament.registration.editing import shown
from tournament.registration.reading.names import squeezed
from tournament.registration.typed import read_name, read_phone, whole_number
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
    """One pair by hand: its branch, and name and phone of each player, looked at as those of a file are.

    ``warnings`` of a valid form are sentences on what is odd but may be right.
    """

    branch = forms.CharField(label=gettext_lazy("Branch"), max_length=120, required=False)

    def __init__(self, players: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.count = players
        self.warnings: list[str] = []
        for place in range(1, self.count + 1):
            self.fields[f"name{place}"] = forms.CharField(
                label=_("Player %(place)d") % {"place": place}, max_length=80
            )
            self.fields[f"phone{place}"] = forms.CharField(
                label=_("Phone of player %(place)d") % {"place": place}, max_length=40, required=False
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        cleaned["branch"] = squeezed(cleaned.get("branch", ""))
        for place in range(1, self.count + 1):
            self._read(f"name{place}", read_name)
            self._read(f"phone{place}", read_phone)
        return cleaned

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
        """Name and phone of each player of a valid form."""
        return tuple(
            (self.cleaned_data[f"name{place}"], self.cleaned_data[f"phone{place}"])
            for place in range(1, self.count + 1)
        )


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
        initial: dict[str, Any] = {"branch": there.branch, "version": entry.version}
        for place, (name, number) in enumerate(there.people, 1):
            initial |= {f"name{place}": name, f"phone{place}": number}
        super().__init__(len(there.people), *args, initial=initial, prefix="change", **kwargs)
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


class EntryFilter(django_filters.FilterSet):
    """Find entries by number, name or branch, and by state."""

    q = django_filters.CharFilter(method="search", label=gettext_lazy("Number, name or branch"))
    status = django_filters.ChoiceFilter(
        choices=Entry.Status.choices, label=gettext_lazy("State"), empty_label=gettext_lazy("all")
    )

    class Meta:
        model = Entry
        fields = ["q", "status"]

    def search(self, queryset: QuerySet[Entry], name: str, value: str) -> QuerySet[Entry]:
        value = value.strip()
        found = Q(players__person__name__icontains=value) | Q(branch__name__icontains=value)
        number = whole_number(value)
        if number is not None:
            found |= Q(number=number)
        return queryset.filter(found).distinct()
