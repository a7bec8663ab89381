"""The records of an Excel 97–2003 workbook stream (BIFF8): walking them, their texts and numbers."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from rules.answers import Problem, Refused

BOF, EOF, FILEPASS, BOUNDSHEET, SST, CONTINUE = 0x0809, 0x000A, 0x002F, 0x0085, 0x00FC, 0x003C
FORMULA, STRING, NUMBER, LABEL, RSTRING, LABELSST = 0x0006, 0x0207, 0x0203, 0x0204, 0x00D6, 0x00FD
RK, MULRK, BOOLERR, MERGEDCELLS = 0x027E, 0x00BD, 0x0205, 0x00E5
BIFF8 = 0x0600


def records(stream: bytes, at: int = 0) -> Iterator[tuple[int, bytes]]:
    """Kind and body of each record from ``at`` on, to the stream's end or where it stops making sense."""
    while at + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, at)
        body = stream[at + 4 : at + 4 + length]
        if (kind == 0 and length == 0) or len(body) < length:
            return
        yield kind, body
        at += 4 + length


def text(body: bytes, at: int, wide_count: bool = True) -> str:
    """A text with its count of characters before it (two bytes, or one) and a byte that says how it is
    stored."""
    count = struct.unpack_from("<H" if wide_count else "<B", body, at)[0]
    at += 2 if wide_count else 1
    flags = body[at]
    size = count * 2 if flags & 1 else count
    return _decoded(body[at + 1 : at + 1 + size], flags)


def _decoded(raw: bytes, flags: int) -> str:
    """Characters of two bytes, or of one byte where all of them are Latin."""
    return raw.decode("utf-16-le", "replace") if flags & 1 else raw.decode("latin-1")


def packed_number(packed: int) -> float:
    """An RK number: 30 bits of an integer or of a float, perhaps in hundredths."""
    if packed & 2:
        value = float((packed - (1 << 32) if packed & 0x80000000 else packed) >> 2)
    else:
        value = struct.unpack("<d", struct.pack("<Q", (packed & 0xFFFFFFFC) << 32))[0]
    return value / 100 if packed & 1 else value


class SharedTexts:
    """The table of shared texts, which runs over as many records as it needs.

    Where the characters of a text run into the next record, that one begins with a byte of its own that
    says how the rest is stored.
    """

    def __init__(self, segments: list[bytes], longest: int, most: int) -> None:
        self._segments = segments
        self._segment = 0
        self._at = 8
        count = struct.unpack_from("<I", segments[0], 4)[0]
        self.texts: list[str] = []
        while len(self.texts) < count and not self._over():
            self.texts.append(self._next()[:longest])
            if len(self.texts) > most:
                raise Refused([Problem("too_many_cells", values={"most": most})])

    def _over(self) -> bool:
        while self._segment < len(self._segments) and self._at >= len(self._segments[self._segment]):
            self._segment, self._at = self._segment + 1, 0
        return self._segment >= len(self._segments)

    def _take(self, size: int) -> bytes:
        """``size`` bytes, over the ends of records. ``struct.error`` where there are not so many."""
        taken = b""
        while size:
            if self._over():
                raise struct.error("the table of texts ends within a text")
            piece = self._segments[self._segment][self._at : self._at + size]
            self._at += len(piece)
            size -= len(piece)
            taken += piece
        return taken

    def _next(self) -> str:
        count, flags = struct.unpack("<HB", self._take(3))
        runs = struct.unpack("<H", self._take(2))[0] if flags & 8 else 0
        extra = struct.unpack("<I", self._take(4))[0] if flags & 4 else 0
        # Gathered as pairs of bytes: a rare character is two of them, and a record may end between the two.
        found = b""
        while count:
            if self._at >= len(self._segments[self._segment]):
                if self._over():
                    raise struct.error("the table of texts ends within a text")
                flags = self._take(1)[0]
            width = 2 if flags & 1 else 1
            here = min(count, (len(self._segments[self._segment]) - self._at) // width)
            if here == 0:
                raise struct.error("half a character at a record's end")
            raw = self._take(here * width)
            found += raw if width == 2 else raw.decode("latin-1").encode("utf-16-le")
            count -= here
        self._take(runs * 4)
        self._take(extra)
        return found.decode("utf-16-le", "replace")
