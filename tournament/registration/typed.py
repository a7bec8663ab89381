"""What is typed by hand is looked at as strictly as what a file says: names, phones, numbers."""

from __future__ import annotations

from rules.answers import Problem
from tournament.registration.reading.names import split_people, squeezed
from tournament.registration.reading.phones import phone, phones
from tournament.registration.reading.rows import NAME_DOUBTS, PHONE_DOUBTS

LONGEST_NUMBER = 9


def whole_number(text: str) -> int | None:
    """The number that was sent, or ``None``: no ², and none that is longer than any of ours."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else None


def read_name(text: str) -> tuple[str, list[Problem]]:
    """One person's name as the forms' reader spells it, and what is odd about it.

    Two people in one field are an error here, for there is a field for each.
    """
    people = split_people(text)
    if not people:
        return "", [Problem("name_missing")]
    if len(people) > 1:
        return squeezed(text), [Problem("two-in-one-name", "name", {"name": squeezed(text)})]
    one = people[0]
    return one.name, [
        Problem(f"name_{doubt}", "name", {"name": one.name}, NAME_DOUBTS[doubt]) for doubt in one.doubts
    ]


def read_phone(text: str) -> tuple[str, list[Problem]]:
    """A phone number as digits, and what is odd about it; empty where none was typed."""
    written = phones(text)
    if not written:
        return "", []
    if len(written) > 1:
        return squeezed(text), [Problem("two-in-one-phone", "phone", {"count": len(written)})]
    number, doubt = phone(written[0])
    if not doubt:
        return number, []
    digits = sum(letter.isdecimal() for letter in text)
    return number, [Problem(f"phone_{doubt}", "phone", {"digits": digits}, PHONE_DOUBTS[doubt])]
