"""The standings as a table: sortable, each number with its sum."""

from __future__ import annotations

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.display.mine import GONE
from tournament.stages.standings import DIFFERENCES, Column, Line, RoundCell, Standings

NUMBER = {"td": {"class": "number"}, "th": {"class": "number"}}


def signed(value: Any) -> str:
    """A difference with its sign: +6, −3, 0."""
    if not isinstance(value, int | float):
        return ""
    number = f"{abs(value):g}"
    return f"+{number}" if value > 0 else f"−{number}" if value < 0 else "0"


def moved_text(places: int | None) -> str:
    """Places gained or lost since the round before: ▲2, ▼1, nothing where there is none."""
    if not places:
        return ""
    return f"▲{places}" if places > 0 else f"▼{-places}"


def value_text(key: str, value: Any) -> str:
    """The value of a tie-break as it stands in a table."""
    if isinstance(value, list | tuple):
        return " ".join("–" if one is None else str(one) for one in value)
    if value is None:
        return ""
    return signed(value) if key in DIFFERENCES else f"{value:g}"


class StandingsTable(tables.Table):
    """Rank, entry, every tie-break in its order, each round. Every number leads to what it is made of.

    ``entries_at`` and ``matches_at`` are the addresses below which entries and matches have their pages,
    ``asked`` is the query that keeps the round looked at.
    """

    entries_at = ""
    matches_at = ""
    asked = ""

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
        sequence = ("rank", "number", "names", "...", "branch")

    def render_number(self, record: Line) -> str:
        return format_html('<a href="{}">{}</a>', self.address(record), record.number)

    def render_names(self, record: Line) -> str:
        link = format_html('<a href="{}">{}</a>', self.address(record), record.entry.names)
        if record.entry.status not in GONE:
            return link
        word = record.entry.get_status_display()
        return format_html('{} <span class="badge badge-off">{}</span>', link, word)

    def address(self, record: Line, part: str = "") -> str:
        """The page of an entry, at the explanation of one number where ``part`` names it."""
        return f"{self.entries_at}{record.number}/{self.asked}{'#' + part if part else ''}"

    def render_rank(self, record: Line) -> str:
        if record.rank is None:
            return "—"
        moved = ""
        if record.moved:
            word = _("up %(places)d") if record.moved > 0 else _("down %(places)d")
            moved = format_html(
                ' <small class="moved" title="{}">{}</small>',
                word % {"places": abs(record.moved)},
                moved_text(record.moved),
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

    def render(self, record: Line, table: StandingsTable) -> str:
        cell: RoundCell | None = record.cells[self.place]
        if cell is None:
            return ""
        if cell.opponent is None:
            return format_html("<b>{}</b> <small>{}</small>", f"{cell.points:g}", cell.note)
        said = _("against no. %(number)s, %(levels)s") % {"number": cell.opponent, "levels": cell.levels}
        return format_html(
            '<a href="{}{}/" title="{}"><b>{}</b> <small>{}</small></a>',
            table.matches_at,
            cell.key,
            said if cell.levels else _("against no. %(number)s") % {"number": cell.opponent},
            f"{cell.points:g}",
            cell.note if cell.note and not cell.difference else signed(cell.difference),
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

    def render(self, record: Line, table: StandingsTable) -> str:
        return format_html(
            '<a href="{}" title="{}">{}</a>',
            table.address(record, self.key),
            record.sums.get(self.key, ""),
            value_text(self.key, record.values.get(self.key)),
        )


def standings_table(
    found: Standings,
    event: str,
    lines: list[Line] | None = None,
    *,
    latest: bool = True,
    of_pairs: bool = False,
    **kwargs: Any,
) -> StandingsTable:
    """The table of one stage of the event with that slug: a column for each round and each tie-break.

    ``lines`` are those of one group where not all are shown. ``latest``: it is no past round's table.
    ``of_pairs``: of the pairs of squads, which have pages of their own.
    """
    columns: list[tuple[str, tables.Column]] = [(column.key, ValueColumn(column)) for column in found.columns]
    columns += [(f"round{number}", RoundColumn(place, number)) for place, number in enumerate(found.rounds)]
    if found.groups:
        kwargs["order_by"] = ()
        columns.insert(0, ("group", tables.Column(verbose_name=_("Group"))))
    table = StandingsTable(found.lines if lines is None else lines, extra_columns=columns, **kwargs)
    table.entries_at = reverse(
        "stage-pairs" if of_pairs else "stage-standings", args=[event, found.stage.slug]
    )
    table.matches_at = f"{reverse('event-public', args=[event])}match/"
    table.asked = "" if latest else f"?round={found.until}"
    return table
