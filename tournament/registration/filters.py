"""Finding entries in the organiser's list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.models import Branch, Entry, Event
from tournament.registration.entry_rules import division_names
from tournament.registration.typed import whole_number


class EntryFilter(django_filters.FilterSet):
    """By number, name or branch; by state; by branch; by division where the event has any; by eligibility."""

    q = django_filters.CharFilter(method="search", label=_("Number, name or branch"))
    status = django_filters.ChoiceFilter(choices=Entry.Status.choices, label=_("State"), empty_label=_("all"))
    branch = django_filters.ModelChoiceFilter(
        queryset=Branch.objects.none(), label=_("Branch"), empty_label=_("all"), to_field_name="key"
    )
    division = django_filters.ChoiceFilter(label=_("Division"), empty_label=_("all"))
    eligibility = django_filters.ChoiceFilter(
        choices=Entry.Eligibility.choices, label=_("Eligibility"), empty_label=_("all")
    )

    class Meta:
        model = Entry
        fields = ["q", "status", "branch", "division", "eligibility"]

    def __init__(self, event: Event, *args: Any, divisions: Iterable[str] = (), **kwargs: Any) -> None:
        """``divisions``: those that entries have, beside the ones that the event's rules name."""
        super().__init__(*args, **kwargs)
        self.filters["branch"].queryset = event.branches.all()
        names = list(dict.fromkeys([*division_names(event), *divisions]))
        self.filters["division"].extra["choices"] = [(name, name) for name in names]
        if not names:
            del self.filters["division"]

    def search(self, queryset: QuerySet[Entry], name: str, value: str) -> QuerySet[Entry]:
        """Entries whose number, people, branch or team a text names."""
        value = value.strip()
        found = (
            Q(players__person__name__icontains=value)
            | Q(branch__name__icontains=value)
            | Q(joint_branch__name__icontains=value)
            | Q(label__icontains=value)
        )
        number = whole_number(value)
        if number is not None:
            found |= Q(number=number)
        return queryset.filter(found).distinct()
