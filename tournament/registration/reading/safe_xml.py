"""XML from strangers: read as a stream, without entities, without depth, without trust in what it says of
itself."""

from __future__ import annotations

from collections.abc import Iterable
from xml.parsers import expat

from rules.answers import Problem, Refused


class Reader:
    """A stream of elements. Subclasses write ``start``, ``end`` and, where they need it, collect text.

    ``start`` gets the element's local name and its attributes, by their local names too, so that the strict
    and the usual dialects of both formats read alike. Raises ``Refused`` for a document type (it may carry
    entities), for nesting deeper than ``depth``, and for XML that is broken.
    """

    def __init__(self, part: str, depth: int) -> None:
        self.part = part
        self.deepest = depth
        self.depth = 0
        self.text: list[str] | None = None

    def start(self, name: str, attributes: dict[str, str]) -> None:
        raise AssertionError("a reader without a start")

    def end(self, name: str) -> None:
        raise AssertionError("a reader without an end")

    def read(self, chunks: Iterable[bytes]) -> None:
        parser = expat.ParserCreate(namespace_separator="}")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartDoctypeDeclHandler = self._doctype
        parser.buffer_text = True
        try:
            for chunk in chunks:
                parser.Parse(chunk, False)
            parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise Refused([Problem("broken_workbook", values={"part": self.part})]) from error

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > self.deepest:
            raise Refused([Problem("unsafe_workbook", values={"part": self.part})])
        self.start(
            name.rpartition("}")[2], {key.rpartition("}")[2]: value for key, value in attributes.items()}
        )

    def _end(self, name: str) -> None:
        self.depth -= 1
        self.end(name.rpartition("}")[2])

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
