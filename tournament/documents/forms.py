"""Forms that are filled in by hand: leaders' meeting record, appeal protocol, receipt of entry, and the like.

A form has facts that are known already, blocks of text or of ruled lines to write on, and signatures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.documents.fitting import wrapped
from tournament.documents.lists import framed, free_height
from tournament.documents.page import A4, HAIR, Page, Pen, Rect, mm, paper, signatures, write
from tournament.documents.values import About

TITLE_WIDTH = 36 * mm
FACT = 8.5 * mm
BLOCK_TITLE = 8 * mm
RULE = 9 * mm
LEAST_RULE = 6.8 * mm
SIGNATURE = 15 * mm
TEXT = 11.0


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and what is known; an empty text is a line to write on."""

    title: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a form: its title, what is known (a text, or items on a line each), and so many ruled
    lines.
    """

    title: str
    text: str = ""
    lines: int = 0
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormSheet:
    """One form: facts, blocks, titles of the signatures."""

    facts: tuple[Fact, ...] = ()
    blocks: tuple[Block, ...] = ()
    signers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Piece:
    """Something that is not split over two pages: its height and what draws it."""

    height: float
    kind: str
    text: str = ""
    title: str = ""
    signers: tuple[str, ...] = ()


def _pieces(form: FormSheet, width: float, rule: float) -> list[_Piece]:
    pieces = []
    for fact in form.facts:
        tall = wrapped(fact.text, width - TITLE_WIDTH - 2, TEXT).height + 3.5 * mm
        pieces.append(_Piece(max(FACT, tall), "fact", fact.text, fact.title))
    for block in form.blocks:
        pieces.append(_Piece(BLOCK_TITLE + 2 * mm, "title", block.title))
        for text in (block.text, *block.items):
            pieces.extend(_Piece(TEXT * 1.55, "text", line) for line in wrapped(text, width, TEXT).lines)
        pieces.extend(_Piece(rule, "rule") for _number in range(block.lines))
    pairs = [form.signers[start : start + 2] for start in range(0, len(form.signers), 2)]
    pieces.extend(_Piece(SIGNATURE, "signatures", signers=pair) for pair in pairs)
    return pieces


def _cut(pieces: list[_Piece], room: float) -> list[list[_Piece]]:
    pages: list[list[_Piece]] = [[]]
    left = room
    for number, piece in enumerate(pieces):
        follows = pieces[number + 1].height if piece.kind == "title" and number + 1 < len(pieces) else 0.0
        if pages[-1] and piece.height + follows > left + 1e-6:
            pages.append([])
            left = room
        pages[-1].append(piece)
        left -= piece.height
    return pages


def plan_form(about: About, form: FormSheet) -> list[Page]:
    """Plan the pages of one form."""
    space = paper(A4)
    room = free_height()
    # Lines a little closer, if that keeps the form on one page.
    count = sum(block.lines for block in form.blocks)
    fixed = sum(piece.height for piece in _pieces(form, space.width, 0.0))
    rule = min((room - fixed) / count, RULE) if count else RULE
    pages = _cut(_pieces(form, space.width, rule if rule >= LEAST_RULE else RULE), room)
    title = about.name
    return [
        Page(partial(_draw, about, tuple(pieces)), A4, ((0, title),) if number == 0 else ())
        for number, pieces in enumerate(pages)
    ]


def forms_pdf(parts: Sequence[tuple[About, FormSheet]]) -> bytes:
    """Return one PDF of several forms, each beginning on a page of its own."""
    return write(parts[0][0], [page for about, form in parts for page in plan_form(about, form)])


def _draw(about: About, pieces: tuple[_Piece, ...], pen: Pen) -> None:
    rest = framed(pen, about)
    for piece in pieces:
        place = rest.upper(piece.height)
        if piece.kind == "fact":
            pen.put(place.left(TITLE_WIDTH - 2 * mm), piece.title, TEXT, bold=True)
            pen.put(place.after(TITLE_WIDTH), piece.text, TEXT)
            pen.rule(place.x + TITLE_WIDTH, place.y, place.right, place.y, HAIR)
        elif piece.kind == "title":
            pen.put(place.lower(BLOCK_TITLE), piece.text, 12, bold=True)
        elif piece.kind == "text":
            pen.put(place, piece.text, TEXT, lines=1)
        elif piece.kind == "rule":
            pen.rule(place.x, place.y, place.right, place.y, HAIR)
        else:
            sign_two(pen, place, piece.signers)
        rest = rest.below(piece.height)


def sign_two(pen: Pen, space: Rect, signers: Sequence[str]) -> None:
    """Titles and lines for one or two signatures."""
    signatures(pen, space, signers, (1, 1), size=TEXT - 0.5, most=0.42)


def leaders_meeting(place: str, moment: str, topics: Sequence[tuple[str, str]]) -> FormSheet:
    """The record of the leaders' meeting: what was announced (topic, text), room for questions and for who
    was there.
    """
    blocks = [Block(title, text) for title, text in topics]
    blocks += [
        Block(pgettext("paper", "Questions and answers"), lines=8),
        Block(_("Present (branch and signature)"), lines=8),
    ]
    facts = (
        Fact(pgettext("paper", "Place"), place),
        Fact(pgettext("paper", "Time"), moment),
        Fact(pgettext("paper", "In the chair")),
    )
    return FormSheet(facts, tuple(blocks), (pgettext("paper", "Chief referee"), pgettext("paper", "Minutes")))


def appeal(stage: str, table: str, parties: str, ruling: str, clause: str) -> FormSheet:
    """The protocol of an appeal against a ruling, to be completed by the jury."""
    facts = (
        Fact(pgettext("paper", "Round"), stage),
        Fact(pgettext("paper", "Table"), table),
        Fact(pgettext("paper", "Parties"), parties),
        Fact(pgettext("paper", "Clause"), clause),
        Fact(pgettext("paper", "Brought by")),
    )
    blocks = (
        Block(pgettext("paper", "Ruling that is appealed"), ruling),
        Block(pgettext("paper", "Reasons of the appeal"), lines=6),
        Block(pgettext("paper", "What the jury found"), lines=6),
        Block(pgettext("paper", "Decision"), lines=4),
    )
    return FormSheet(
        facts,
        blocks,
        (
            pgettext("paper", "Appellant"),
            pgettext("paper", "Referee"),
            pgettext("paper", "Jury"),
            pgettext("paper", "Time"),
        ),
    )


def receipt(branch: str, leader: str, phone: str, entries: Sequence[str], received: str) -> FormSheet:
    """The receipt that a branch gets for its entry: who is in, when it was received, room for its stamp."""
    facts = (
        Fact(pgettext("paper", "Branch"), branch),
        Fact(pgettext("paper", "Leader"), leader),
        Fact(pgettext("paper", "Phone"), phone),
        Fact(pgettext("paper", "Received"), received),
        Fact(pgettext("paper", "Number of entries"), str(len(entries))),
    )
    return FormSheet(
        facts,
        (Block(pgettext("paper", "Entries"), items=tuple(entries)),),
        (pgettext("paper", "Branch (signature and stamp)"), pgettext("paper", "Received by")),
    )
