"""Problems of the calendar in words: code → (message, what to do)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.answers import Problem
from tournament.calendar.needs import when_text
from tournament.wording import words

PROBLEMS: dict[str, tuple[Any, Any]] = {
    "hall-name-taken": (_("There is a hall “%(name)s” already."), _("Give it another name.")),
    "hall-tables-backwards": (
        _("The last table stands before the first."),
        _("Write the smaller number first."),
    ),
    "hall-tables-shared": (
        _("“%(name)s” has the tables %(first)s to %(last)s already."),
        _("Number the tables through all halls, so that each number is there once."),
    ),
    "hall-in-use": (
        _("Something is played in “%(name)s”."),
        _("Put its sessions and appointments into another hall first."),
    ),
    "weeks-out-of-range": (
        _("The number of weeks must be between %(least)s and %(most)s."),
        _("Add the later ones in a second step."),
    ),
    "session-ends-before-it-starts": (
        _("The session ends before it starts."),
        _("Correct the day or the hours."),
    ),
    "session-or-date": (
        _("A round is either in a session or played by a date."),
        _("Choose one of the two."),
    ),
    "no-such-round": (_("“%(stage)s” has no round %(round)s."), _("Choose a round from the list.")),
    "no-session": (_("There is no session yet."), _("Add the sessions first.")),
    "after-play-by": (
        _("The match is to be played by %(play_by)s; %(at)s is later."),
        _("Agree on an earlier time, or move the last date of the round."),
    ),
    "notice-too-late": (
        _("Notice was given %(told)s; it is due %(hours)s hours before the start (%(start)s)."),
        _("Put the match off all the same only where the chief referee agrees; tick that box then."),
    ),
    "nothing-to-arrange": (_("This is no match that can be put off."), _("Choose a match with a table.")),
    "match-has-begun": (
        _("The match at table %(table)s has begun."),
        _("It is played on; only a match without a hand or a result can be put off."),
    ),
    # What speaks against a calendar
    "round-out-of-order": (
        _("“%(stage)s”, round %(round)s, is in “%(session)s”, before what it follows."),
        _("Put it into a later session."),
    ),
    "session-too-short": (
        _("“%(session)s” has %(minutes)s minutes; its rounds need about %(needed)s."),
        _("Make it longer, use more tables, or move a round."),
    ),
    "sessions-overlap": (
        _("“%(one)s” and “%(other)s” are in the same hall at the same time."),
        _("Change the hours, or give one of them another hall."),
    ),
    "rounds-without-session": (
        _("%(count)s rounds have no date yet, the first is “%(stage)s”, round %(round)s."),
        _("Put them into sessions; the button does it in order."),
    ),
}
MOMENTS = ("play_by", "at", "told", "start")


def calendar_words(problem: Problem) -> dict[str, str]:
    """``{"message", "fix"}`` of a problem of the calendar, or of the house."""
    if problem.code not in PROBLEMS:
        return words(problem)
    message, fix = PROBLEMS[problem.code]
    values = {key: when_text(value) if key in MOMENTS else value for key, value in problem.values.items()}
    return {"message": str(message) % values, "fix": str(fix) % values}


def calendar_sentence(problem: Problem) -> str:
    """Message and fix as one text for a page."""
    return " ".join(calendar_words(problem).values())
