"""Telephone numbers as they come: with spaces, dashes, country code, full-width digits, or spoilt by a
spreadsheet."""

from __future__ import annotations

import re

from .names import plain

MOBILE = re.compile(r"1[3-9]\d{9}")
LANDLINE = re.compile(r"0\d{2,3}[2-9]\d{6,7}|[2-9]\d{6,7}|400\d{7}")
SHORT = re.compile(r"\d{3,6}")
SPOILT = re.compile(r"(\d)\.(\d+)[eE]\+?(\d+)")
BETWEEN = re.compile(r"[/、,;|\n\r\t]+|\s{2,}|和|或")
IDENTITY = re.compile(r"\d{17}[\dXx]")
NOTHING = frozenset({"", "无", "-", "—", "/", "暂无", "没有", "同上"})


def phone(text: str) -> tuple[str, str]:
    """One number as digits, and what is wrong with it.

    The second is empty or a code: ``spoilt`` (1.38E+10: digits are lost), ``identity`` (an identity card's
    number), ``digits`` (a mobile number with too many or too few digits), ``short`` (an internal number),
    ``no_phone``.
    """
    # Programs write numbers as 13800138000.0 where they take them for measurements.
    text = re.sub(r"^(\d{7,})\.0+$", r"\1", plain(text))
    spoilt = SPOILT.fullmatch(text)
    if spoilt:
        whole, rest, power = spoilt.groups()
        if len(rest) < int(power):
            return "", "spoilt"
        text = whole + rest[: int(power)]
    bare = re.sub(r"\((?!\d)[^)]*\)", "", text).replace("转", "-")
    bare = re.sub(r"[^\d+\-xX]", "", bare).strip("-")
    digits = re.sub(r"\D", "", bare)
    if IDENTITY.fullmatch(re.sub(r"[^\dXx]", "", bare)):
        return "", "identity"
    for prefix in ("0086", "86"):
        if digits.startswith(prefix) and MOBILE.fullmatch(digits[len(prefix) :]):
            digits = digits[len(prefix) :]
    if MOBILE.fullmatch(digits):
        return digits, ""
    extension = re.fullmatch(r"(0\d{2,3}-?\d{7,8}|[2-9]\d{6,7})-(\d{1,6})", bare)
    if extension:
        return f"{extension[1].replace('-', '')}-{extension[2]}", ""
    if LANDLINE.fullmatch(digits):
        return digits, ""
    if SHORT.fullmatch(digits):
        return digits, "short"
    if digits.startswith("1") and 9 <= len(digits) <= 13:
        return digits, "digits"
    return as_written(text), "no_phone"


def as_written(text: str) -> str:
    """What stood there, short enough to be shown."""
    return " ".join(text.split())[:40]


def phones(text: str) -> list[str]:
    """The separate numbers of a cell, as written. A dash inside a number does not part it."""
    text = plain(text)
    if text in NOTHING:
        return []
    parts = [part.strip() for part in BETWEEN.split(text) if part.strip()]
    if len(parts) == 1:
        spaced = parts[0].split()
        if len(spaced) > 1 and all(MOBILE.fullmatch(part) or LANDLINE.fullmatch(part) for part in spaced):
            return spaced
    return parts
