"""Read a PDF back: where each piece of text and each line really stands, from the file's own fonts and
operators.
"""

import re
from dataclasses import dataclass, field
from io import BytesIO
from itertools import combinations

from pypdf import PdfReader


@dataclass
class Piece:
    """A piece of text with its box in points (ascenders and descenders as Chinese characters have them)."""

    text: str
    x0: float
    base: float
    x1: float
    size: float
    turned: bool = False

    @property
    def y0(self) -> float:
        return self.base - (0.82 if self.turned else 0.1) * self.size

    @property
    def y1(self) -> float:
        return self.base + (0.1 if self.turned else 0.82) * self.size


@dataclass
class PageRead:
    width: float
    height: float
    pieces: list[Piece] = field(default_factory=list)
    rules: list[tuple[float, float, float, float]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(piece.text for piece in self.pieces)


class _Font:
    def __init__(self, dictionary) -> None:
        self.first = int(dictionary["/FirstChar"])
        self.widths = [float(width) for width in dictionary["/Widths"]]
        table = dictionary["/ToUnicode"].get_object().get_data().decode("latin-1")
        self.to_text = {
            int(code, 16): bytes.fromhex(text).decode("utf-16-be")
            for code, text in re.findall(r"<([0-9A-F]{2})> <((?:[0-9A-F]{4})+)>\n", table)
        }
        assert dictionary["/Subtype"] == "/TrueType"
        self.embedded = "/FontFile2" in dictionary["/FontDescriptor"]

    def width(self, raw: bytes) -> float:
        return sum(self.widths[code - self.first] for code in raw) / 1000

    def text(self, raw: bytes) -> str:
        return "".join(self.to_text[code] for code in raw)


def _fonts(resources) -> dict[str, _Font]:
    found = resources["/Font"]
    return {name: _Font(found[name]) for name in found}


def fonts_of(pdf: bytes) -> dict[str, _Font]:
    """All fonts of the file in which text could be set, by their names."""
    fonts: dict[str, _Font] = {}
    for page in PdfReader(BytesIO(pdf)).pages:
        fonts.update(_fonts(page["/Resources"]))
    return fonts


class _Reader:
    """Follows the operators of a page and of what is stamped on it."""

    def __init__(self, page) -> None:
        self.read = PageRead(float(page.mediabox.width), float(page.mediabox.height))
        self.fonts = _fonts(page["/Resources"])
        self.forms = page["/Resources"].get("/XObject", {})

    def follow(self, content, dx: float, dy: float, sign: int = 1) -> None:
        """``sign`` is −1 where the sheet is turned upside down."""
        x = y = size = 0.0
        font = None
        fresh = True
        start = (0.0, 0.0)
        path: list[tuple[float, float, float, float]] = []
        scaled = False
        kept = []
        for operands, operator in operations(content.get_data()):
            match operator:
                case b"q":
                    kept.append((dx, dy, sign, scaled))
                case b"Q":
                    dx, dy, sign, scaled = kept.pop()
                case b"cm":
                    a, b, c, d, e, f = map(float, operands)
                    dx, dy = dx + sign * e, dy + sign * f
                    if (a, b, c, d) == (-1, 0, 0, -1):
                        sign = -sign
                    else:
                        scaled = scaled or (a, b, c, d) != (1, 0, 0, 1)
                case b"Do":
                    self.follow(self.forms[operands[0]].get_object(), dx, dy, sign)
                case b"Tm":
                    assert [float(v) for v in operands[:4]] == [1, 0, 0, 1]
                    x, y, fresh = dx + sign * float(operands[4]), dy + sign * float(operands[5]), True
                case b"Tf":
                    font, size = self.fonts[operands[0]], float(operands[1])
                case b"Tj":
                    assert not scaled
                    raw = unescaped(operands[0])
                    wide = font.width(raw) * size * sign
                    if fresh:
                        self.read.pieces.append(Piece("", x, y, x, size, sign < 0))
                    piece = self.read.pieces[-1]
                    piece.text += font.text(raw)
                    piece.x0, piece.x1 = min(piece.x0, x + wide), max(piece.x1, x + wide)
                    x, fresh = x + wide, False
                case b"m":
                    start = (dx + sign * float(operands[0]), dy + sign * float(operands[1]))
                case b"l":
                    end = (dx + sign * float(operands[0]), dy + sign * float(operands[1]))
                    path.append((*start, *end))
                    start = end
                case b"re":
                    left, low, width, height = map(float, operands)
                    left, right = sorted((dx + sign * left, dx + sign * (left + width)))
                    low, high = sorted((dy + sign * low, dy + sign * (low + height)))
                    path += [
                        (left, low, right, low),
                        (left, high, right, high),
                        (left, low, left, high),
                        (right, low, right, high),
                    ]
                case b"S" | b"s":
                    assert not scaled
                    self.read.rules += path
                    path = []
                case b"f" | b"f*" | b"n":
                    path = []
                case _:
                    assert operator in HARMLESS, operator


TOKEN = re.compile(rb"\((?:\\.|[^\\()])*\)|\[[^\]]*\]|/?[^\s()\[\]/]+", re.DOTALL)
ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
LETTERS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def unescaped(string: bytes) -> bytes:
    """The bytes of a PDF string in brackets."""

    def plain(found: re.Match) -> bytes:
        code = found[1]
        return bytes([int(code, 8)]) if code.isdigit() else LETTERS.get(code, code)

    return ESCAPE.sub(plain, string[1:-1])


def operations(content: bytes):
    """Each operator of a content stream with what stands before it."""
    operands: list = []
    for token in TOKEN.findall(content):
        first = token[:1]
        if first in b"(/[+-.0123456789":
            operands.append(token.decode("latin-1") if first == b"/" else token)
        else:
            yield operands, token
            operands = []


HARMLESS = {b"BT", b"ET", b"TL", b"T*", b"w", b"d", b"g", b"G", b"rg", b"RG", b"J", b"j", b"gs"}


def read_page(page) -> PageRead:
    following = _Reader(page)
    following.follow(page.get_contents(), 0.0, 0.0)
    return following.read


def read_pdf(pdf: bytes) -> list[PageRead]:
    """All pages of a file."""
    reader = PdfReader(BytesIO(pdf))
    return [read_page(page) for page in reader.pages]


def _crosses(rule: tuple[float, float, float, float], piece: Piece) -> bool:
    x1, y1, x2, y2 = rule
    left, right = min(x1, x2), max(x1, x2)
    low, high = min(y1, y2), max(y1, y2)
    slack = 0.4
    return (
        right > piece.x0 + slack
        and left < piece.x1 - slack
        and high > piece.y0 + slack
        and low < piece.y1 - slack
    )


def faults_of(page: PageRead, edge: float = 14.0) -> list[str]:
    """What is wrong with the geometry: text near or over the edge, on other text, or through a line."""
    faults = [
        f"{piece.text!r} leaves the page"
        for piece in page.pieces
        if piece.x0 < edge or piece.y0 < edge or piece.x1 > page.width - edge or piece.y1 > page.height - edge
    ]
    ordered = sorted(page.pieces, key=lambda piece: piece.y0)
    for one, other in combinations(ordered, 2):
        if other.y0 >= one.y1:
            continue
        if (
            min(one.x1, other.x1) - max(one.x0, other.x0) > 0.4
            and one.y1 - other.y0 > 0.4
            and other.y1 - one.y0 > 0.4
        ):
            faults.append(f"{one.text!r} and {other.text!r} overlap")
    faults += [
        f"{piece.text!r} is crossed by the line {rule}"
        for rule in page.rules
        for piece in page.pieces
        if _crosses(rule, piece)
    ]
    return faults


def all_faults(pdf: bytes) -> list[str]:
    return [fault for page in read_pdf(pdf) for fault in faults_of(page)]


def squeezed(text: str) -> str:
    """Text without white space, so that a name can be found whether or not it was broken into lines."""
    return "".join(text.split())


def all_text(pdf: bytes) -> str:
    return squeezed("\n".join(page.text for page in read_pdf(pdf)))
