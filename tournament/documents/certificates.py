"""Certificates (奖状): one for each award, in a layout that the organiser adjusts to her paper.

On printed certificate paper only the words are wanted (``border=False``), at heights that she measures on it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.answers import Problem, Refused
from tournament.documents.page import SHEETS, Page, Pen, Rect, mm, write
from tournament.documents.values import About

SUITS = "♠ ♥ ♦ ♣"
FIELDS = ("whom", "names", "branch", "event", "award", "organiser", "date")
_FIELD = re.compile(r"\{([a-z]*)\}")


@dataclass(frozen=True, slots=True)
class CertificateLayout:
    """Where the words stand. Lengths in millimetres from the upper edge, sizes in points.

    ``title``, ``addressed``, ``body``, ``signed`` and ``dated`` are sentences in which the fields
    ``{names}``, ``{branch}``, ``{whom}`` (both), ``{event}``, ``{award}``, ``{organiser}`` and ``{date}``
    are filled in; an empty one is left out.
    """

    sheet: str = "A4-landscape"
    border: bool = True
    side: float = 38.0
    title: str = ""
    title_at: float = 34.0
    title_size: float = 54.0
    addressed: str = ""
    addressed_at: float = 76.0
    body: str = ""
    body_at: float = 98.0
    text_size: float = 24.0
    line_height: float = 14.0
    signed: str = "{organiser}"
    signed_at: float = 160.0
    dated: str = "{date}"
    dated_at: float = 172.0
    closing_size: float = 18.0


@dataclass(frozen=True, slots=True)
class Certificate:
    """Who is honoured and for what: ``award`` is a place or a prize ("第一名", "优秀组织奖"), ``date`` in
    words.
    """

    award: str
    names: tuple[str, ...] = ()
    branch: str = ""
    date: str = ""
    organiser: str = ""


def standard_layout() -> CertificateLayout:
    """The layout from which an organiser starts, in the language of the moment."""
    return CertificateLayout(
        title=pgettext("paper", "Certificate"),
        addressed=_("{whom}:"),
        body=_("won the award “{award}” in {event}. This certificate is given in recognition."),
    )


def filled(sentence: str, values: Mapping[str, str]) -> str:
    """Fill the fields of a sentence; nothing but the fields is looked up, whatever the organiser wrote."""
    return _FIELD.sub(lambda found: values[found[1]], sentence).strip()


def check_layout(layout: CertificateLayout) -> list[Problem]:
    """Return what is wrong with a layout: an unknown sheet or field, words below the sheet's edge."""
    problems = []
    if layout.sheet not in SHEETS:
        problems.append(Problem("certificate-sheet", at="sheet", values={"sheet": layout.sheet}))
        return problems
    for name in ("title", "addressed", "body", "signed", "dated"):
        rest = _FIELD.sub(lambda found: "" if found[1] in FIELDS else found[0], getattr(layout, name))
        if "{" in rest or "}" in rest:
            fields = " ".join(f"{{{field}}}" for field in FIELDS)
            problems.append(Problem("certificate-field", at=name, values={"fields": fields}))
    height = SHEETS[layout.sheet][1] / mm
    places = ("title_at", "addressed_at", "body_at", "signed_at", "dated_at")
    problems.extend(
        Problem("certificate-place", at=name, values={"height": round(height)})
        for name in places
        if not 0 <= getattr(layout, name) <= height - 12
    )
    if not 0 <= layout.side <= SHEETS[layout.sheet][0] / mm / 2 - 20:
        problems.append(Problem("certificate-side", at="side"))
    return problems


def plan_certificates(
    about: About, certificates: Sequence[Certificate], layout: CertificateLayout | None = None
) -> list[Page]:
    """Plan one page for each certificate. Raises ``Refused`` when the layout cannot be printed."""
    chosen = layout or standard_layout()
    problems = check_layout(chosen)
    if problems:
        raise Refused(problems)
    return [
        Page(
            partial(_draw, about, certificate, chosen),
            SHEETS[chosen.sheet],
            ((0, " ".join((certificate.award, certificate.branch, *certificate.names)).strip()),),
        )
        for certificate in certificates
    ]


def certificates_pdf(
    about: About, certificates: Sequence[Certificate], layout: CertificateLayout | None = None
) -> bytes:
    """Return the PDF of the certificates, one to a sheet."""
    return write(about, plan_certificates(about, certificates, layout))


def _border(pen: Pen, whole: Rect) -> None:
    pen.frame(whole.inset(10 * mm), 2.4)
    pen.frame(whole.inset(12 * mm), 0.7)
    corner = whole.inset(15 * mm)
    for suit, x, y in zip(
        SUITS.split(),
        (corner.x, corner.right - 8 * mm, corner.x, corner.right - 8 * mm),
        (corner.top - 8 * mm, corner.top - 8 * mm, corner.y, corner.y),
        strict=True,
    ):
        pen.put(Rect(x, y, 8 * mm, 8 * mm), suit, 18, align="centre", lines=1)


def _draw(about: About, certificate: Certificate, layout: CertificateLayout, pen: Pen) -> None:
    width, height = SHEETS[layout.sheet]
    if layout.border:
        _border(pen, Rect(0, 0, width, height))
    values = {
        "whom": " ".join(text for text in (certificate.branch, *certificate.names) if text),
        "names": " ".join(certificate.names),
        "branch": certificate.branch,
        "event": about.event,
        "award": certificate.award,
        "date": certificate.date,
        "organiser": certificate.organiser,
    }
    side = layout.side * mm

    def strip(top: float, strip_height: float) -> Rect:
        return Rect(side, height - top * mm - strip_height, width - 2 * side, strip_height)

    title = strip(layout.title_at, layout.title_size * 1.3)
    pen.put(title, filled(layout.title, values), layout.title_size, bold=True, align="centre", lines=1)
    addressed_height = (layout.body_at - layout.addressed_at) * mm
    if addressed_height <= 0:
        addressed_height = layout.line_height * mm
    addressed = strip(layout.addressed_at, addressed_height)
    text = filled(layout.addressed, values)
    pen.put(addressed, text, layout.text_size, bold=True, up="top")
    body_height = max(layout.signed_at - layout.body_at, layout.line_height) * mm
    body = filled(layout.body, values)
    pen.paragraph(strip(layout.body_at, body_height), body, layout.text_size, layout.line_height * mm)
    for text, top in ((layout.signed, layout.signed_at), (layout.dated, layout.dated_at)):
        line = strip(top, layout.closing_size * 1.4)
        half = line.after(line.width * 0.4)
        pen.put(half, filled(text, values), layout.closing_size, align="right", lines=1)
