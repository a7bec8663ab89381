"""Problems of entries in words: those of single pairs, of the forms' reader, else those of the house."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.answers import Problem
from tournament.registration.reading_wording import word
from tournament.wording import words

PROBLEMS: dict[str, tuple[Any, Any]] = {
    "two-in-one-name": (
        _("“%(name)s” reads like two people."),
        _("Write one name in each field, without spaces."),
    ),
    "two-in-one-phone": (
        _("There are %(count)s phone numbers here."),
        _("Keep the one at which the player can be called on the day."),
    ),
    "forms-entered-already": (
        _("These forms are entered already."),
        _("Look at the list; nothing was entered a second time."),
    ),
    "entry-has-left": (
        _("No. %(number)s is “%(status)s” already, so nothing was changed."),
        _("If that was a mistake, take the pair in again first."),
    ),
    "entry-has-not-left": (
        _("No. %(number)s has not left the event; it is “%(status)s”."),
        _("Nothing needs to be done."),
    ),
    "branch-stands": (
        _("A round has been drawn, so the pair stays with its branch (%(branch)s)."),
        _("Discard the draft first if only a draft is drawn; otherwise leave the branch as it is."),
    ),
    "person-stands": (
        _("“%(given)s” reads like another person than “%(name)s”; after the first draw nobody is exchanged."),
        _(
            "The regulation has no reserves: correct only spelling, and the phone in a step of its own. "
            "If %(name)s cannot play, withdraw the pair."
        ),
    ),
}


def entry_words(problem: Problem) -> dict[str, str]:
    """``{"message", "fix"}`` of any problem with entries."""
    if problem.code in PROBLEMS:
        message, fix = PROBLEMS[problem.code]
        return {"message": str(message) % problem.values, "fix": str(fix) % problem.values}
    found = word(problem)
    return dict(found) if found else words(problem)


def entry_sentence(problem: Problem) -> str:
    """Message and fix as one text for a page."""
    found = entry_words(problem)
    return f"{found['message']} {found['fix']}".strip()
