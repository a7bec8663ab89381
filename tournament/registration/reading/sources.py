"""What kind of file is it really, whatever its name says; and the right reader for it."""

from __future__ import annotations

from pathlib import PurePosixPath, PureWindowsPath

from rules.answers import Problem, Refused

from .archive import Archive
from .compound import MAGIC, Compound
from .ods import read_ods
from .separated import read_separated
from .values import Limits, Workbook
from .xls import read_xls
from .xlsx import read_xlsx

# How files begin that are sent in place of a workbook, and the word by which a person knows them.
OTHERS = (
    (b"%PDF", "PDF"),
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
    (b"Rar!", "RAR"),
    (b"7z\xbc\xaf", "7z"),
    (b"\x1f\x8b", "gzip"),
    (b"{\\rtf", "RTF"),
    (b"MZ", "EXE"),
    (b"RIFF", "WebP"),
    (b"BM", "BMP"),
)
SUFFIXES = {"xlsx": {"xlsx", "xlsm", "xltx", "xltm"}, "xls": {"xls", "et", "xlt"}, "ods": {"ods", "ots"}}
TEXTS = {"csv", "txt", "tsv", "tab", ""}


def open_workbook(name: str, content: bytes, limits: Limits) -> Workbook:
    """The file's sheets. ``name`` is only used for CSV's sheet and to say that a file is not what it is
    called.

    Raises ``Refused`` with one problem: ``empty_file``, ``too_big``, ``encrypted``, ``other_kind``,
    ``broken_workbook``, ``unsafe_workbook``, ``unpacks_too_big``, ``too_many_parts``, ``too_many_cells``,
    ``too_many_sheets`` or ``unknown_encoding``.
    """
    if not content.strip(b"\0 \r\n\t"):
        raise Refused([Problem("empty_file")])
    if len(content) > limits.size:
        values = {"megabytes": round(len(content) / 1024**2, 1), "most": limits.size // 1024**2}
        raise Refused([Problem("too_big", values=values)])
    suffix = _plain_name(name).suffix.lower().lstrip(".")
    workbook = _read(name, content, limits)
    expected = SUFFIXES.get(workbook.kind, TEXTS)
    if suffix not in expected and (suffix or workbook.kind == "csv"):
        workbook.notices += ("renamed",)
    return workbook


def _read(name: str, content: bytes, limits: Limits) -> Workbook:
    if content.startswith(b"PK\x03\x04"):
        return _read_archive(Archive(content, limits), limits)
    if content.startswith(MAGIC):
        return _read_compound(content, limits)
    for start, kind in OTHERS:
        if content.startswith(start) and not (len(start) == 2 and b"\0" not in content[:4000]):
            raise Refused([Problem("other_kind", values={"kind": kind})])
    head = content[:2000].lstrip(b"\xef\xbb\xbf \r\n\t").lower()
    if head.startswith((b"<html", b"<!doctype", b"<table", b"<meta", b"<head", b"<div")):
        raise Refused([Problem("other_kind", values={"kind": "HTML"})])
    if head.startswith(b"<?xml"):
        raise Refused([Problem("other_kind", values={"kind": "XML"})])
    return read_separated(_plain_name(name).stem, content, limits)


def _read_archive(archive: Archive, limits: Limits) -> Workbook:
    names = archive.names
    if "xl/workbook.bin" in names:
        raise Refused([Problem("other_kind", values={"kind": "XLSB"})])
    if any(name.startswith("word/") for name in names):
        raise Refused([Problem("other_kind", values={"kind": "Word"})])
    if any(name.startswith("ppt/") for name in names):
        raise Refused([Problem("other_kind", values={"kind": "PowerPoint"})])
    if any(name.startswith("xl/") for name in names):
        return read_xlsx(archive, limits)
    if "mimetype" in names and "content.xml" in names:
        kind = b"".join(archive.pieces("mimetype")).decode("ascii", "replace")
        if "spreadsheet" in kind:
            return read_ods(archive, limits)
        raise Refused([Problem("other_kind", values={"kind": "OpenDocument"})])
    raise Refused([Problem("other_kind", values={"kind": "ZIP"})])


def _read_compound(content: bytes, limits: Limits) -> Workbook:
    compound = Compound(content)
    if "EncryptedPackage" in compound.streams:
        raise Refused([Problem("encrypted")])
    if "Workbook" in compound.streams or "Book" in compound.streams:
        return read_xls(compound, limits)
    kind = "Word" if "WordDocument" in compound.streams else "Office"
    raise Refused([Problem("other_kind", values={"kind": kind})])


def _plain_name(name: str) -> PurePosixPath:
    """The name without any folders, those of Windows included."""
    return PurePosixPath(PureWindowsPath(name.replace("\0", "")).name)
