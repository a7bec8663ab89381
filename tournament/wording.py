"""Problems in words: what is wrong, and what to do. Those of the engines are worded by their own rooms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as n_

from rules.answers import Problem
from rules.wording import PROBLEMS as HAND_PROBLEMS
from scoring.problem_wording import PROBLEMS as MATCH_PROBLEMS
from scoring.wording import problem_text as engine_words

MESSAGES: dict[str, tuple[str, str]] = {
    # Saving
    "changed-meanwhile": (
        n_("Somebody else saved first; your entry was not taken."),
        n_("Look at what is there now. What you typed is still in the form."),
    ),
    "needs-reason": (n_("The reason is missing."), n_("Write in a few words why.")),
    # Events and plans
    "needs-name": (n_("The event has no name."), n_("Write the name that stands on the notice.")),
    "needs-text": (n_("“%(at)s” needs a text."), n_("Write a text in quotation marks.")),
    "needs-table": (n_("“%(at)s” must be a table."), n_("Write it as { key = value }.")),
    "needs-tables": (n_("“%(at)s” must be a list of tables."), n_("Write each of them under [[…]].")),
    "needs-two-options": (
        n_("“%(at)s” needs at least two options."),
        n_("Add an option, or drop the choice."),
    ),
    "unknown-format": (n_("“%(given)s” is not a format."), n_("Use swiss, round_robin or knockout.")),
    "twice": (n_("“%(given)s” stands there twice."), n_("Give each its own name.")),
    "no-stage": (n_("The template has no stage."), n_("Add at least one [[stage]].")),
    "unknown-choice": (n_("There is no such choice: %(at)s."), n_("Answer only choices of this template.")),
    "unknown-option": (n_("%(at)s has no option %(given)s."), n_("Choose one of the options shown.")),
    "path-leads-nowhere": (n_("%(at)s sets “%(path)s”, which does not exist."), n_("Correct the path.")),
    "unknown-template": (n_("There is no template “%(given)s”."), n_("Choose one from the list.")),
    "unknown-rule-set": (n_("There is no rule set “%(given)s”."), n_("Choose one from the list.")),
    # Entries
    "quota-exceeded": (
        n_("%(branch)s has more than its %(limit)s pairs."),
        n_("Take a pair out, or give the branch a larger quota."),
    ),
    "person-in-another-entry": (
        n_("%(name)s (%(branch)s) is in pair no. %(number)s already."),
        n_("Take the name out here or there."),
    ),
    "entry-is-there": (n_("This pair is entered already."), n_("Look for it in the list.")),
    "event-has-begun": (
        n_("A round has been drawn, so the entries are closed."),
        n_("Discard the draft first, or enter a late pair by hand."),
    ),
    "nothing-uploaded": (n_("No file was chosen."), n_("Choose one or more entry forms.")),
    "unknown-status": (n_("“%(given)s” is not a state of an entry."), n_("Use one of the buttons.")),
    # Rounds
    "too-few-entries": (
        n_("Only %(present)s pairs are here; two are needed."),
        n_("Check the pairs in, or enter more."),
    ),
    "no-round-left": (n_("All %(rounds)s rounds have been drawn."), n_("Print the final standings.")),
    "draft-stands": (
        n_("Round %(round)s is drawn already, as a draft."),
        n_("Publish it, or discard it and draw again."),
    ),
    "results-missing": (
        n_("Round %(round)s still has %(count)s tables without a confirmed result: %(tables)s."),
        n_("Enter and confirm these results first."),
    ),
    "round-not-in-that-state": (
        n_("Round %(round)s is “%(status)s” now, so this cannot be done."),
        n_("Look at the page again; somebody may have done it already."),
    ),
    "round-has-begun": (
        n_("Round %(round)s is being played already."),
        n_("Its pairings stand. Correct single results instead."),
    ),
    "not-in-this-round": (
        n_("One of the two is not paired in round %(round)s."),
        n_("Choose two paired entries."),
    ),
    "table-has-begun": (n_("One of these tables has begun."), n_("Choose tables that have not.")),
    "swap-rematch": (n_("No. %(a)s and no. %(b)s have met before."), ""),
    "swap-same-branch": (n_("No. %(a)s and no. %(b)s are of the same branch."), ""),
    # Clock
    "clock-cannot-pause": (n_("The clock is not running."), n_("Start or resume it first.")),
    "clock-cannot-resume": (n_("The clock is not paused."), n_("There is nothing to resume.")),
    "clock-cannot-extend": (n_("The clock is not running."), n_("Start the round first.")),
    "clock-cannot-call": (n_("The clock is not running."), n_("Start the round first.")),
    "clock-cannot-close": (n_("The clock is not running."), n_("Start the round first.")),
    "minutes-out-of-range": (
        n_("Minutes must be between %(least)s and %(most)s."),
        n_("Type a whole number of minutes."),
    ),
    "reminder-not-yet": (n_("The reminder has not been given yet."), n_("Go on playing.")),
    "hand-marked-already": (n_("The hand in play is marked already."), n_("Go on entering hands.")),
    # Results
    "round-not-started": (
        n_("Round %(round)s is not being played."),
        n_("The chief referee starts it at the desk."),
    ),
    "result-confirmed": (
        n_("The result of table %(table)s is confirmed."),
        n_("The chief referee can open it again, with a reason."),
    ),
    "result-is-a-slip": (
        n_("This table has its levels from a paper slip."),
        n_("Take the slip back first if you want to enter hands."),
    ),
    "hands-were-entered": (
        n_("%(count)s hands were entered for this table, so its levels follow from them."),
        n_("Correct the hands, or take them back."),
    ),
    "no-hand-to-undo": (n_("There is no hand to take back."), ""),
    "match-is-over": (n_("The match is over; no further hand can be entered."), n_("Confirm the result.")),
    "match-not-over": (
        n_("Table %(table)s has no complete result yet."),
        n_("Enter the missing hands, or close the table."),
    ),
    "needs-second-person": (
        n_("The result of table %(table)s was entered by you."),
        n_("A second person has to confirm it."),
    ),
    "not-confirmed": (
        n_("The result of table %(table)s is not confirmed."),
        n_("There is nothing to open again."),
    ),
    "unknown-verdict": (n_("“%(given)s” is not a verdict."), n_("Choose one from the list.")),
    "verdict-needs-its-side": (n_("The verdict does not say against whom."), n_("Choose the side.")),
}


def words(problem: Problem, names: Mapping[str, str] | None = None) -> dict[str, str]:
    """``{"message", "fix"}`` of any problem. ``names`` are those of sides A and B, where known."""
    if problem.code in MESSAGES:
        message, fix = MESSAGES[problem.code]
        values: Mapping[str, Any] = {"at": problem.at, **problem.values}
        return {"message": _(message) % values, "fix": _(fix) % values if fix else ""}
    if problem.code in MATCH_PROBLEMS or problem.code in HAND_PROBLEMS:
        return engine_words(problem, names)
    return {"message": f"{problem.code} ({problem.at})", "fix": ""}


def sentence(problem: Problem) -> str:
    """Message and fix as one text for a page."""
    found = words(problem)
    return f"{found['message']} {found['fix']}".strip()
