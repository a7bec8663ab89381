"""The programme (秩序册) before the event and the results book (成绩册) after it: a cover, contents, and
sections.

A section is a text, a list, or the planned pages of any other document of this room.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import pgettext

from tournament.documents.fitting import balanced
from tournament.documents.lists import Plan, framed, free_height, listing
from tournament.documents.page import A4, HAIR, THICK, Page, Pen, Rect, mm, paper, write
from tournament.documents.prose import Paragraph, plan_prose
from tournament.documents.tables import Column, Table
from tournament.documents.values import About, Party
from tournament.documents.wording import number_of

CONTENTS_LINE = 9 * mm


@dataclass(frozen=True, slots=True)
class Cover:
    """What stands on the cover under the event and the book's title: organisers ("主办：…"), place, date in
    words.
    """

    lines: tuple[str, ...] = ()
    place: str = ""
    date: str = ""


@dataclass(frozen=True)
class Section:
    """A part of the book with its title and its planned pages."""

    title: str
    pages: tuple[Page, ...]


@dataclass(frozen=True, slots=True)
class Duty:
    """An office and who holds it ("裁判长", the names)."""

    title: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Delegation:
    """A branch in the list of entries: its leader and its entries."""

    branch: str
    entries: tuple[Party, ...]
    leader: str = ""


@dataclass(frozen=True, slots=True)
class Appointment:
    """A line of the schedule: day and time in words, what is played, where, a remark."""

    when: str
    what: str
    where: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Award:
    """A line of the list of awards: the place or prize, who has it."""

    prize: str
    party: Party


def text_section(about: About, title: str, paragraphs: Sequence[Paragraph | str]) -> Section:
    """A notice or the regulation."""
    texts = [Paragraph(part) if isinstance(part, str) else part for part in paragraphs]
    return Section(title, tuple(plan_prose(_named(about, title), texts)))


def duties_section(about: About, title: str, duties: Sequence[Duty]) -> Section:
    """The committee or the referees."""
    columns = (
        Column(pgettext("column", "Office"), bold=True, least=110),
        Column(pgettext("column", "Name"), align="left", grows=True),
    )
    rows = tuple((duty.title, " ".join(duty.names)) for duty in duties)
    return _table_section(about, title, columns, rows)


def entries_section(about: About, title: str, delegations: Sequence[Delegation]) -> Section:
    """The entries by branch, with their numbers."""
    columns = (
        Column(pgettext("paper", "Branch"), align="left", grows=True),
        Column(pgettext("paper", "Leader"), align="left", grows=True),
        Column(pgettext("column", "No."), least=26),
        Column(pgettext("paper", "Players"), align="left", grows=True, bold=True),
    )
    rows: list[tuple[str, ...]] = []
    ends: list[int] = []
    for delegation in delegations:
        for place, entry in enumerate(delegation.entries):
            first = (delegation.branch, delegation.leader) if place == 0 else ("", "")
            rows.append((*first, number_of(entry), entry.names))
        if not delegation.entries:
            rows.append((delegation.branch, delegation.leader, "", ""))
        ends.append(len(rows) - 1)
    return _table_section(about, title, columns, tuple(rows), frozenset(ends))


def schedule_section(about: About, title: str, appointments: Sequence[Appointment]) -> Section:
    """The schedule."""
    columns = (
        Column(pgettext("column", "When"), bold=True, least=90),
        Column(pgettext("column", "What"), align="left", grows=True),
        Column(pgettext("column", "Where"), align="left", grows=True),
        Column(pgettext("column", "Remarks"), align="left", grows=True),
    )
    rows = tuple((a.when, a.what, a.where, a.note) for a in appointments)
    return _table_section(about, title, columns, rows)


def awards_section(about: About, title: str, awards: Sequence[Award], notes: tuple[str, ...] = ()) -> Section:
    """The list of awards; ``notes`` stand under it."""
    columns = (
        Column(pgettext("paper", "Award"), bold=True, least=80),
        Column(pgettext("paper", "Branch"), align="left", grows=True),
        Column(pgettext("paper", "Players"), align="left", grows=True, bold=True),
    )
    rows = tuple((award.prize, award.party.branch, award.party.names) for award in awards)
    return _table_section(about, title, columns, rows, notes=notes)


def planned_section(title: str, pages: Sequence[Page]) -> Section:
    """Any other document: standings, cross-tables, brackets, pairings, rulings."""
    return Section(title, tuple(pages))


def _named(about: About, title: str) -> About:
    return replace(about, title=title, stage="", draw="")


def _table_section(
    about: About,
    title: str,
    columns: tuple[Column, ...],
    rows: tuple[tuple[str, ...], ...],
    ends: frozenset[int] = frozenset(),
    notes: tuple[str, ...] = (),
) -> Section:
    table = Table(columns, rows, paper(A4).width, size=11, row_height=23, thick_after=ends)
    return Section(title, tuple(listing(Plan(_named(about, title), table, notes))))


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the contents: the section and the number of its first page."""

    title: str
    page: int


