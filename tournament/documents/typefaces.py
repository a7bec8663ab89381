"""The fonts of everything that is printed, and which characters they have.

The two fonts in ``fonts/`` come with the product. An installation may name further TrueType files in the
setting ``DOCUMENT_FONTS``; they are asked in turn for a character that the first does not have. What no
font has is printed as its visible code, such as 〔U+20021〕, and ``missing_characters`` says so before
anything is printed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock

from django.conf import settings
from reportlab.pdfbase import pdfmetrics, ttfonts

from rules.answers import Problem, Refused

FOLDER = Path(__file__).resolve().parent / "fonts"
REGULAR = "NotoSansSC-Regular"
BOLD = "NotoSansSC-Bold"

# Space above and below the line on which letters stand, in parts of the font size: what a Chinese character
# needs.
ASCENT = 0.88
DESCENT = 0.12

_BREAKS = dict.fromkeys(map(ord, "\t\n\r\v\f\u00a0\u2028\u2029\u3000"), " ")


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text that one font can print."""

    font: str
    text: str


@dataclass(frozen=True, slots=True)
class MissingCharacter:
    """A character that no font has, and the text (a name) in which it stands."""

    text: str
    character: str

    @property
    def code(self) -> str:
        """Its number as Unicode writes it, such as ``U+20021``."""
        return f"U+{ord(self.character):04X}"


def to_unicode_map(font_name: str, subset: list[int]) -> str:
    """Return the table by which a reader turns the codes of an embedded font back into text.

    ReportLab's own writes a code point above U+FFFF as five digits, which readers take for another
    character, so that copied and searched names differ from the printed ones; the format wants the pair of
    UTF-16 units. It also allows a hundred lines to a block, not more.
    """
    pairs = [
        (code, chr(point).encode("utf-16-be").hex().upper()) for code, point in enumerate(subset) if point
    ]
    blocks: list[str] = []
    for start in range(0, len(pairs), 100):
        block = pairs[start : start + 100]
        blocks.append(f"{len(block)} beginbfchar")
        blocks.extend(f"<{code:02X}> <{text}>" for code, text in block)
        blocks.append("endbfchar")
    return "\n".join(
        [
            "/CIDInit /ProcSet findresource begin",
            "12 dict begin",
            "begincmap",
            f"/CIDSystemInfo << /Registry ({font_name}) /Ordering ({font_name}) /Supplement 0 >> def",
            f"/CMapName /{font_name} def",
            "/CMapType 2 def",
            "1 begincodespacerange",
            "<00> <FF>",
            "endcodespacerange",
            *blocks,
            "endcmap",
            "CMapName currentdict /CMap defineresource pop",
            "end",
            "end",
        ]
    )


def _register(name: str, path: Path) -> ttfonts.TTFont:
    try:
        font = ttfonts.TTFont(name, str(path))
    except (OSError, ttfonts.TTFError) as error:
        values = {"path": str(path), "detail": str(error)}
        raise Refused([Problem("font-unusable", at=path.name, values=values)]) from error
    pdfmetrics.registerFont(font)
    return font


def chain(bold: bool = False) -> tuple[ttfonts.TTFont, ...]:
    """Return the fonts in the order in which they are asked for a character.

    Raises ``Refused`` with the problem ``font-unusable`` when a file of the setting ``DOCUMENT_FONTS``
    cannot be read or has no TrueType outlines.
    """
    found = _chains.get(bold)
    if found is None:
        # Once only: a font that is registered anew under a name would take it away from files being written.
        with _loading:
            found = _chains.get(bold)
            if found is None:
                found = _chains[bold] = _load(bold)
    return found


_loading = Lock()
_chains: dict[bool, tuple[ttfonts.TTFont, ...]] = {}


