"""A disqualification in force puts the entry out of the event: it is not paired again and keeps no place.

What it has played stands or is struck as the stage's plan says (see ``stages/leaving.py``). Once the ruling
is taken back or reversed, the entry is in again.
"""

from __future__ import annotations

from rules.hands.penalties import RULING
from scoring.matches import MatchResult
from scoring.models import Match
from tournament.change import Change
from tournament.models import Board, Entry, Lineup, Ruling, Slot
from tournament.officiating.rulings import stands

OUT = Entry.Status.DISQUALIFIED


def disqualifies(row: Ruling, match: Match, result: MatchResult | None = None) -> bool:
    """Whether a ruling puts its offender out of the event: by its own effect, by the rule set's catalogue, or
    because it was the last step of an escalation (``result`` is the match with it)."""
    if row.effect.get("effect") == "disqualified":
        return True
    code = row.facts.get("penalty", {}).get("code", RULING)
    offences = match.rule_set.loaded().penalties.offences
    if any(one.penalty.match == "disqualified" for (known, _by), one in offences.items() if known == code):
        return True
    winner = {"A": "B", "B": "A"}.get(row.facts.get("side", ""))
    return (
        result is not None
        and "penalty" in row.facts
        and (result.how, result.winner) == ("disqualified", winner)
    )


def offender(board: Board, side: str) -> Entry | None:
    """Who sits on a side: the pair, where squads meet the pair at this board."""
    slot = Slot.objects.filter(encounter=board.encounter_id, side=side).select_related("entry").first()
    if slot is None:
        return None
    seat = Lineup.objects.filter(slot=slot, board=board.number).select_related("pair").first()
    return seat.pair if seat is not None else slot.entry


def follow(step: Change, board: Board, row: Ruling, match: Match, result: MatchResult) -> None:
    """Put the offender out, or take it in again, as the ruling now stands."""
    put_out = row.facts.get("put_out")
    if put_out is None and stands(row) and disqualifies(row, match, result):
        _put_out(step, board, row)
    elif put_out is not None and not stands(row):
        _take_in(step, row, put_out)


def _put_out(step: Change, board: Board, row: Ruling) -> None:
    entry = offender(board, row.facts.get("side", ""))
    if entry is None:
        return
    entry = Entry.objects.select_for_update(of=("self",)).get(pk=entry.pk)
    if entry.status == OUT:
        return
    row.facts["put_out"] = {"entry": str(entry.key), "was": entry.status}
    row.save(update_fields=["facts"])
    step.record("entry-left", entry, {"status": (entry.status, OUT)}, row.decision or row.offence)
    entry.status = OUT
    entry.version += 1
    entry.save(update_fields=["status", "version"])


def _take_in(step: Change, row: Ruling, put_out: dict[str, str]) -> None:
    del row.facts["put_out"]
    row.save(update_fields=["facts"])
    entry = Entry.objects.select_for_update(of=("self",)).filter(key=put_out["entry"]).first()
    if entry is None or entry.status != OUT:
        return
    step.record("entry-reinstated", entry, {"status": (OUT, put_out["was"])}, row.decision or row.offence)
    entry.status = put_out["was"]
    entry.version += 1
    entry.save(update_fields=["status", "version"])
