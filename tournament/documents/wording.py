"""Words of the printed documents that more than one of them uses, and of their problems."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.answers import Problem
from tournament.documents.values import Party


def seat(letter: str) -> str:
    """The seat's name as short as it is written on paper; an unknown letter stays as it is."""
    names = {
        "N": pgettext("seat", "N"),
        "E": pgettext("seat", "E"),
        "S": pgettext("seat", "S"),
        "W": pgettext("seat", "W"),
    }
    return names.get(letter, letter)


def number_of(party: Party) -> str:
    """The entry number as it is printed, empty where there is none."""
    return "" if party.number is None else str(party.number)


def signed(value: int) -> str:
    """A difference with its sign, as on a slip: +6, −3, 0."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


def problem_words(problem: Problem) -> dict[str, str]:
    """Return what a problem of this room says and how it is mended."""
    words = {
        "character-missing": (
            _("No font has the character %(code)s in “%(name)s”."),
            _(
                "It will be printed as its code. Add a font that has it to the setting "
                "DOCUMENT_FONTS, or change the name."
            ),
        ),
        "font-unusable": (
            _("The font file %(path)s cannot be used: %(detail)s"),
            _("Name a TrueType file (.ttf) with TrueType outlines in the setting DOCUMENT_FONTS."),
        ),
        "certificate-sheet": (
            _("There is no sheet “%(sheet)s”."),
            _("Choose A4 or A3, upright or landscape."),
        ),
        "certificate-field": (
            _("A sentence of the certificate has a field that does not exist."),
            _("Write only these fields: %(fields)s."),
        ),
        "certificate-place": (
            _("A line of the certificate stands off the sheet, which is %(height)d mm high."),
            _("Give a distance from the upper edge that leaves room for the line."),
        ),
        "certificate-side": (
            _("The side margins of the certificate leave no room for the words."),
            _("Make the side margins smaller."),
        ),
        "too-many-entries": (
            _("This document holds at most %(most)d entries, and there are %(count)d."),
            _("Print it for one group or one part at a time."),
        ),
    }
    message, fix = words[problem.code]
    return {"message": message % problem.values, "fix": fix % problem.values}
