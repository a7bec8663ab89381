"""Text with separators: CSV from Excel and WPS, text pasted from a sheet, in the encodings that Chinese
Windows writes."""

from __future__ import annotations

import csv
import io

from rules.answers import Problem, Refused

from .values import Limits, Sheet, Workbook
from .xlsx import limited

SEPARATORS = ("\t", ",", "，", ";", "；", "|")


def decode(content: bytes) -> str:
    """The text, whichever of UTF-8, UTF-16 and GB18030 (so also GBK and GB 2312) it is written in.

    Raises ``Refused`` where it is none of them or holds control characters, as pictures and programs do.
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    elif content.startswith(b"\xef\xbb\xbf"):
        encodings = ["utf-8-sig"]
    else:
        half = len(content) // 2
        wide = content.count(0, 0, 4000) > min(half, 2000) // 8
        encodings = ["utf-16-le", "utf-16-be"] if wide else ["utf-8", "gb18030"]
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not any(ord(letter) < 32 and letter not in "\t\n\r\v\f\x1a" for letter in text):
            return text.rstrip("\x1a")
    raise Refused([Problem("unknown_encoding")])


def separator(text: str) -> str:
    """The separator that splits the most lines into the same number of parts, tabs first."""
    lines = [line for line in text.splitlines()[:200] if line.strip()]
    best, most = "\t", 0
    for mark in SEPARATORS:
        counts = [line.count(mark) for line in lines]
        filled = [count for count in counts if count]
        if not filled:
            continue
        common = max(set(filled), key=lambda count: (filled.count(count), count))
        score = filled.count(common) * 10 + min(common, 9)
        # Two people in one cell are parted by full-width commas too: a plain separator may come second.
        score = score if mark in ("\t", ",") else score * 9 // 10
        if score > most:
            best, most = mark, score
    return best


def read_separated(name: str, content: bytes, limits: Limits) -> Workbook:
    """One sheet, named as the file is, as Excel names it. Raises ``Refused`` for what is no text."""
    text = decode(content)
    mark = separator(text)
    sheet = Sheet(name)
    # An uneven quote must not swallow the rest of the file: then every quote is a letter.
    lines = io.StringIO(text, newline="")
    if text.count('"') % 2:
        rows = csv.reader(lines, delimiter=mark, quoting=csv.QUOTE_NONE)
    else:
        rows = csv.reader(lines, delimiter=mark)
    left = limits.filled_cells
    csv.field_size_limit(max(csv.field_size_limit(), limits.size + 1))
    try:
        for row, values in enumerate(rows):
            if row == 0 and len(values) == 1 and values[0].lower().startswith("sep="):
                continue
            for column, value in enumerate(values):
                if value.strip():
                    left -= 1
                    sheet.cells[row, column] = limited(_plain(value), limits)
            if left < 0:
                raise Refused([Problem("too_many_cells", values={"most": limits.filled_cells})])
    except csv.Error as error:
        raise Refused([Problem("unknown_encoding")]) from error
    return Workbook("csv", [sheet])


def _plain(value: str) -> str:
    """``="00123"`` and ``'00123`` are how Excel is told to keep a text; the text is meant."""
    value = value.strip()
    if value.startswith('="') and value.endswith('"') and len(value) > 2:
        return value[2:-1]
    if value.startswith("'") and len(value) > 1 and value[1:2] in "=+-@0123456789":
        return value[1:]
    return value
