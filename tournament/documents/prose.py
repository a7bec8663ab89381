"""Running text over pages: a notice, a regulation, a report. Paragraphs are indented as in a Chinese
letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tournament.documents.fitting import break_lines, indented
from tournament.documents.lists import framed, free_height
from tournament.documents.page import A4, Page, Pen, mm, paper
from tournament.documents.values import About

SIZE = 11.5
LINE = 19.0
HEADING_SIZE = 13.0
HEADING_LINE = 27.0
SIDE = 6 * mm


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, or a heading within the text."""

    text: str
    heading: bool = False


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    height: float
    size: float = SIZE
    bold: bool = False
    indent: float = 0.0
    keeps: bool = False  # stays with the line after it


def _lines(paragraphs: Sequence[Paragraph], width: float) -> list[_Line]:
    lines: list[_Line] = []
    for paragraph in paragraphs:
        if paragraph.heading:
            broken = break_lines(paragraph.text, width, HEADING_SIZE, True)
            lines.extend(_Line(text, HEADING_LINE, HEADING_SIZE, True, keeps=True) for text in broken)
            continue
        broken = indented(paragraph.text, width, SIZE)
        lines.extend(
            _Line(text, LINE, indent=2 * SIZE if number == 0 else 0.0, keeps=number == 0 and len(broken) > 1)
            for number, text in enumerate(broken)
        )
    return lines


def _cut(lines: list[_Line], room: float) -> list[list[_Line]]:
    """Cut into pages; a heading never stands last on a page, nor the first line of a longer paragraph."""
    pages: list[list[_Line]] = [[]]
    left = room
    for number, line in enumerate(lines):
        block, at = line.height, number
        while lines[at].keeps and at + 1 < len(lines) and at - number < 3:
            at += 1
            block += lines[at].height
        follows = number > 0 and lines[number - 1].keeps and pages[-1]
        if (line.height if follows else min(block, room)) > left + 1e-6:
            pages.append([])
            left = room
        pages[-1].append(line)
        left -= line.height
    return pages


def plan_prose(about: About, paragraphs: Sequence[Paragraph]) -> list[Page]:
    """Plan the pages of a text under the document's title."""
    space = paper(A4).inset(SIDE, 0)
    pages = _cut(_lines(paragraphs, space.width), free_height())
    return [
        Page(partial(_draw, about, tuple(lines)), A4, ((0, about.title),) if number == 0 else ())
        for number, lines in enumerate(pages)
    ]


def _draw(about: About, lines: tuple[_Line, ...], pen: Pen) -> None:
    text = framed(pen, about).inset(SIDE, 0)
    y = text.top
    for line in lines:
        y -= line.height
        pen.line_of_text(text.x + line.indent, y + 5, line.text, line.size, bold=line.bold)
