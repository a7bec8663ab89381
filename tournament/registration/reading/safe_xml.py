"""XML from strangers: read as a stream, without entities, without depth, without trust in what it says of
itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from xml.parsers import expat

from rules.answers import Problem, Refused

Handler = Callable[..., None]


class Reader:
    """A stream of elements. Subclasses write ``start_…(attributes)`` and ``end_…()`` for the elements they
    know.

    Names of elements and attributes are the local ones (``-`` written ``_``), so that the strict and the
    usual dialects of both formats read alike. Raises ``Refused`` for a document type (it may carry
    entities), for nesting deeper than ``depth``, and for XML that is broken.
    """

    def __init__(self, part: str, depth: int) -> None:
        self.part = part
        self.deepest = depth
        self.depth = 0
        self.text: list[str] | None = None
        self._starts: dict[str, Handler | None] = {}
        self._ends: dict[str, Handler | None] = {}

    def read(self, chunks: Iterable[bytes]) -> None:
        pieces = iter(chunks)
        first = next(pieces, b"")
        # Both formats allow UTF-8 and UTF-16 only; what else a file declares is not asked.
        encoding = "utf-16" if first.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
        parser = expat.ParserCreate(encoding, "}")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartDoctypeDeclHandler = self._doctype
        parser.buffer_text = True
        try:
            parser.Parse(first, False)
            for piece in pieces:
                parser.Parse(piece, False)
            parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise Refused([Problem("broken_workbook", values={"part": self.part})]) from error

    def _handler(self, prefix: str, name: str, known: dict[str, Handler | None]) -> Handler | None:
        local = name.rpartition("}")[2].replace("-", "_")
        known[name] = getattr(self, f"{prefix}_{local}", None)
        return known[name]

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > self.deepest:
            raise Refused([Problem("unsafe_workbook", values={"part": self.part})])
        handler = self._starts[name] if name in self._starts else self._handler("start", name, self._starts)
        if handler is not None:
            if any("}" in key for key in attributes):
                attributes = {key.rpartition("}")[2]: value for key, value in attributes.items()}
            handler(attributes)

    def _end(self, name: str) -> None:
        self.depth -= 1
        handler = self._ends[name] if name in self._ends else self._handler("end", name, self._ends)
        if handler is not None:
            handler()

    def _characters(self, text: str) -> None:
        if self.text is not None:
            self.text.append(text)

    def _doctype(self, *_: object) -> None:
        raise Refused([Problem("unsafe_workbook", values={"part": self.part})])

    def listen(self) -> None:
        """Begin to collect text."""
        self.text = []

    def heard(self) -> str:
        """The text since ``listen``; collecting ends."""
        text = "".join(self.text or ())
        self.text = None
        return text
