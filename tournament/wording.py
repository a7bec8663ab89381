"""Problems in words: what is wrong, and what to do. Those of the engines are worded by their own rooms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.answers import Problem
from rules.wording import PROBLEMS as HAND_PROBLEMS
from scoring.problem_wording import PROBLEMS as MATCH_PROBLEMS
from scoring.wording import problem_text as engine_words
from tournament.pairing_wording import PROBLEMS as PAIRING_PROBLEMS
from tournament.pairing_wording import problem_text as pairing_words
from tournament.ruling_wording import PROBLEMS as RULING_PROBLEMS
from tournament.stages_wording import PROBLEMS as STAGE_PROBLEMS

MESSAGES: dict[str, tuple[Any, Any]] = {
    # Saving
    "changed-meanwhile": (
        _("Somebody else saved first; your entry was not taken."),
        _("Look at what is there now. What you typed is still in the form."),
    ),
    "needs-reason": (_("The reason is missing."), _("Write in a few words why.")),
    # Events and plans
    "needs-name": (_("The event has no name."), _("Write the name that stands on the notice.")),
    "needs-text": (_("“%(at)s” needs a text."), _("Write a text in quotation marks.")),
    "needs-table": (_("“%(at)s” must be a table."), _("Write it as { key = value }.")),
    "needs-tables": (_("“%(at)s” must be a list of tables."), _("Write each of them under [[…]].")),
    "needs-two-options": (
        _("“%(at)s” needs at least two options."),
        _("Add an option, or drop the choice."),
    ),
    "unknown-format": (_("“%(given)s” is not a format."), _("Use swiss, round_robin or knockout.")),
    "twice": (_("“%(given)s” stands there twice."), _("Give each its own name.")),
    "no-stage": (_("The template has no stage."), _("Add at least one [[stage]].")),
    "unknown-choice": (_("There is no such choice: %(at)s."), _("Answer only choices of this template.")),
    "unknown-option": (_("%(at)s has no option %(given)s."), _("Choose one of the options shown.")),
    "path-leads-nowhere": (_("%(at)s sets “%(path)s”, which does not exist."), _("Correct the path.")),
    "unknown-template": (_("There is no template “%(given)s”."), _("Choose one from the list.")),
    "unknown-rule-set": (_("There is no rule set “%(given)s”."), _("Choose one from the list.")),
    # Event files
    "file-is-no-event": (
        _("This is not the file of an event."),
        _("Choose a file that was written by “export_event”."),
    ),
    "file-of-another-version": (
        _("The file is of version %(version)s, which this program does not read."),
        _("Bring this program up to date."),
    ),
    "file-lacks": (
        _("The file lacks “%(what)s”; nothing was brought in."),
        _("Export the event again."),
    ),
    "file-has-unknown": (
        _("The file has “%(what)s”, which this program does not know; nothing was brought in."),
        _("Bring this program up to date, or export the event again."),
    ),
    "file-has-odd-character": (
        _("The file has a character at “%(what)s” that cannot be kept; nothing was brought in."),
        _("Export the event again."),
    ),
    "file-row-is-wrong": (
        _("In the file %(row)s has “%(value)s” for “%(field)s”, which cannot be; nothing was brought in."),
        _("Export the event again."),
    ),
    "file-row-points-nowhere": (
        _("In the file “%(field)s” of %(row)s leads nowhere (%(value)s); nothing was brought in."),
        _("Export the event again."),
    ),
    "file-row-clashes": (
        _("In the file %(row)s clashes with a row that is there already (%(what)s); nothing was brought in."),
        _("Export the event again; bring it in where it is not there yet."),
    ),
    "file-rule-set-altered": (
        _("The rule set “%(what)s” in the file is not what its fingerprint says; nothing was brought in."),
        _("The file was altered. Export the event again where it came from."),
    ),
    "event-is-here": (
        _("The event “%(name)s” is here already."),
        _("Nothing was changed. Remove it first if you want the file's."),
    ),
    "record-does-not-fit": (
        _("The record in the file does not fit together at row %(row)s; nothing was brought in."),
        _("The file was altered. Export the event again where it came from."),
    ),
    # Copies and checks
    "record-broken": (
        _("The record does not fit together at row %(row)s."),
        _("Keep a copy of the data folder and ask who had access to the machine."),
    ),
    "result-differs": (
        _("Round %(round)s, table %(table)s: the stored result is not what follows from its hands."),
        _("Open the result again and save it once more."),
    ),
    "confirmed-not-over": (
        _("Round %(round)s, table %(table)s is confirmed, but its match is not over."),
        _("Open the result again."),
    ),
    "hands-not-in-order": (
        _("Round %(round)s, table %(table)s: a hand is missing in the order."),
        _("Bring the last copy back."),
    ),
    "seated-twice": (_("Round %(round)s: somebody sits twice."), _("Bring the last copy back.")),
    "closed-with-open-tables": (
        _("Round %(round)s is closed, but a table has no confirmed result."),
        _("Open the round's result again and confirm it."),
    ),
    "encounter-without-table": (
        _("Round %(round)s: an encounter has no table."),
        _("Take the publication back and draw again."),
    ),
    "published-without-draw": (
        _("Round %(round)s is published, but no draw of it is."),
        _("Bring the last copy back."),
    ),
    "backup-failed": (
        _("The copy could not be made: %(what)s."),
        _("Make room on the disk, then try again."),
    ),
    "backup-missing": (_("There is no copy “%(name)s”."), _("Choose one from the folder “backups”.")),
    "backup-damaged": (
        _("The copy “%(name)s” is damaged: %(what)s. Nothing was changed."),
        _("Choose an older copy."),
    ),
    "restore-with-pg-restore": (
        _("A PostgreSQL database is brought back with pg_restore."),
        _("The guide in deploy/ says how."),
    ),
    # Entries
    "quota-exceeded": (
        _("%(branch)s has more than its %(limit)s pairs."),
        _("Take a pair out, or give the branch a larger quota."),
    ),
    "person-in-another-entry": (
        _("%(name)s (%(branch)s) is in pair no. %(number)s already."),
        _("Take the name out here or there."),
    ),
    "entry-is-there": (_("This pair is entered already."), _("Look for it in the list.")),
    "event-has-begun": (
        _("A round has been drawn, so the entries are closed."),
        _("Discard the draft first, or enter a late pair by hand."),
    ),
    "entries-are-closed": (
        _("The deadline is past, so the entries cannot be changed here."),
        _("Write a request to the organiser below."),
    ),
    "pair-not-complete": (
        _("Pair %(row)s has fewer than %(players)s players."),
        _("Fill in every name, or empty the whole row to take the pair out."),
    ),
    "name-twice": (_("%(name)s stands there twice."), _("Each player can be in one pair only.")),
    "nothing-asked": (_("The request is empty."), _("Write what should be changed.")),
    "nothing-uploaded": (_("No file was chosen."), _("Choose one or more entry forms.")),
    "unknown-status": (_("“%(given)s” is not a state of an entry."), _("Use one of the buttons.")),
    # Rounds
    "too-few-entries": (
        _("Only %(present)s pairs are here; two are needed."),
        _("Check the pairs in, or enter more."),
    ),
    "no-round-left": (_("All %(rounds)s rounds have been drawn."), _("Print the final standings.")),
    "draft-stands": (
        _("Round %(round)s is drawn already, as a draft."),
        _("Publish it, or discard it and draw again."),
    ),
    "results-missing": (
        _("Round %(round)s still has %(count)s tables without a confirmed result: %(tables)s."),
        _("Enter and confirm these results first."),
    ),
    "round-not-in-that-state": (
        _("Round %(round)s is “%(status)s” now, so this cannot be done."),
        _("Look at the page again; somebody may have done it already."),
    ),
    "round-has-begun": (
        _("Round %(round)s is being played already."),
        _("Its pairings stand. Correct single results instead."),
    ),
    "not-in-this-round": (
        _("One of the two is not paired in round %(round)s."),
        _("Choose two paired entries."),
    ),
    "table-has-begun": (_("One of these tables has begun."), _("Choose tables that have not.")),
    "swap-rematch": (_("No. %(a)s and no. %(b)s have met before."), ""),
    "swap-same-branch": (_("No. %(a)s and no. %(b)s are of the same branch."), ""),
    # Clock
    "clock-cannot-pause": (_("The clock is not running."), _("Start or resume it first.")),
    "clock-cannot-resume": (_("The clock is not paused."), _("There is nothing to resume.")),
    "clock-cannot-extend": (_("The clock is not running."), _("Start the round first.")),
    "deals-go-on": (
        _("New hands may still be dealt."),
        _("Say which hand is the last once the clock says that no more are dealt."),
    ),
    "clock-cannot-call": (_("The clock is not running."), _("Start the round first.")),
    "clock-cannot-close": (_("The clock is not running."), _("Start the round first.")),
    "minutes-out-of-range": (
        _("Minutes must be between %(least)s and %(most)s."),
        _("Type a whole number of minutes."),
    ),
    "reminder-not-yet": (_("The reminder has not been given yet."), _("Go on playing.")),
    "time-not-up": (
        _("Time is not up yet."),
        _("Go on playing. The chief referee or the organiser can close a table early."),
    ),
    "hand-not-in-play": (
        _("The hand in play cannot have that number."),
        _("It is hand %(least)s or hand %(most)s: look at the table again."),
    ),
    "hand-marked-already": (_("The hand in play is marked already."), _("Go on entering hands.")),
    "no-appointment": (
        _("The match at table %(table)s has no time of its own."),
        _("Start the clock for all tables, or put the match off in the calendar first."),
    ),
    # Results
    "round-not-started": (
        _("Round %(round)s is not being played."),
        _("The chief referee starts it at the desk."),
    ),
    "result-confirmed": (
        _("The result of table %(table)s is confirmed."),
        _("The chief referee can open it again, with a reason."),
    ),
    "result-is-a-slip": (
        _("This table has its levels from a paper slip."),
        _("Take the slip back first if you want to enter hands."),
    ),
    "hands-were-entered": (
        _("%(count)s hands were entered for this table, so its levels follow from them."),
        _("Correct the hands, or take them back."),
    ),
    "no-hand-to-undo": (_("There is no hand to take back."), ""),
    "match-is-over": (_("The match is over; no further hand can be entered."), _("Confirm the result.")),
    "match-not-over": (
        _("Table %(table)s has no complete result yet."),
        _("Enter the missing hands, or close the table."),
    ),
    "needs-second-person": (
        _("The result of table %(table)s was entered by you."),
        _("A second person has to confirm it."),
    ),
    "not-confirmed": (
        _("The result of table %(table)s is not confirmed."),
        _("There is nothing to open again."),
    ),
    "unknown-verdict": (_("“%(given)s” is not a verdict."), _("Choose one from the list.")),
    "verdict-needs-its-side": (_("The verdict does not say against whom."), _("Choose the side.")),
}


def words(problem: Problem, names: Mapping[str, str] | None = None) -> dict[str, str]:
    """``{"message", "fix"}`` of any problem. ``names`` are those of sides A and B, where known."""
    known = (
        MESSAGES.get(problem.code) or RULING_PROBLEMS.get(problem.code) or STAGE_PROBLEMS.get(problem.code)
    )
    if known is not None:
        message, fix = known
        values: Mapping[str, Any] = {
            "at": problem.at,
            **{
                key: ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
                for key, value in problem.values.items()
            },
        }
        return {"message": str(message) % values, "fix": str(fix) % values if fix else ""}
    if problem.code in MATCH_PROBLEMS or problem.code in HAND_PROBLEMS:
        return engine_words(problem, names)
    if problem.code in PAIRING_PROBLEMS:
        return pairing_words(problem)
    return {"message": f"{problem.code} ({problem.at})", "fix": ""}


def sentence(problem: Problem) -> str:
    """Message and fix as one text for a page."""
    found = words(problem)
    return f"{found['message']} {found['fix']}".strip()