def plan_book(about: About, cover: Cover, sections: Sequence[Section]) -> list[Page]:
    """Plan the whole book: cover, contents, sections; each section has a bookmark, its own bookmarks under
    it.
    """
    to_a_page = int(free_height() / CONTENTS_LINE)
    count = max(1, -(-len(sections) // to_a_page))
    number = 1 + count + 1
    entries: list[_Entry] = []
    pages: list[Page] = []
    for section in sections:
        entries.append(_Entry(section.title, number))
        for place, page in enumerate(section.pages):
            own = ((0, section.title),) if place == 0 else ()
            inner = tuple((level + 1, text) for level, text in page.bookmarks if text != section.title)
            pages.append(replace(page, bookmarks=own + inner))
        number += len(section.pages)
    contents = [
        Page(
            partial(_draw_contents, about, tuple(entries[place * to_a_page : (place + 1) * to_a_page])),
            A4,
            ((0, pgettext("paper", "Contents")),) if place == 0 else (),
        )
        for place in range(count)
    ]
    return [Page(partial(_draw_cover, about, cover), A4, ((0, about.title),)), *contents, *pages]


def book_pdf(about: About, cover: Cover, sections: Sequence[Section]) -> bytes:
    """Return the PDF of the book."""
    return write(about, plan_book(about, cover, sections))


def _draw_cover(about: About, cover: Cover, pen: Pen) -> None:
    space = paper(A4)
    pen.frame(space, THICK)
    pen.frame(space.inset(1.6 * mm), HAIR)
    inner = space.inset(16 * mm, 20 * mm)
    name = inner.upper(60 * mm)
    title = balanced(about.event, name.width, name.height, 34, bold=True)
    pen.fitted(name, title, align="centre", up="bottom")
    pen.put(inner.below(66 * mm).upper(12 * mm), "♠  ♥  ♦  ♣", 18, align="centre", lines=1)
    pen.put(inner.below(88 * mm).upper(24 * mm), about.title, 44, bold=True, align="centre", lines=1)
    lines = [text for text in (*cover.lines, cover.place, cover.date) if text]
    height = 11 * mm
    foot_space = inner.lower(min(len(lines) * height, 110 * mm))
    for row, text in zip(foot_space.rows(max(len(lines), 1)), lines, strict=False):
        pen.put(row.inset(0, 1 * mm), text, 15, align="centre")


def _draw_contents(about: About, entries: tuple[_Entry, ...], pen: Pen) -> None:
    rest = framed(pen, about, title=pgettext("paper", "Contents"))
    for entry in entries:
        line = rest.upper(CONTENTS_LINE).inset(10 * mm, 1 * mm)
        number = Rect(line.right - 16 * mm, line.y, 16 * mm, line.height)
        pen.put(number, str(entry.page), 13, align="right", lines=1)
        words = line.left(line.width - 20 * mm)
        fitted = pen.put(words, entry.title, 13)
        y = line.y + line.height / 2 - 4
        start = words.x + fitted.width + 2 * mm
        if start < number.x - 4:
            pen.dots(start, y, number.right - 12 * mm)
        pen.link(line, entry.page)
        rest = rest.below(CONTENTS_LINE)
