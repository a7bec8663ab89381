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
    branch = tables.Column(verbose_name=_("Branch"), accessor="branch__name", empty_values=())
    division = tables.Column(verbose_name=_("Division"), default="")
    names = tables.Column(verbose_name=_("Pair"), orderable=False, attrs={"td": {"class": "names"}})
    phones = tables.Column(verbose_name=_("Phone"), empty_values=(), orderable=False)
    eligibility = tables.Column(verbose_name=_("Eligibility"))
    status = tables.TemplateColumn(template_name="entries/status.html", verbose_name=_("State"))

    class Meta:
        model = Entry
        fields = ("pick", "number", "branch", "division", "names", "phones", "eligibility", "status")
        order_by = ("number",)
        template_name = "tables/table.html"

    def render_branch(self, record: Entry) -> str:
        home = record.branch.name if record.branch else ""
        if record.joint_branch is not None:
            home = _("%(branch)s with %(joint)s") % {"branch": home, "joint": record.joint_branch.name}
        return f"{home} {record.label}".strip()

    def render_names(self, record: Entry) -> str:
        spare = [one.person.name for one in record.players.all() if one.is_reserve]
        if not spare:
            return record.names
        return str(_("%(names)s (reserve: %(reserves)s)")) % {
            "names": record.names,
            "reserves": "、".join(spare),
        }

    def render_phones(self, record: Entry) -> str:
        return "，".join(player.person.phone for player in record.players.all() if player.person.phone)
