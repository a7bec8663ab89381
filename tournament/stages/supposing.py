"""What a stage would be if one match had come out otherwise. Nothing is saved."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from scoring.matches import MatchResult
from scoring.standings import Kind, Result, as_result, encounter_result, load_encounter
from tournament.models import Entry
from tournament.stages.leaving import without_those_who_left
from tournament.stages.tables import StageFacts


def supposing(facts: StageFacts, key: str, match: MatchResult) -> StageFacts:
    """The facts with ``match`` as the confirmed result of the table ``key``; where squads meet, with what
    that makes of their encounter."""

    def turned(old: Result) -> Result:
        if old.key != key or old.b is None:
            return old
        return replace(
            as_result(match, old.round, old.a, old.b, key=key, note=old.note),
            struck=old.struck,
        )

    boards = [turned(one) for one in facts.boards]
    results = [turned(one) for one in facts.results]
    note = next((one.note for one in boards if one.key == key), None)
    if note is not None:
        results = [_encounter(facts, one, boards) if one.key == note else one for one in results]
    return replace(facts, results=results, boards=boards)


def _encounter(facts: StageFacts, old: Result, boards: list[Result]) -> Result:
    """An encounter of squads from its boards. One whose line-ups are not all in stays open."""
    mine = [one for one in boards if one.note == old.key and one.b is not None]
    if old.b is None or not mine or any(one.kind is Kind.PENDING for one in mine):
        return replace(old, kind=Kind.PENDING, points=(0, 0), winner=None, difference=None, small=None)
    rules = load_encounter(facts.stage.config.get("encounter", {}))
    return replace(encounter_result(old.round, old.a, old.b, mine, rules, key=old.key), struck=old.struck)


def expelling(facts: StageFacts, expelled: Entry, status: str = Entry.Status.DISQUALIFIED) -> StageFacts:
    """The facts with an entry disqualified (or withdrawn): its results as the stage's plan says, and one who
    is disqualified without a place.

    Where squads meet, a pair that is put out leaves its squad in its place.
    """
    entries = []
    for entry in facts.entries:
        if entry.pk == expelled.pk:
            entry = copy(entry)
            entry.status = status
        entries.append(entry)
    results = without_those_who_left(facts.stage, facts.results, entries, facts.groups)
    return replace(facts, entries=entries, results=results)
