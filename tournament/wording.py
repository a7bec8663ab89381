"""Problems of a plan in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as n_

from rules.answers import Problem

MESSAGES: dict[str, tuple[str, str]] = {
    "changed-meanwhile": (
        n_("Somebody else changed this in the meantime."),
        n_("Look at what is there now, then save again."),
    ),
    "needs-name": (n_("The event has no name."), n_("Write the name that stands on the notice.")),
    "needs-text": (n_("“%(at)s” needs a text."), n_("Write a text in quotation marks.")),
    "needs-table": (n_("“%(at)s” must be a table."), n_("Write it as { key = value }.")),
    "needs-tables": (n_("“%(at)s” must be a list of tables."), n_("Write each of them under [[…]].")),
    "needs-two-options": (
        n_("“%(at)s” needs at least two options."),
        n_("Add an option, or drop the choice."),
    ),
    "unknown-format": (
        n_("“%(given)s” is not a format (%(at)s)."),
        n_("Use swiss, round_robin or knockout."),
    ),
    "twice": (n_("“%(given)s” stands there twice (%(at)s)."), n_("Give each its own name.")),
    "no-stage": (n_("The template has no stage."), n_("Add at least one [[stage]].")),
    "unknown-choice": (n_("There is no such choice: %(at)s."), n_("Answer only choices of this template.")),
    "unknown-option": (n_("%(at)s has no option %(given)s."), n_("Choose one of the options shown.")),
    "path-leads-nowhere": (n_("%(at)s sets “%(path)s”, which does not exist."), n_("Correct the path.")),
    "unknown-template": (n_("There is no template “%(given)s”."), n_("Choose one from the list.")),
    "unknown-rule-set": (n_("There is no rule set “%(given)s”."), n_("Choose one from the list.")),
}


def words(problem: Problem) -> dict[str, str]:
    """``{"message", "fix"}`` of a problem that this room found; its code where it is not one of these."""
    message, fix = MESSAGES.get(problem.code, ("%(code)s (%(at)s)", ""))
    values: Mapping[str, Any] = {"code": problem.code, "at": problem.at, **problem.values}
    return {"message": _(message) % values, "fix": _(fix) % values if fix else ""}


def sentence(problem: Problem) -> str:
    """Message and fix as one text for a page."""
    found = words(problem)
    return f"{found['message']} {found['fix']}".strip()
