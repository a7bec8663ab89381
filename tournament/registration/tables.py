"""The organiser's list of entries."""

import django_tables2 as tables
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.models import Entry


class EntryTable(tables.Table):
    """One row an entry. Phones are for organisers; the column is left out for everybody else."""

    pick = tables.CheckBoxColumn(
        accessor="pk",
        attrs={
            "input": {"name": "entry", "aria-label": lambda record: record.names},
            "th__input": {"hidden": True},
        },
    )
    number = tables.Column(
        verbose_name=_("No."),
        attrs={"td": {"class": "number"}, "th": {"class": "number"}},
        linkify=lambda record: reverse("entry", args=[record.event.slug, record.number]),
    )
    branch = tables.Column(verbose_name=_("Branch"), accessor="branch__name", default="")
    names = tables.Column(verbose_name=_("Pair"), orderable=False, attrs={"td": {"class": "names"}})
    phones = tables.Column(verbose_name=_("Phone"), empty_values=(), orderable=False)
    status = tables.TemplateColumn(template_name="entries/status.html", verbose_name=_("State"))

    class Meta:
        model = Entry
        fields = ("pick", "number", "branch", "names", "phones", "status")
        order_by = ("number",)
        template_name = "tables/table.html"

    def render_phones(self, record: Entry) -> str:
        return "，".join(player.person.phone for player in record.players.all() if player.person.phone)
