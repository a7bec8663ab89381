"""What the page of the draw shows of a stage: groups, the bracket, ties, squads and their line-ups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Encounter, Entry, Event, Lineup, Link, Round, Slot, Stage
from tournament.stages.knockout import Knockout, knockout_of
from tournament.stages.progress import groups_of, kind_of, rules_of
from tournament.stages.settling import Tie, ties_before


def round_name(number: int, rounds: int) -> str:
    """What a round of a knock-out is called: final, semi-finals, quarter-finals, round of 16 …"""
    left = rounds - number
    if left <= 2:
        return (_("Final"), _("Semi-finals"), _("Quarter-finals"))[left]
    return _("Round of %(count)d") % {"count": 2 ** (left + 1)}


def entries_of(stage: Stage, kind: str = "") -> dict[int, Entry]:
    """All entries of the event that a stage is played by, with names and branches, by number."""
    rows = Entry.objects.filter(event=stage.event_id, kind=kind or kind_of(stage))
    rows = rows.select_related("branch").prefetch_related("players__person")
    return {entry.number: entry for entry in rows}


def groups_shown(stage: Stage, entries: Mapping[int, Entry]) -> list[dict[str, Any]]:
    """Each group with its members in the order of their lots."""
    return [
        {
            "label": label,
            "members": [{"lot": row.lot, "entry": entries[row.entry.number]} for row in rows],
        }
        for label, rows in groups_of(stage).items()
    ]


def bracket_shown(stage: Stage, entries: Mapping[int, Entry]) -> dict[str, Any] | None:
    """The bracket as ``components/bracket.html`` draws it, and the matches for places beside it."""
    found = knockout_of(stage)
    if found is None:
        return None
    rounds: list[dict[str, Any]] = []
    beside: list[dict[str, Any]] = []
    for one in found.seated.values():
        match = one.match
        if match.number not in found.encounters:
            continue
        shown = _match(found, match.number, entries)
        if match.kind == "main":
            while len(rounds) < match.round:
                name = round_name(len(rounds) + 1, found.bracket.rounds)
                rounds.append({"label": name, "matches": []})
            rounds[match.round - 1]["matches"].append(shown)
        else:
            best, worst = match.best, match.worst
            words = (
                _("Consolation, places %(best)d–%(worst)d")
                if match.kind == "consolation"
                else _("Places %(best)d–%(worst)d")
            )
            beside.append({**shown, "label": words % {"best": best, "worst": worst}, "round": match.round})
    return {"rounds": rounds, "beside": beside}


def _match(found: Knockout, number: int, entries: Mapping[int, Entry]) -> dict[str, Any]:
    encounter = found.encounters[number]
    one = found.seated[number]
    boards = list(encounter.boards.all())
    levels = (boards[0].match.result or {}).get("levels") if len(boards) == 1 else None
    sides = []
    for source, who, letter in zip(one.match.sides, one.sides, "AB", strict=True):
        if who is not None:
            name = f"{who} {entries[int(str(who))].names}"
        elif one.state in ("walkover", "empty"):
            name = _("nobody")
        elif source.kind == "winner":
            name = _("winner of match %(number)s") % {"number": source.of}
        else:
            name = _("loser of match %(number)s") % {"number": source.of}
        sides.append(
            {
                "name": name,
                "score": levels[letter] if levels else "",
                "winner": who is not None and who == one.winner and one.state == "played",
            }
        )
    table = ", ".join(str(board.table) for board in boards if board.table)
    return {"number": number, "table": table, "sides": sides}


def ties_shown(stage: Stage) -> list[Tie]:
    """Ties that keep this stage's next round from being drawn: of the stage before, or of its best losers."""
    rules = rules_of(stage)
    if stage.status == Stage.Status.DONE or not (rules.best_losers or rules.entries_from):
        return []
    return [] if stage.status == Stage.Status.RUNNING and not rules.best_losers else ties_before(stage)


def squads_shown(event: Event) -> list[dict[str, Any]]:
    """Each squad with the numbers of its pairs."""
    squads = event.entries.filter(kind=Entry.Kind.SQUAD).prefetch_related("pairs").order_by("number")
    links = Link.objects.filter(event=event, purpose=Link.Purpose.LINE_UP, revoked_at__isnull=True)
    linked = set(links.values_list("squad_id", flat=True))
    return [
        {
            "squad": squad,
            "pairs": sorted(pair.number for pair in squad.pairs.all()),
            "linked": squad.pk in linked,
        }
        for squad in squads
    ]


def line_ups_shown(round_: Round) -> list[dict[str, Any]]:
    """Encounters of squads: the pairs at each board, or who has handed in, where captains name them.

    A line-up of one side alone is never shown.
    """
    if kind_of(round_.stage) != Entry.Kind.SQUAD:
        return []
    rows = round_.encounters.filter(bye=Encounter.Bye.NONE).prefetch_related(
        "boards", "slots__entry", "slots__lineup__pair"
    )
    found = []
    for encounter in rows:
        slots = list(encounter.slots.all())
        handed = [sorted(slot.lineup.all(), key=_board) for slot in slots]
        both = len(slots) == 2 and all(handed)
        found.append(
            {
                "encounter": encounter,
                "open": both,
                "boards": [
                    {"table": board.table, "a": a.pair.number, "b": b.pair.number}
                    for board, a, b in zip(encounter.boards.all(), *handed, strict=False)
                ]
                if both
                else [],
                "slots": [
                    {"slot": slot, "handed": bool(pairs)} for slot, pairs in zip(slots, handed, strict=True)
                ],
            }
        )
    return found


def _board(line: Lineup) -> int:
    return line.board


def slot_of(round_: Round, squad: int) -> Slot | None:
    """The seat of a squad in a round."""
    return (
        Slot.objects.filter(round=round_, entry__number=squad, entry__kind=Entry.Kind.SQUAD)
        .select_related("entry", "round__stage__event", "encounter")
        .first()
    )
