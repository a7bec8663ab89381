"""What writes the forms: openpyxl, xlwt, LibreOffice, and bytes put together by hand."""

from __future__ import annotations

import io
import shutil
import struct
import subprocess
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import openpyxl
import xlwt


@dataclass
class Form:
    file: str
    writer: str
    about: str
    reads: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    refused: str = ""
    options: dict[str, object] = field(default_factory=dict)


FORMS: list[tuple[Form, Callable[[], bytes]]] = []


def form(
    file: str, writer: str, about: str, **promise: object
) -> Callable[[Callable[[], bytes]], Callable[[], bytes]]:
    def register(make: Callable[[], bytes]) -> Callable[[], bytes]:
        FORMS.append((Form(file, writer, about, **promise), make))  # type: ignore[arg-type]
        return make

    return register


def workbook(*sheets: tuple[str, list[list[object]], list[str]], hidden: tuple[str, ...] = ()) -> bytes:
    """A workbook of openpyxl: (sheet, rows, merged ranges)."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows, merged in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
        for area in merged:
            sheet.merge_cells(area)
        if name in hidden:
            sheet.sheet_state = "hidden"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def old_workbook(
    *sheets: tuple[str, list[list[object]], list[tuple[int, int, int, int]]], hidden: tuple[str, ...] = ()
) -> bytes:
    """A workbook of xlwt: (sheet, rows, merged ranges as top, bottom, left, right)."""
    book = xlwt.Workbook(encoding="utf-8")
    for name, rows, merged in sheets:
        sheet = book.add_sheet(name)
        for at, row in enumerate(rows):
            for column, value in enumerate(row):
                if value is not None:
                    sheet.write(at, column, value)
        for area in merged:
            sheet.merge(*area)
        if name in hidden:
            sheet.visibility = 1
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def libreoffice(content: bytes, suffix: str, kind: str) -> bytes:
    """The same workbook as LibreOffice writes it: computed, and in its own way of writing each kind."""
    office = shutil.which("soffice")
    if office is None:
        raise SystemExit("LibreOffice (soffice) is needed to make the corpus")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / f"form.{suffix}"
        source.write_bytes(content)
        out = Path(folder) / "out"
        command = [office, "--headless", "--convert-to", kind, "--outdir", str(out), str(source)]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        return next(out.iterdir()).read_bytes()


def archive(members: dict[str, bytes | str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            packed.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def plain_xlsx(sheet: str, strings: str = "", name: str = "报名", prolog: str = "") -> bytes:
    """The fewest parts that are a workbook, written by hand, with absolute targets."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    members: dict[str, bytes | str] = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": f'<Relationships xmlns="{package}"><Relationship Id="r1" '
        f'Type="{office}/officeDocument" '
        'Target="/xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<x:workbook xmlns:x="{main}" xmlns:r="{office}"><x:sheets>'
        f'<x:sheet name="{name}" sheetId="1" r:id="r7"/></x:sheets></x:workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}">'
        f'<Relationship Id="r7" Type="{office}/worksheet" Target="/xl/worksheets/one.xml"/>'
        f'<Relationship Id="r8" Type="{office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
        "xl/worksheets/one.xml": f'<?xml version="1.0"?>{prolog}<x:worksheet xmlns:x="{main}">'
        f"<x:sheetData>{sheet}</x:sheetData></x:worksheet>",
        "xl/sharedStrings.xml": f'<sst xmlns="{main}">{strings}</sst>',
    }
    return archive(members)


def compound(streams: dict[str, bytes]) -> bytes:
    """An older Office container by hand: header, one FAT sector, a directory, the streams."""
    sectors: list[bytes] = []
    fat: list[int] = []

    def add(data: bytes) -> int:
        first = len(sectors)
        pieces = [data[at : at + 512].ljust(512, b"\0") for at in range(0, max(len(data), 1), 512)]
        for piece in pieces:
            sectors.append(piece)
            fat.append(len(sectors))
        fat[-1] = 0xFFFFFFFE
        return first

    entries = []
    for name, data in streams.items():
        data = data.ljust(4096, b"\0")
        entries.append((name, 2, add(data), len(data)))
    listed = [("Root Entry", 5, 0xFFFFFFFE, 0), *entries]
    directory = b""
    for place, (name, kind, first, size) in enumerate(listed):
        wide = name.encode("utf-16-le") + b"\0\0"
        child = 1 if place == 0 else 0xFFFFFFFF
        right = place + 1 if 0 < place < len(listed) - 1 else 0xFFFFFFFF
        directory += wide.ljust(64, b"\0") + struct.pack(
            "<HBB3I", len(wide), kind, 1, 0xFFFFFFFF, right, child
        )
        directory += b"\0" * 36 + struct.pack("<IQ", first, size)
    at_directory = add(directory)
    at_fat = len(sectors)
    fat.append(0xFFFFFFFD)
    table = struct.pack(f"<{len(fat)}I", *fat).ljust(512, b"\xff")
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16 + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6)
    header += b"\0" * 6 + struct.pack(
        "<IIIIIIIIII", 0, 1, at_directory, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0, at_fat
    )
    return header.ljust(512, b"\xff") + b"".join(sectors) + table


def made(name: str) -> bytes:
    """A form of the corpus made anew, to be written again by another writer."""
    return next(make for known, make in FORMS if known.file == name)()
