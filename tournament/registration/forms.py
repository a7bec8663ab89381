"""Forms of the entries pages."""

from __future__ import annotations

import django_filters
from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Entry, Event

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
    """One pair by hand."""

    branch = forms.CharField(label=gettext_lazy("Branch"), max_length=120, required=False)

    def __init__(self, event: Event, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.count = int(event.plan.get("entry", {}).get("players", 2))
        for place in range(1, self.count + 1):
            self.fields[f"name{place}"] = forms.CharField(
                label=_("Player %(place)d") % {"place": place}, max_length=80
            )
            self.fields[f"phone{place}"] = forms.CharField(
                label=_("Phone of player %(place)d") % {"place": place}, max_length=40, required=False
            )

    def people(self) -> list[tuple[str, str]]:
        """Name and phone of each player of a valid form."""
        return [
            (self.cleaned_data[f"name{place}"].strip(), self.cleaned_data[f"phone{place}"].strip())
            for place in range(1, self.count + 1)
        ]


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
        if value.isdigit():
            found |= Q(number=int(value))
        return queryset.filter(found).distinct()
