"""The zip around .xlsx and .ods: weighed before anything in it is unpacked, and unpacked in small pieces."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator

from rules.answers import Problem, Refused

from .values import Limits

DAMAGE = (
    *(KeyError, EOFError, ValueError, OSError, OverflowError, NotImplementedError),
    *(struct.error, zlib.error, zipfile.BadZipFile),
)
PIECE = 64 * 1024


class Archive:
    """A checked archive. Raises ``Refused`` where it is damaged, locked, or would unpack to more than the
    limits.

    What a member says of its size is also the most that is ever read of it, so a false size only hurts the
    file that carries it.
    """

    def __init__(self, content: bytes, limits: Limits) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(content))
        except DAMAGE as error:
            raise Refused([Problem("broken_workbook", values={"part": ""})]) from error
        members = self._zip.infolist()
        if len(members) > limits.members:
            raise Refused([Problem("too_many_parts", values={"count": len(members), "most": limits.members})])
        self.names = frozenset(member.filename for member in members)
        self._left = limits.unpacked
        wanted = [member for member in members if member.filename.endswith((".xml", ".rels"))]
        total = sum(member.file_size for member in wanted)
        packed = sum(member.compress_size for member in wanted)
        bomb = total > 1024 * 1024 and total > packed * limits.ratio
        self._most = limits.unpacked
        if total > limits.unpacked or bomb:
            raise self._too_big()

    def _too_big(self) -> Refused:
        return Refused([Problem("unpacks_too_big", values={"most": self._most // 1024**2})])

    def pieces(self, name: str) -> Iterator[bytes]:
        """The member's bytes, a piece at a time. Raises ``Refused`` where it is missing, damaged or
        locked."""
        try:
            with self._zip.open(name) as member:
                while piece := member.read(PIECE):
                    self._left -= len(piece)
                    if self._left < 0:
                        raise self._too_big()
                    yield piece
        except DAMAGE as error:
            raise Refused([Problem("broken_workbook", values={"part": name})]) from error
        except RuntimeError as error:
            # This is how the library says that it was given no password.
            raise Refused([Problem("encrypted")]) from error
