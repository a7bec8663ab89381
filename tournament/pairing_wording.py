"""Reasons and problems of a pairing in words: the engines answer with codes, people read sentences."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.answers import Problem, Reason

Names = Mapping[Any, str]

REASONS: Mapping[str, Any] = {
    # Who is not paired
    "absent": _("%(entry)s is absent in this round."),
    "bye-asked": _("%(entry)s asked for a bye and has it."),
    "bye-kept": _("%(entry)s keeps the bye."),
    "bye-after-asked": _(
        "After the byes asked for (%(asked)s), an odd number is left: %(entry)s has a bye as well."
    ),
    "bye-passed-had-one": _("%(passed)s had a bye before, and somebody else has had none."),
    "bye-passed-for-the-rest": _("A bye for %(passed)s would cost the others a rematch or break a ban."),
    "bye-passed-for-later-rounds": _(
        "With a bye for %(passed)s the rounds left could not be completed without a rematch."
    ),
    "bye-lowest": _("%(entry)s has the bye: the lowest rank that may have it."),
    "bye-drawn": _("%(entry)s has the bye by lot."),
    # Who meets whom
    "pinned": _("%(one)s and %(other)s were put together by hand."),
    "drawn": _("Drawn by lot with the number %(seed)s."),
    "passed-met": _("%(entry)s has met %(passed)s; %(opponent)s is the highest left who is possible."),
    "passed-same-branch": _(
        "%(entry)s and %(passed)s are of one branch; %(opponent)s is the highest left who is possible."
    ),
    "passed-for-the-rest": _(
        "If %(entry)s met %(passed)s, those left could not be paired as well; so %(entry)s meets"
        " %(opponent)s."
    ),
    "passed-for-later-rounds": _(
        "If %(entry)s met %(passed)s, this round or one of those left would need a rematch;"
        " so %(entry)s meets %(opponent)s."
    ),
    "nearer-met": _("%(entry)s has met %(passed)s, who would be nearer than %(opponent)s."),
    "nearer-same-branch": _(
        "%(entry)s and %(passed)s are of one branch; for that %(opponent)s may stand further off."
    ),
    "nearer-for-the-sum": _(
        "%(entry)s meets %(opponent)s and not %(passed)s: so the differences of all pairs are least in sum."
    ),
    "ideal-met": _("By the method %(entry)s would meet %(passed)s, but has met them; so it is %(opponent)s."),
    "ideal-same-branch": _(
        "By the method %(entry)s would meet %(passed)s, who is of the same branch; so it is %(opponent)s."
    ),
    "ideal-for-the-rest": _(
        "By the method %(entry)s would meet %(passed)s; then others of their points could not be paired as"
        " well, so it is %(opponent)s."
    ),
    "floats": _("%(entry)s and %(opponent)s have different points: no pairing has fewer of such meetings."),
    "rematch": _("%(one)s and %(other)s meet again: no pairing has fewer rematches."),
    "rematch-by-hand": _("%(one)s and %(other)s meet again, put together by hand."),
    "rematch-allowed": _("%(one)s and %(other)s meet again, which this regulation allows."),
    "same-branch": _(
        "%(one)s and %(other)s are both of %(branch)s: it cannot be avoided, or costs too much."
    ),
    # The rounds left
    "rounds-left-cannot-complete": _(
        "The rounds left (%(rounds_left)s) cannot all be played without a rematch; %(possible)s can."
    ),
    "no-round-without-rematch": _(
        "No pairing of this round is without a rematch; this one has the fewest (%(rematches)s)."
    ),
    "not-proven": _(
        "With %(entries)s entries and %(rounds_left)s rounds left, a later round may need a rematch."
    ),
    "round-robin-offered": _("A round robin of the %(entries)s entries would keep everybody from a rematch."),
    # Groups and brackets
    "groups-by-snake": _("The %(groups)s groups were filled by the snake."),
    "groups-by-lots": _("The %(groups)s groups were drawn by lot with the number %(seed)s."),
    "groups-by-seeds": _(
        "The %(seeds)s seeds were set by the snake, the others drawn by lot with the number %(seed)s."
    ),
    "branch-shares-group": _("Pairs of one branch in one group: %(pairs)s; no draw has fewer."),
    "branch-shares-group-unproven": _(
        "Pairs of one branch in one group: %(pairs)s; whether a draw has fewer is not proven."
    ),
    "bracket-drawn": _(
        "%(size)s entries were drawn into a bracket of %(lines)s lines with the number %(seed)s."
    ),
    "bracket-seeds": _("Seeds, best first: %(seeds)s."),
    "bracket-byes": _("Byes in the first round: %(byes)s."),
    "branches-meet-by-round": _("Pairs of one branch that can meet by round %(round)s: %(pairs)s."),
    "never-only-in-round-1": _(
        "Nobody meets the own branch in the first round. For later rounds a knock-out cannot promise it:"
        " by round %(round)s, %(pairs)s pairs of one branch can meet if they keep winning."
    ),
    "separation-not-proven": _("Whether branches could be kept apart for longer is not proven."),
}

_LISTED = _("%(list)s, %(next)s")
_WRITE_LIST = _("Write a list in square brackets.")
_NUMBER_OR_TEXT = _("Give each entry a number or a short text.")

PROBLEMS: Mapping[str, tuple[Any, Any]] = {
    # What was given
    "needs-object": (_("“%(at)s” must be an object."), _("Write it in curly brackets.")),
    "needs-list": (_("“%(at)s” must be a list."), _WRITE_LIST),
    "option-unknown": (_("There is no key “%(key)s” here."), _("Use one of these: %(allowed)s.")),
    "option-unknown-value": (
        _("“%(at)s” cannot be %(value)s."),
        _("Use one of these: %(allowed)s."),
    ),
    "option-not-a-count": (
        _("“%(at)s” must be a whole number; it is %(value)s."),
        _("Write a whole number, %(least)s or more."),
    ),
    "option-not-yes-or-no": (_("“%(at)s” must be true or false."), _("Write true or false.")),
    "seed-not-number-or-text": (
        _("“%(at)s” must be a whole number or a short text."),
        _("Write down the number that was drawn."),
    ),
    "id-not-number-or-text": (_("“%(at)s” names no entry."), _NUMBER_OR_TEXT),
    "branch-not-text": (_("“%(at)s” must be a text."), _("Write the name in quotation marks, or null.")),
    "not-a-number": (_("“%(at)s” must be a number."), _("Write a number.")),
    "met-not-entries": (_("“%(at)s” must list entries."), _WRITE_LIST),
    "byes-not-a-count": (_("“%(at)s” must count byes."), _("Write 0, 1, 2 …")),
    "floated-not-up-or-down": (
        _("“%(at)s” cannot be %(value)s."),
        _('Write "up", "down" or null.'),
    ),
    "method-not-swiss": (
        _("%(method)s does not pair single rounds."),
        _("Use adjacent, balanced, fold, slide or lots."),
    ),
    # Entries and bans
    "no-entries": (_("There is nobody to pair."), _("Enter at least two.")),
    "entry-twice": (_("%(entry)s stands in the list twice."), _("Take it out once.")),
    "entry-met-itself": (_("%(entry)s is said to have met itself."), _("Correct its opponents.")),
    "pinned-not-a-pair": (_("“%(at)s” must be a pair."), _("Name two entries, or one and null for a bye.")),
    "pinned-unknown": (_("%(entry)s is not in the list."), _("Put together entries of this stage only.")),
    "pinned-twice": (_("%(entry)s is put together by hand twice."), _("Take one of the two out.")),
    "pinned-absent": (
        _("%(entry)s is absent and cannot be put together with anybody."),
        _("Take the pair out, or check the entry in."),
    ),
    "pinned-wants-bye": (
        _("%(entry)s asked for a bye and cannot be put together with anybody."),
        _("Take the pair out, or the bye."),
    ),
    "pinned-same-branch": (
        _("%(one)s and %(other)s are both of %(branch)s, which may not meet itself."),
        _("Take the pair out, or allow meetings within a branch."),
    ),
    "never-leaves-over": (
        _(
            "%(branch)s has %(members)s to be paired, all others have %(others)s:"
            " it would have to meet itself."
        ),
        _("Set meetings within a branch to “avoid”, then it happens as seldom as possible."),
    ),
    "pins-leave-over": (
        _("Without the pairs put together by hand, nobody would have to meet the own branch."),
        _("Take out the pairs put together by hand."),
    ),
    "absences-leave-over": (
        _("It is the byes and absences of this round that leave %(branch)s with too many."),
        _("Give another entry the bye, or allow meetings within a branch in this round."),
    ),
    # Groups, brackets, squads
    "never-in-a-bracket": (
        _("In the first round %(pairs)s pairs would be of one branch; this draw cannot spare them."),
        _("Set meetings within a branch to “avoid”: then they come as late as the bracket allows."),
    ),
    "never-in-groups": (
        _("In these groups %(pairs)s pairs of one branch would meet; this draw cannot spare them."),
        _("Make more groups, or set meetings within a branch to “avoid”: then they are as few as can be."),
    ),
    "size-out-of-range": (
        _("A bracket takes %(least)s to %(most)s entries, not %(size)s."),
        _("Play groups first, or divide the field."),
    ),
    "seeds-not-entries": (
        _("The seeds are not entries 1 to %(size)s, each once."),
        _("Correct the seeds."),
    ),
    "branches-not-size": (
        _("There are %(branches)s branches for %(size)s entries."),
        _("Give one branch (or null) for each entry."),
    ),
    "groups-too-many": (
        _("%(size)s entries cannot fill %(groups)s groups of two or more."),
        _("Make fewer groups."),
    ),
    "lines-not-a-power-of-two": (
        _("A bracket has 2, 4, 8 … %(largest)s lines, not %(lines)s."),
        _("Fill up with byes."),
    ),
    "bye-meets-bye": (
        _("In match %(match)s of the first round there would be nobody."),
        _("Put an entry on one of its two lines."),
    ),
    "line-twice": (_("An entry stands on two lines of the bracket."), _("Take it off one of them.")),
    "cross-not-a-pair": (_("“%(at)s” is no pair like A1-B2."), _("Write a group and a rank on either side.")),
    "cross-twice": (_("%(qualifier)s is placed twice."), _("Name each qualifier once.")),
    "qualifiers-not-distinct": (
        _("At least two different qualifiers are needed."),
        _("Let more entries go on from the groups."),
    ),
    "squads-too-few": (_("There are %(squads)s squads; two are needed."), _("Enter more squads.")),
    "pair-in-two-squads": (_("A pair stands in two squads."), _("Take it out of one of them.")),
    "squad-too-small": (
        _("Squad %(squad)s has %(pairs)s pairs for %(boards)s boards."),
        _("Enter more pairs, or play fewer boards."),
    ),
    "line-up-wrong-length": (
        _("%(named)s pairs are named for %(boards)s boards."),
        _("Name one pair for each board."),
    ),
    "line-up-not-of-squad": (_("%(pair)s is not of this squad."), _("Choose a pair of your own squad.")),
    "line-up-twice": (_("%(pair)s is named twice."), _("Name each pair once.")),
    # Results of a knock-out
    "match-unknown": (_("There is no match %(match)s."), _("Choose a match of this bracket.")),
    "match-not-ready": (
        _("Match %(match)s has no two sides yet, so it has no result."),
        _("Enter the matches before it first."),
    ),
    "winner-not-in-match": (
        _("%(winner)s does not play in match %(match)s."),
        _("Choose one of its two sides."),
    ),
    "next-match-begun": (
        _("Match %(next)s has begun with %(entry)s, so the result of match %(match)s stands."),
        _("The chief referee can stop match %(next)s, take its result back, and then correct this one."),
    ),
}

_ENTRIES = ("entry", "opponent", "one", "other", "passed", "seeds", "byes", "winner", "pair")


def reason_text(reason: Reason, names: Names | None = None) -> str:
    """One reason as a sentence; ``names`` are the entries' names where they are known."""
    values = _in_words(reason.values, names)
    if reason.code == "groups-by-seeds":
        values["seeds"] = str(reason.values["seeds"])
    if reason.code == "bye-lowest":
        values["byes"] = str(reason.values["byes"])
    return str(REASONS[reason.code]) % values


def problem_text(problem: Problem, names: Names | None = None) -> dict[str, str]:
    """A problem as ``{"message", "fix"}``: what is wrong, and what to do."""
    message, fix = PROBLEMS[problem.code]
    values = _in_words({"at": problem.at, **problem.values}, names)
    return {"message": str(message) % values, "fix": str(fix) % values}


def _in_words(values: Mapping[str, Any], names: Names | None) -> dict[str, str]:
    return {key: _word(key, value, names) for key, value in values.items()}


def _word(key: str, value: Any, names: Names | None) -> str:
    if isinstance(value, list | tuple):
        words = [_word(key, one, names) for one in value]
        return reduce(lambda list_, next_: str(_LISTED) % {"list": list_, "next": next_}, words)
    if value is None:
        return "–"
    if key in _ENTRIES and names and value in names:
        return str(names[value])
    return str(value)