def _load(bold: bool) -> tuple[ttfonts.TTFont, ...]:
    ttfonts.makeToUnicodeCMap = to_unicode_map
    name = BOLD if bold else REGULAR
    own = _register(name, FOLDER / f"{name}.ttf")
    further = _chains.get(not bold, ())[1:]
    if not further:
        paths = getattr(settings, "DOCUMENT_FONTS", ())
        further = tuple(_register(f"Further{place}", Path(path)) for place, path in enumerate(paths, start=1))
    return (own, *further)


def clean(text: str) -> str:
    """Return the text as it is printed: white space single, accents joined to their letters.

    Left out is what has no shape: control characters, joiners, variation selectors. Chinese characters stay
    as they are, compatibility forms too.
    """
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    composed = text.translate(_BREAKS)
    if any(map(unicodedata.combining, composed)):
        composed = unicodedata.normalize("NFC", composed)
    shown = "".join(
        character
        for character in composed
        if unicodedata.category(character) not in {"Cc", "Cf", "Cs"}
        and not "\ufe00" <= character <= "\ufe0f"
        and not "\U000e0100" <= character <= "\U000e01ef"
    )
    return " ".join(shown.split())


def font_file(name: str) -> Path:
    """The file of a font that ``runs`` has named."""
    return Path(pdfmetrics.getFont(name).face.filename)


def _font_of(point: int, bold: bool) -> ttfonts.TTFont | None:
    for font in chain(bold):
        if point in font.face.charToGlyph:
            return font
    return None


@lru_cache(maxsize=8192)
def runs(text: str, bold: bool = False) -> tuple[Run, ...]:
    """Split a text into stretches of one font each; what no font has becomes its visible code."""
    first = chain(bold)[0]
    has = first.face.charToGlyph
    text = clean(text)
    if all(ord(character) in has for character in text):
        return (Run(first.fontName, text),) if text else ()
    found: list[tuple[str, str]] = []
    for character in text:
        font = _font_of(ord(character), bold)
        shown = character if font else f"〔U+{ord(character):04X}〕"
        name = (font or first).fontName
        if found and found[-1][0] == name:
            found[-1] = (name, found[-1][1] + shown)
        else:
            found.append((name, shown))
    return tuple(Run(name, shown) for name, shown in found)


def printed(text: str, bold: bool = False) -> str:
    """Return the text with which the document will really show ``text``."""
    return "".join(run.text for run in runs(text, bold))


@lru_cache(maxsize=32768)
def character_width(character: str, bold: bool = False) -> float:
    """Width of one printed character at size 1."""
    font = _font_of(ord(character), bold)
    if font is None:
        return sum(character_width(part, bold) for part in f"〔U+{ord(character):04X}〕")
    return float(font.face.getCharWidth(ord(character))) / 1000


@lru_cache(maxsize=32768)
def text_width(text: str, bold: bool = False) -> float:
    """Width of a text at size 1, on one line."""
    return sum(character_width(character, bold) for character in printed(text, bold))


def missing_characters(texts: Iterable[str]) -> list[MissingCharacter]:
    """Return each character that no font has, once for each of the texts (names) that contain it."""
    missing: list[MissingCharacter] = []
    for text in dict.fromkeys(texts):
        lacking = (c for c in dict.fromkeys(clean(text)) if _font_of(ord(c), False) is None)
        missing.extend(MissingCharacter(text, character) for character in lacking)
    return missing


def missing_character_problems(texts: Iterable[str]) -> list[Problem]:
    """The same as problems, to be shown before printing; the document can still be printed."""
    return [
        Problem(
            "character-missing",
            at=missing.text,
            values={"name": missing.text, "character": missing.character, "code": missing.code},
            severity="unlikely",
        )
        for missing in missing_characters(texts)
    ]


REMEMBERED = [runs, character_width, text_width]


def forget() -> None:
    """Forget which fonts there are and what was measured with them, after the setting has changed."""
    _chains.clear()
    for remembered in REMEMBERED:
        remembered.cache_clear()
