"""What is said about copies and moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.answers import Problem
from tournament.wording import words as other_words

MESSAGES: dict[str, tuple[Any, Any]] = {
    "still-running": (
        _("Jicha is running at %(address)s: what is entered there now would be left behind."),
        _("Stop it with Ctrl-C, then try again."),
    ),
    "target-address-unreadable": (
        _("This is not the address of a database."),
        _("Write it like this: postgres://user:password@host:5432/name"),
    ),
    "target-unreachable": (
        _("The new database cannot be reached: %(what)s."),
        _("Check host, port, name and password, and that deploy/requirements.txt is installed."),
    ),
    "target-is-source": (
        _("This is the database that is in use already."),
        _("Name another, empty one."),
    ),
    "target-not-empty": (
        _("The new database is not empty: there is something in the table “%(table)s”."),
        _("Make a new, empty database (createdb) and name that one. Nothing was changed."),
    ),
    "row-does-not-fit": (
        _("A row of the table “%(table)s” does not fit into the new database: %(what)s."),
        _("Nothing was changed. Correct that entry here, then move again."),
    ),
    "move-differs": (
        _("The table “%(table)s” differs after the move (%(before)s rows before, %(after)s after)."),
        _("Nothing was changed. Stop everything that uses either database, then move again."),
    ),
    "backup-of-another-kind": (
        _("The copy “%(name)s” is of another kind of database than the one in use."),
        _("Choose a copy that ends in .sqlite3 on a laptop, in .dump with PostgreSQL."),
    ),
    "restore-failed": (
        _("The copy could not be brought back: %(what)s. Nothing was changed."),
        _("Stop all web and worker processes, then try again."),
    ),
}


def words(problem: Problem) -> dict[str, str]:
    """``{"message", "fix"}`` of a problem of this room, or of any other."""
    known = MESSAGES.get(problem.code)
    if known is None:
        return other_words(problem)
    values: Mapping[str, Any] = problem.values
    return {"message": str(known[0]) % values, "fix": str(known[1]) % values}
