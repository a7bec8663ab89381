"""A document that is one table: heading, the table over its pages, notes under it, the foot on every page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from tournament.documents.fitting import wrapped
from tournament.documents.page import A4, Page, Pen, Rect, foot, mm, paper
from tournament.documents.tables import Cut, Table
from tournament.documents.values import About

HEAD = 19 * mm
FOOT = 7 * mm
NOTE = 9.0


@dataclass(frozen=True)
class Plan:
    """A table with what stands around it; ``bookmark`` is the level of its bookmark, ``subtitle`` a line
    beside the title.
    """

    about: About
    table: Table
    notes: tuple[str, ...] = ()
    size: tuple[float, float] = A4
    subtitle: str = ""
    level: int = 0


def heading(pen: Pen, space: Rect, about: About, subtitle: str = "") -> None:
    """The head of a page: the event small, what the sheet is large."""
    pen.put(space.upper(6 * mm), about.event, 11, align="centre", lines=1)
    title = about.heading
    pen.put(space.below(6 * mm).upper(8 * mm), title, 18, bold=True, align="centre", lines=1)
    beside = " · ".join(text for text in (subtitle, about.draw) if text)
    pen.put(space.below(14 * mm).upper(4 * mm), beside, 9, align="centre", lines=1)


def free_height(size: tuple[float, float] = A4) -> float:
    """The height that a sheet leaves between its heading and its foot."""
    return paper(size).height - HEAD - FOOT


def framed(pen: Pen, about: About, subtitle: str = "", *, title: str = "") -> Rect:
    """Draw heading and foot of a page and return what is left between them; ``title`` heads it in place of
    that of the whole."""
    space = paper(pen.size)
    headed = replace(about, title=title, stage="", draw="") if title else about
    heading(pen, space.upper(HEAD), headed, subtitle)
    foot(pen, about, space.lower(FOOT - 3 * mm))
    return space.below(HEAD).above(FOOT)


def _notes_height(plan: Plan, width: float) -> float:
    return sum(wrapped(note, width, NOTE).height + 4 for note in plan.notes)


def listing(plan: Plan) -> list[Page]:
    """Plan the pages of one table; the notes follow the last row, on a page of their own if they do not
    fit.
    """
    space = paper(plan.size)
    height = free_height(plan.size)
    cuts: list[Cut | None] = list(plan.table.cut(height, height))
    last = cuts[-1]
    used = plan.table.heading_height + (last.height if last else 0.0)
    if plan.notes and height - used < _notes_height(plan, space.width) + 6:
        cuts.append(None)
    pages = []
    for number, cut in enumerate(cuts):
        title = plan.about.name
        marks = ((plan.level, title),) if number == 0 else ()
        ends = number == len(cuts) - 1
        pages.append(Page(partial(_draw, plan, cut, ends), plan.size, marks))
    return pages


def _draw(plan: Plan, cut: Cut | None, ends: bool, pen: Pen) -> None:
    rest = framed(pen, plan.about, plan.subtitle)
    if cut is not None:
        rest = plan.table.draw(pen, rest, cut)
    if not ends:
        return
    rest = rest.below(6)
    for note in plan.notes:
        rest = rest.below(pen.flow(rest, note, NOTE) + 4)
