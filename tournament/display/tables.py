"""The standings as a table: sortable, each number with its sum."""

from __future__ import annotations

from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.stages.standings import DIFFERENCES, Column, Line, RoundCell, Standings

NUMBER = {"td": {"class": "number"}, "th": {"class": "number"}}


def signed(value: Any) -> str:
    """A difference with its sign: +6, −3, 0."""
    if value is None:
        return ""
    number = f"{abs(value):g}"
    return f"+{number}" if value > 0 else f"−{number}" if value < 0 else "0"


class StandingsTable(tables.Table):
    """Rank, entry, each round, every tie-break in its order."""

    rank = tables.Column(verbose_name=gettext_lazy("Rank"), attrs=NUMBER)
    number = tables.Column(verbose_name=gettext_lazy("No."), attrs=NUMBER)
    names = tables.Column(
        verbose_name=gettext_lazy("Pair"),
        accessor="entry__names",
        orderable=False,
        attrs={"td": {"class": "names"}},
    )
    branch = tables.Column(verbose_name=gettext_lazy("Branch"), accessor="entry__branch__name", default="")

    class Meta:
        template_name = "tables/table.html"
        order_by = ("rank",)
        sequence = ("rank", "number", "names", "branch", "...")

    def render_rank(self, record: Line) -> str:
        if record.rank is None:
            return "—"
        moved = ""
        if record.moved:
            word = _("up %(places)d") if record.moved > 0 else _("down %(places)d")
            sign = "▲" if record.moved > 0 else "▼"
            moved = format_html(
                ' <small class="moved" title="{}">{}{}</small>',
                word % {"places": abs(record.moved)},
                sign,
                abs(record.moved),
            )
        tied = format_html('<small title="{}">=</small>', _("level with another pair")) if record.tied else ""
        return format_html("{}{}{}", record.rank, tied, moved)


class RoundColumn(tables.Column):
    """One round: points, level difference, against whom."""

    def __init__(self, place: int, number: int) -> None:
        self.place = place
        super().__init__(
            verbose_name=_("R%(number)d") % {"number": number}, orderable=False, empty_values=(), attrs=NUMBER
        )

    def render(self, record: Line) -> str:
        cell: RoundCell | None = record.cells[self.place]
        if cell is None:
            return ""
        if cell.note and cell.difference in (None, 0):
            return format_html("<b>{}</b> <small>{}</small>", f"{cell.points:g}", cell.note)
        return format_html(
            '<b>{}</b> <small title="{}">{}</small>',
            f"{cell.points:g}",
            _("against no. %(number)s, %(levels)s") % {"number": cell.opponent, "levels": cell.levels},
            signed(cell.difference),
        )


class ValueColumn(tables.Column):
    """One tie-break; the title tells the sum that it came from."""

    def __init__(self, column: Column) -> None:
        self.key = column.key
        super().__init__(
            verbose_name=column.short,
            accessor=f"values__{column.key}",
            empty_values=(),
            attrs={"td": {"class": "number"}, "th": {"class": "number", "title": column.formula}},
        )

    def render(self, record: Line) -> str:
        value = record.values.get(self.key)
        if isinstance(value, list | tuple):
            text = " ".join("–" if one is None else str(one) for one in value)
        elif value is None:
            text = ""
        else:
            text = signed(value) if self.key in DIFFERENCES else f"{value:g}"
        return format_html('<span title="{}">{}</span>', record.sums.get(self.key, ""), text)


def standings_table(found: Standings, **kwargs: Any) -> StandingsTable:
    """The table of one stage, with a column for each round and each tie-break."""
    columns: list[tuple[str, tables.Column]] = [
        (f"round{number}", RoundColumn(place, number)) for place, number in enumerate(found.rounds)
    ]
    columns += [(column.key, ValueColumn(column)) for column in found.columns]
    return StandingsTable(found.lines, extra_columns=columns, **kwargs)
