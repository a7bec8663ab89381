"""Pairings of a round (对阵表): by table for the wall and the referees, by name for whoever looks for a
seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import pgettext

from tournament.documents.lists import Plan, listing
from tournament.documents.page import A4, Page, landscape, paper, write
from tournament.documents.tables import Column, Table
from tournament.documents.values import About, Party
from tournament.documents.wording import number_of


@dataclass(frozen=True, slots=True)
class Pairing:
    """One table of a round. Without a table (a bye) ``note`` says in words what it is ("轮空")."""

    table: int | str | None
    a: Party
    b: Party | None
    note: str = ""


def _table_of(pairing: Pairing) -> str:
    return pairing.note if pairing.table is None else str(pairing.table)


def _side(party: Party | None, note: str) -> tuple[str, str, str]:
    if party is None:
        return "", "", note
    return number_of(party), party.branch, party.names


def by_table_table(pairings: Sequence[Pairing], width: float) -> Table:
    """The list by table, to stand in another document."""
    columns = [Column(pgettext("paper", "Table"), bold=True, least=30)]
    for letter in "AB":
        columns += [
            Column(pgettext("column", "No."), group=letter, least=16),
            Column(pgettext("paper", "Branch"), group=letter, align="left", grows=True),
            Column(pgettext("paper", "Players"), group=letter, align="left", grows=True, bold=True),
        ]
    rows = tuple(
        (
            "" if pairing.table is None else str(pairing.table),
            *_side(pairing.a, ""),
            *_side(pairing.b, pairing.note),
        )
        for pairing in pairings
    )
    stripes = frozenset(range(1, len(rows), 2))
    return Table(tuple(columns), rows, width, size=11, row_height=24, shaded=stripes)


def by_name_order(name: str) -> list[tuple[int, bytes]]:
    """The place of a name in a list: common characters by their sound, as the national code has them, rare
    ones after.
    """
    order = []
    for character in name:
        common = character.encode("gb2312", errors="ignore")
        order.append((0, common) if common else (1, character.encode("utf-32-be")))
    return order


def by_name_table(pairings: Sequence[Pairing], width: float) -> Table:
    """The list by name, a line for each player, to stand in another document."""
    columns = (
        Column(pgettext("column", "Name"), align="left", bold=True, grows=True),
        Column(pgettext("paper", "Branch"), align="left", grows=True),
        Column(pgettext("column", "No."), least=20),
        Column(pgettext("paper", "Table"), bold=True, least=34),
        Column(pgettext("column", "Side"), least=24),
        Column(pgettext("paper", "Opponents"), align="left", grows=True),
    )
    lines: list[tuple[str, ...]] = []
    for pairing in pairings:
        for letter, party, other in (("A", pairing.a, pairing.b), ("B", pairing.b, pairing.a)):
            if party is None:
                continue
            against = other.names if other is not None else ""
            side = letter if other is not None else ""
            lines.extend(
                (player, party.branch, number_of(party), _table_of(pairing), side, against)
                for player in (party.players or (party.label,))
            )
    lines.sort(key=lambda line: (by_name_order(line[0]), line[2]))
    stripes = frozenset(range(1, len(lines), 2))
    return Table(columns, tuple(lines), width, size=11, row_height=20, shaded=stripes)


def plan_by_table(about: About, pairings: Sequence[Pairing]) -> list[Page]:
    """Plan the pages of the list by table: upright unless names would have to be broken."""
    size = A4
    table = by_table_table(pairings, paper(size).width)
    if table.needed > table.width:
        size = landscape(A4)
        table = by_table_table(pairings, paper(size).width)
    return listing(Plan(about, table, size=size, subtitle=pgettext("paper", "By table")))


def plan_by_name(about: About, pairings: Sequence[Pairing]) -> list[Page]:
    """Plan the pages of the list by name."""
    table = by_name_table(pairings, paper(A4).width)
    return listing(Plan(about, table, subtitle=pgettext("paper", "By name")))


def pairings_by_table(about: About, pairings: Sequence[Pairing]) -> bytes:
    """Return the PDF of a round's tables in their order."""
    return write(about, plan_by_table(about, pairings))


def pairings_by_name(about: About, pairings: Sequence[Pairing]) -> bytes:
    """Return the PDF in which each player finds the table by name."""
    return write(about, plan_by_name(about, pairings))
