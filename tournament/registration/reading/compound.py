"""The older Office container (.xls, .et, .doc, and every encrypted .xlsx): its streams by name."""

from __future__ import annotations

import struct

from rules.answers import Problem, Refused

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
LAST_SECTOR = 0xFFFFFFFA
ROOT, STREAM, STORAGE = 5, 2, 1


class Compound:
    """A compound file. ``streams`` maps names to (first sector, size); ``storages`` are the folders' names.

    Raises ``Refused`` where the container is damaged; chains that run in circles are damage too.
    """

    def __init__(self, content: bytes) -> None:
        self._content = content
        try:
            self._open()
        except (struct.error, IndexError, UnicodeDecodeError) as error:
            raise _broken() from error

    def _open(self) -> None:
        header = self._content
        shift, mini_shift = struct.unpack_from("<HH", header, 30)
        if shift not in (9, 12) or mini_shift != 6:
            raise _broken()
        self._size = 1 << shift
        directory, self._cutoff, mini_fat = struct.unpack_from("<I4xII", header, 48)
        more, _ = struct.unpack_from("<II", header, 68)
        tables = [sector for sector in struct.unpack_from("<109I", header, 76) if sector < LAST_SECTOR]
        per_sector = self._size // 4
        seen = 0
        while more < LAST_SECTOR:
            *listed, more = struct.unpack_from(f"<{per_sector}I", self._sector(more))
            tables += [sector for sector in listed if sector < LAST_SECTOR]
            seen += 1
            if seen * self._size > len(header):
                raise _broken()
        if len(tables) * self._size > len(header):
            raise _broken()
        self._fat: list[int] = []
        for sector in tables:
            self._fat += struct.unpack_from(f"<{per_sector}I", self._sector(sector))
        self._mini_fat: list[int] = []
        if mini_fat < LAST_SECTOR:
            raw = self._chain(mini_fat)
            self._mini_fat = list(struct.unpack(f"<{len(raw) // 4}I", raw))
        self._mini = b""
        self.streams: dict[str, tuple[int, int]] = {}
        self.storages: set[str] = set()
        entries = self._chain(directory)
        for at in range(0, len(entries) - 127, 128):
            length, kind = struct.unpack_from("<HB", entries, at + 64)
            first, size = struct.unpack_from("<IQ", entries, at + 116)
            name = entries[at : at + max(0, min(length, 64) - 2)].decode("utf-16-le")
            if kind == ROOT and first < LAST_SECTOR:
                self._mini = self._chain(first)
            elif kind == STREAM:
                self.streams.setdefault(name, (first, size & 0xFFFFFFFF))
            elif kind == STORAGE:
                self.storages.add(name)

    def _sector(self, number: int) -> bytes:
        start = (number + 1) * self._size
        piece = self._content[start : start + self._size]
        if not piece:
            raise _broken()
        return piece.ljust(self._size, b"\0")

    def _chain(self, first: int) -> bytes:
        pieces: list[bytes] = []
        while first < LAST_SECTOR:
            pieces.append(self._sector(first))
            first = self._fat[first]
            if len(pieces) > len(self._fat):
                raise _broken()
        return b"".join(pieces)

    def stream(self, name: str) -> bytes:
        """The stream's bytes. ``KeyError`` where there is none of that name."""
        first, size = self.streams[name]
        try:
            if size >= self._cutoff:
                return self._chain(first)[:size]
            pieces: list[bytes] = []
            while first < LAST_SECTOR:
                pieces.append(self._mini[first * 64 : first * 64 + 64])
                first = self._mini_fat[first]
                if len(pieces) > len(self._mini_fat):
                    raise _broken()
            return b"".join(pieces)[:size]
        except IndexError as error:
            raise _broken() from error


def _broken() -> Refused:
    return Refused([Problem("broken_workbook", values={"part": ""})])
