"""OpenDocument spreadsheets (.ods) as LibreOffice and WPS write them, read cell by filled cell."""

from __future__ import annotations

from rules.answers import Problem, Refused

from .archive import Archive
from .safe_xml import Reader
from .values import Area, Cell, Limits, Sheet, Workbook, number_as_text
from .xlsx import limited


def _count(text: str) -> int:
    return max(1, int(text)) if text.isascii() and text.isdigit() else 1


class _Content(Reader):
    """Repeated cells are counted and only filled ones are kept; comments and covered cells are passed
    over."""

    def __init__(self, part: str, limits: Limits) -> None:
        super().__init__(part, limits.depth)
        self.limits = limits
        self.sheets: list[Sheet] = []
        self.hidden_styles: set[str] = set()
        self._style = ""
        self._left = limits.filled_cells
        self._merged: list[Area] = []
        self._row = self._column = 0
        self._row_repeat = self._cell_repeat = 1
        self._row_cells: dict[int, Cell] = {}
        self._attributes: dict[str, str] | None = None
        self._paragraphs: list[str] = []
        self._aside = 0
        self._tables = 0

    def start_style(self, attributes: dict[str, str]) -> None:
        self._style = attributes.get("name", "")

    def start_table_properties(self, attributes: dict[str, str]) -> None:
        if attributes.get("display") == "false":
            self.hidden_styles.add(self._style)

    def start_table(self, attributes: dict[str, str]) -> None:
        self._tables += 1
        if self._tables == 1:
            if len(self.sheets) >= self.limits.sheets:
                raise Refused([Problem("too_many_sheets", values={"most": self.limits.sheets})])
            hidden = attributes.get("style-name", "") in self.hidden_styles
            self.sheets.append(Sheet(attributes.get("name", ""), hidden=hidden))
            self._row, self._merged = 0, []

    def end_table(self) -> None:
        self._tables -= 1
        if self._tables == 0:
            self.sheets[-1].merged = tuple(self._merged)

    def start_table_row(self, attributes: dict[str, str]) -> None:
        if self._tables == 1:
            self._column = 0
            self._row_repeat = _count(attributes.get("number-rows-repeated", ""))
            self._row_cells = {}

    def end_table_row(self) -> None:
        if self._tables == 1:
            self._store()

    def start_table_cell(self, attributes: dict[str, str]) -> None:
        if self._tables == 1:
            self._cell_repeat = _count(attributes.get("number-columns-repeated", ""))
            self._attributes = attributes
            self._paragraphs = []
            self._merge(attributes)

    def start_covered_table_cell(self, attributes: dict[str, str]) -> None:
        if self._tables == 1:
            self._cell_repeat = _count(attributes.get("number-columns-repeated", ""))
            self._attributes = None

    def end_table_cell(self) -> None:
        if self._tables == 1:
            self._keep()

    end_covered_table_cell = end_table_cell

    def start_annotation(self, attributes: dict[str, str]) -> None:
        self._aside += 1

    start_shape = start_frame = start_annotation

    def end_annotation(self) -> None:
        self._aside -= 1

    end_shape = end_frame = end_annotation

    def start_p(self, attributes: dict[str, str]) -> None:
        if self._tables == 1 and not self._aside and self._attributes is not None:
            self.listen()

    def end_p(self) -> None:
        if self.text is not None:
            self._paragraphs.append(self.heard())

    def start_s(self, attributes: dict[str, str]) -> None:
        if self.text is not None:
            self.text.append(" " * min(_count(attributes.get("c", "")), self.limits.text))

    def start_tab(self, attributes: dict[str, str]) -> None:
        if self.text is not None:
            self.text.append("\t")

    def start_line_break(self, attributes: dict[str, str]) -> None:
        if self.text is not None:
            self.text.append("\n")

    def _merge(self, attributes: dict[str, str]) -> None:
        rows = _count(attributes.get("number-rows-spanned", ""))
        columns = _count(attributes.get("number-columns-spanned", ""))
        if (rows > 1 or columns > 1) and len(self._merged) < self.limits.filled_cells:
            self._merged.append(
                Area(self._row, self._column, self._row + rows - 1, self._column + columns - 1)
            )

    def _keep(self) -> None:
        cell = self._cell()
        self._attributes = None
        if cell is not None:
            if len(self._row_cells) + self._cell_repeat > self._left:
                raise Refused([Problem("too_many_cells", values={"most": self.limits.filled_cells})])
            for column in range(self._column, self._column + self._cell_repeat):
                self._row_cells[column] = cell
        self._column += self._cell_repeat

    def _cell(self) -> Cell | None:
        attributes = self._attributes
        if attributes is None:
            return None
        shown = "\n".join(self._paragraphs)
        kind = attributes.get("value-type", "")
        if attributes.get("formula") and not kind and not shown.strip():
            return Cell("", flaw="formula")
        if shown.startswith(("#", "Err:")) and attributes.get("formula"):
            return Cell(shown, flaw="error")
        if kind == "float" and attributes.get("value"):
            try:
                return Cell(number_as_text(float(attributes["value"])), number=True)
            except (ValueError, OverflowError):
                return limited(shown, self.limits)
        text = shown or attributes.get("string-value", "")
        return limited(text, self.limits) if text.strip() else None

    def _store(self) -> None:
        if self._row_cells:
            self._left -= len(self._row_cells) * self._row_repeat
            if self._left < 0:
                raise Refused([Problem("too_many_cells", values={"most": self.limits.filled_cells})])
            for row in range(self._row, self._row + self._row_repeat):
                for column, cell in self._row_cells.items():
                    self.sheets[-1].cells[row, column] = cell
        self._row += self._row_repeat


class _Manifest(Reader):
    def __init__(self, part: str, depth: int) -> None:
        super().__init__(part, depth)
        self.encrypted = False

    def start_encryption_data(self, attributes: dict[str, str]) -> None:
        self.encrypted = True


def read_ods(archive: Archive, limits: Limits) -> Workbook:
    """Every table with its filled cells and merged ranges. Raises ``Refused`` for one with a password."""
    manifest = "META-INF/manifest.xml"
    if manifest in archive.names:
        listed = _Manifest(manifest, limits.depth)
        listed.read(archive.pieces(manifest))
        if listed.encrypted:
            raise Refused([Problem("encrypted")])
    content = _Content("content.xml", limits)
    content.read(archive.pieces("content.xml"))
    macros = any(name.startswith(("Basic/", "Scripts/")) and name.endswith(".xml") for name in archive.names)
    return Workbook("ods", content.sheets, ("macros",) if macros else ())
