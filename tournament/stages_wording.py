"""Problems of stages and plans in words: code → (message, what to do)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

PROBLEMS: dict[str, tuple[Any, Any]] = {
    # Plans
    "stage-unknown-key": (_("“%(at)s” is not known in a stage."), _("Use one of these: %(known)s.")),
    "stage-not-a-count": (
        _("“%(at)s” is %(value)s; it must be a whole number of at least %(least)s."),
        _("Correct the number."),
    ),
    "stage-not-an-option": (_("“%(at)s” is %(value)s."), _("Use one of these: %(allowed)s.")),
    "stage-not-a-share": (_("“%(at)s” is %(value)s."), _("Write a share from 0 to 1.")),
    "stage-not-a-list": (_("“%(at)s” must be a list."), _("Write it in square brackets.")),
    "stage-from-nowhere": (
        _("“%(at)s” does not say which stage the entries come from."),
        _('Write it as { stage = "…", ranks = [1, 2] }.'),
    ),
    "stage-division-unknown": (
        _("“%(at)s” names a division “%(given)s” that the event has not."),
        _("Its divisions are: %(known)s."),
    ),
    "stage-from-unknown": (
        _("“%(at)s” names a stage “%(given)s” that does not stand before this one."),
        _("Name an earlier stage by its key."),
    ),
    "stage-ranks-no-range": (
        _("“%(at)s” is %(value)s; it must be the first and the last rank."),
        _("Write it as [1, 2]."),
    ),
    "stage-later-without-match": (
        _("“%(at)s” does not say how these rounds are played."),
        _("Write it as { last = 2, match = { best_of = 3 } }."),
    ),
    "stage-has-begun": (
        _("“%(stage)s” has begun, so its format stands."),
        _("Discard its draft first, if nothing has been played."),
    ),
    "stage-feeds-another": (
        _("“%(next)s” takes its entries from “%(stage)s”."),
        _("Take that one out first."),
    ),
    "stage-is-the-last": (
        _("“%(stage)s” is the only stage that is left."),
        _("Change its format instead."),
    ),
    "nothing-to-divide": (
        _("The stages cannot be divided: that needs two divisions, and stages that have not begun."),
        _("Name the event's divisions first; discard a draft if one stands."),
    ),
    # Plans in numbers
    "plan-too-few": (
        _("“%(stage)s” would have %(entries)s entries."),
        _("Let more go on, or drop the stage."),
    ),
    "plan-byes": (
        _("“%(stage)s”: %(byes)s of %(entries)s entries have a bye in a round."),
        _("One more or one less would spare it; otherwise nothing need be done."),
    ),
    "plan-places": (
        _("“%(stage)s” plays out %(places)s places among %(entries)s entries."),
        _("The places that nobody can have are left out."),
    ),
    "plan-no-winner": (
        _("“%(stage)s”: a knock-out match that is level at time would have no winner."),
        _("Add “on_deal” or “lots” to what decides a level score."),
    ),
    "plan-many-rounds": (
        _("“%(stage)s”: %(rounds)s rounds are many for %(entries)s entries; meetings again may be needed."),
        _("Play fewer rounds, or a round robin."),
    ),
    "plan-uneven-groups": (
        _("“%(stage)s”: the largest group has %(largest)s entries, the smallest %(smallest)s."),
        _("Choose another number of groups if that is not wanted."),
    ),
    "plan-tie-on-the-line": (
        _("“%(stage)s” sends %(goes_on)s on; its criteria can leave entries level on that line."),
        _("The page of the draw then asks for lots or a ruling; nothing need be done now."),
    ),
    "plan-tables": (
        _("“%(stage)s” needs %(needed)s tables; the hall has %(tables)s, so a round takes %(turns)s turns."),
        _("Find more tables, or reckon with the time."),
    ),
    "plan-tables-abreast": (
        _("Stages side by side need %(needed)s tables together; the hall has %(tables)s."),
        _("Play one after the other, or find more tables."),
    ),
    "plan-never-in-a-knockout": (
        _("“%(stage)s”: that branches never meet can be kept in the first round only."),
        _("Nothing need be done: who wins decides about later rounds."),
    ),
    "plan-time": (
        _("The plan takes %(needed)s minutes; there are %(minutes)s."),
        _("Play fewer rounds or shorter matches, or use another day."),
    ),
    # From stage to stage
    "stage-before-not-finished": (
        _("“%(stage)s” is not finished yet."),
        _("Confirm its last results and close its last round."),
    ),
    "tie-on-the-line": (
        _("“%(stage)s” %(group)s: no. %(entries)s are level on rank %(rank)s, and that place matters."),
        _("Settle it by lot or by a ruling on the page of the draw."),
    ),
    "tie-among-the-next": (
        _("In “%(stage)s” no. %(entries)s are level, and only %(count)s of the next-ranked go on."),
        _("Settle it by lot or by a ruling on the page of the draw."),
    ),
    "tie-among-the-losers": (
        _("In “%(stage)s” no. %(entries)s lost by the same; %(count)s of the losers go on."),
        _("Settle it by lot or by a ruling on the page of the draw."),
    ),
    "not-tied": (
        _("No. %(entries)s are not a group of entries that stayed level."),
        _("Choose a group that the page names."),
    ),
    # Drafts
    "draft-is-stale": (
        _("The draft of round %(round)s seats no. %(entries)s, who cannot play in it any more."),
        _("Discard the draft and draw again."),
    ),
    "draft-lacks-entries": (
        _("The draft of round %(round)s has no seat for no. %(entries)s, who can play now."),
        _("Discard the draft and draw again."),
    ),
    "draft-overlooks-byes": (
        _("No. %(entries)s asked for a bye in round %(round)s after its draft was drawn."),
        _("Discard the draft and draw again."),
    ),
    "draft-of-old-standings": (
        _("The standings have changed since round %(round)s was drawn; this moves no. %(entries)s."),
        _("Discard the draft and draw again."),
    ),
    # Knock-out
    "needs-a-winner": (
        _("Table %(table)s has no winner, but somebody has to go on."),
        _("Let the levels be decided as the regulation says, or give a verdict."),
    ),
    "depending-match-begun": (
        _("The match at table %(table)s of round %(round)s, which depends on this result, has begun."),
        _("The result stands. Correct the later match, or annul it first."),
    ),
    "match-before-open": (
        _("Round %(round)s cannot be set up: who plays in matches %(matches)s is not decided yet."),
        _("Confirm the results that they wait for."),
    ),
    "no-bracket": (_("“%(stage)s” has no bracket yet."), _("Draw its first round.")),
    # By hand
    "swap-only-in-round-1": (
        _("In round %(round)s the places follow from what came before."),
        _("Change places in round 1, before it is played."),
    ),
    "nothing-to-pin": (
        _("In “%(stage)s” the pairs follow from lots and lines, so none can be pinned."),
        _("Let two entries change places instead."),
    ),
    "pinned-twice": (_("An entry is pinned twice."), _("Name each entry once.")),
    "nobody-has-a-bye": (
        _("Nobody has a bye in round %(round)s that a late entry could take."),
        _("It plays from the next round on."),
    ),
    # Seeds
    "seeds-from-before": (
        _("The seeds of “%(stage)s” follow from the stage before."),
        _("Settle its ties there, or let entries change places after the draw."),
    ),
    "seeds-not-in-stage": (
        _("No. %(entries)s do not play in this stage."),
        _("Choose numbers from the list below."),
    ),
    "seeded-twice": (_("No. %(entries)s are seeded twice."), _("Name each of them once.")),
    # Squads
    "squads-not-formed": (
        _("This stage is played by squads, and none are formed yet."),
        _("Form them from the branches on this page."),
    ),
    "squads-are-formed": (_("The squads are formed already."), _("Dissolve them first.")),
    "pair-without-branch": (
        _("Pairs %(numbers)s have no branch, so they belong to no squad."),
        _("Give them their branch in the list of entries."),
    ),
    "line-ups-are-open": (
        _("Both line-ups are open; %(squad)s cannot change its own any more."),
        _("Ask at the desk: the organiser can."),
    ),
    "squad-too-large": (
        _("%(squad)s has %(pairs)s pairs; a squad has at most %(most)s."),
        _("Mark the others as reserves."),
    ),
    "squad-too-few-pairs": (
        _("%(squad)s has %(pairs)s pairs; a squad needs %(least)s."),
        _("Enter more, or join it with another branch."),
    ),
}

REASONS: dict[str, Any] = {
    "swapped-by-hand": _("No. %(a)s and no. %(b)s changed places by hand."),
    "drawn-on-the-spot": _("Lots of %(entries)s entries were drawn on the spot and typed in."),
    "moved-to-group": _("No. %(entry)s moved from group %(from)s to group %(to)s, which was shorter."),
    "joined-the-bye": _("No. %(entry)s came late and joined the one that had the bye."),
    "crossed-as-written": _("The groups are crossed as the regulation writes it: %(pairs)s."),
    "crossed": _("%(qualifiers)s qualifiers are crossed so that one group meets itself as late as can be."),
}
