"""Problems of printing in words: those of this room's documents, of award lists, of orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.answers import Problem
from tournament.documents.wording import problem_words
from tournament.wording import words

PROBLEMS: Mapping[str, tuple[Any, Any]] = {
    "nothing-to-print": (
        _("There is nothing to print here yet."),
        _("It fills with the draw and the results."),
    ),
    "not-a-number": (_("“%(given)s” is not a number."), _("Type a whole number.")),
    "award-unknown-key": (
        _("The awards have an entry “%(at)s” that nobody knows."),
        _("Use only: %(known)s."),
    ),
    "award-ranks": (_("“%(at)s” must be two ranks, the better first."), _("Write it as [1, 8].")),
    "award-needs-names": (_("“%(at)s” must be a list of names."), _('Write it as ["…", "…"].')),
    "award-needs-name": (_("“%(at)s” has no name."), _('Write it as { name = "…" }.')),
    "award-needs-one-size": (
        _("“%(at)s” must say in exactly one way how many prizes there are."),
        _("Give count, percent or ranks."),
    ),
    "award-count": (_("“%(at)s” must be a whole number from 1."), _("Correct the number.")),
    "award-percent": (_("“%(at)s” must be more than 0 and at most 100."), _("Correct the share.")),
    "award-thirds": (_("There are one or two third prizes."), _("Write thirds = 1 or thirds = 2.")),
    "award-organisers-by": (
        _("“%(at)s” says by what branches are compared."),
        _("Write “entries” or “points”."),
    ),
}


def paper_problem(problem: Problem) -> dict[str, str]:
    """``{"message", "fix"}`` of a problem that keeps something from being printed."""
    if problem.code in PROBLEMS:
        message, fix = PROBLEMS[problem.code]
        values = {"at": problem.at, **problem.values}
        return {"message": str(message) % values, "fix": str(fix) % values}
    try:
        return problem_words(problem)
    except KeyError:
        return words(problem)
