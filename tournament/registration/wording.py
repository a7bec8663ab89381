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
    "division-stands": (
        _("A round has been drawn, so the pair stays in its division (%(division)s)."),
        _("Discard the draft first if only a draft is drawn; otherwise leave the division as it is."),
    ),
    "division-unknown": (
        _("“%(given)s” is none of the divisions of this event."),
        _("Choose one of these: %(divisions)s."),
    ),
    "division-missing": (
        _("It is not said which division this pair enters."),
        _("Choose one of these: %(divisions)s."),
    ),
    "joint-with-itself": (
        _("%(branch)s cannot form a joint team with itself."),
        _("Name the other branch, or leave the field empty."),
    ),
    "joint-not-allowed": (
        _("This event has no joint teams: %(branch)s and %(joint)s cannot enter together."),
        _("Enter the pair for one of them, or allow joint teams in the rules of entry."),
    ),
    "joint-too-large": (
        _(
            "%(large)s has %(members)s members; only branches below %(below)s members may form a joint team "
            "(%(branch)s with %(joint)s)."
        ),
        _("Enter the pair for one branch, or correct the member count."),
    ),
    "joint-size-unknown": (
        _(
            "The member count of %(large)s is not known, so nobody can tell whether it may form a joint "
            "team; it must be below %(below)s."
        ),
        _("Put the member count into the list of branches."),
    ),
    "too-many-reserves": (
        _("This pair names %(count)s reserves; the rules of entry allow %(allowed)s."),
        _("Take a reserve out, or change the rules of entry."),
    ),
    "reserve-has-a-seat": (
        _("No. %(numbers)s has a seat in a drawn round, so it cannot be made a reserve."),
        _("Discard the draft first, or withdraw the pair."),
    ),
    "no-reserve-ticked": (
        _("None of the ticked pairs is a reserve."),
        _("Tick the reserve pairs that are to play."),
    ),
    "no-such-reserve": (
        _("No. %(number)s has no such player and reserve."),
        _("Choose one who plays and one reserve of this pair."),
    ),
    "division-in-use": (
        _("These divisions have pairs, so they stay: %(divisions)s."),
        _("Move their pairs to another division first."),
    ),
    "retention-out-of-range": (
        _("Personal data can be kept for %(least)s to %(most)s days after the event."),
        _("Type such a number, or leave the field empty."),
    ),
    "not-two-pairs": (
        _("These are not players of two different pairs."),
        _("Choose one who is here from each of two pairs."),
    ),
    "nobody-missing": (
        _("No. %(number)s has nobody whose place could be taken."),
        _("Choose a pair of which one did not come."),
    ),
    "pair-has-played": (
        _("No. %(number)s has played already, so its people stand."),
        _("Let the pair forfeit, or let its reserve play."),
    ),
    "no-groups-drawn": (
        _("“%(stage)s” has no drawn groups."),
        _("Draw it first."),
    ),
    "stage-played": (
        _("In “%(stage)s” somebody has played already, so the groups stand."),
        _("A pair that did not come forfeits its matches."),
    ),
    "no-such-group": (_("There is no group “%(group)s”."), _("Choose one of the groups.")),
    "no-shorter-group": (
        _("Moving a pair out of group %(group)s would make nothing better: no group is shorter enough."),
        _("Leave the groups as they are."),
    ),
    "not-in-that-group": (
        _("No. %(number)s does not play in group %(group)s."),
        _("Choose a pair of that group, or leave the field empty for a lot."),
    ),
    "draws-no-lot": (
        _("No. %(number)s does not take part in this draw."),
        _("Look at the number on the list."),
    ),
    "no-such-lot": (_("There is no lot %(lot)s; they go from 1 to %(most)s."), _("Look at the lot again.")),
    "lot-is-drawn": (
        _("Lot %(lot)s is drawn already, by no. %(number)s."),
        _("Look at both slips; put a wrong one back first."),
    ),
    "lots-missing": (_("These have not drawn yet: no. %(numbers)s."), _("Type their lots first.")),
    "lots-only-in-round-1": (
        _("Round %(round)s is not drawn from a bowl."),
        _("It follows from the rounds before; draw it on the page of the draw."),
    ),
    "lots-in-one-group": (
        _("No. %(a)s and no. %(b)s (%(branch)s) are in one group."),
        _("If the regulation keeps a branch apart, let one of them draw again."),
    ),
    "lots-meet-at-once": (
        _("No. %(a)s and no. %(b)s (%(branch)s) would meet in the first round."),
        _("If the regulation keeps a branch apart, let one of them draw again."),
    ),
    "lots-in-one-half": (
        _("No. %(a)s and no. %(b)s (%(branch)s) are in one half of the bracket."),
        _("If the regulation keeps a branch apart, let one of them draw again."),
    ),
    "branch-needs-name": (_("The name of the branch is missing."), _("Type it.")),
    "branch-name-taken": (
        _("“%(branch)s” is on the list already."),
        _("Change that branch, or type another name."),
    ),
    "branch-has-entries": (
        _("%(branch)s has pairs in the event, so it stays on the list."),
        _("Take its pairs out first."),
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
