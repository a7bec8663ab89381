"""Checks over all entries of a file: people twice, too many or too few in an entry, a branch over its
quota."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from rules.answers import Problem

from .proposed import ProposedEntry, ProposedPlayer

NAMESAKES = 20


def check_entries(
    entries: Sequence[ProposedEntry], players: int, quota: int | None, phones_asked: bool
) -> Iterable[Problem]:
    """The problems of the entries as a whole, each at the cell where it is mended. ``quota`` counts a
    branch's entries."""
    for entry in entries:
        yield from _size(entry, players)
    if phones_asked:
        for entry in entries:
            yield from _no_phone(entry)
    yield from _twice(entries)
    if quota is not None:
        yield from _quota(entries, quota)


def _cell(player: ProposedPlayer, name: str = "name") -> str:
    return player.cells.get(name) or player.cells.get("name", "")


def _size(entry: ProposedEntry, players: int) -> Iterable[Problem]:
    regular = [player for player in entry.players if not player.reserve]
    values = {"count": len(regular), "players": players, "branch": entry.branch}
    if len(regular) > players:
        yield Problem("too_many_players", _cell(regular[players]), values)
    elif len(regular) < players and entry.players:
        yield Problem("too_few_players", _cell((regular or entry.players)[-1]), values)


def _no_phone(entry: ProposedEntry) -> Iterable[Problem]:
    """One number an entry is enough to be called; none at all is said."""
    if any(player.phone for player in entry.players) or entry.contact_phone:
        return
    first = next((player for player in entry.players if "phone" in player.cells), None)
    if first is not None:
        yield Problem("phone_missing", _cell(first, "phone"), {"name": first.name}, "unlikely")


def _twice(entries: Sequence[ProposedEntry]) -> Iterable[Problem]:
    """The same person is an error; the same name in one branch is asked about; elsewhere it is just a
    name."""
    people: dict[tuple[str, str, str], ProposedPlayer] = {}
    namesakes: dict[tuple[str, str], list[ProposedPlayer]] = defaultdict(list)
    phones: dict[str, ProposedPlayer] = {}
    for entry in entries:
        for player in entry.players:
            if player.name:
                marks = [("staff_number", player.staff_number), ("phone", player.phone)]
                known = [(player.name, kind, mark) for kind, mark in marks if mark]
                others = [
                    people[key] for key in known if key in people and not _told_apart(people[key], player)
                ]
                same = namesakes[player.name, entry.branch]
                values: dict[str, object] = {"name": player.name, "branch": entry.branch}
                if others:
                    yield Problem("person_twice", _cell(player), {**values, "other_at": _cell(others[0])})
                elif asked := [other for other in same if not _told_apart(other, player)]:
                    severity = "unlikely" if player.phone and asked[-1].phone else "error"
                    values["other_at"] = _cell(asked[-1])
                    yield Problem("same_name", _cell(player), values, severity)
                for key in known:
                    people.setdefault(key, player)
                # A few are enough to ask about; a list of one name only must not take for ever.
                if len(same) < NAMESAKES:
                    same.append(player)
            other = phones.setdefault(player.phone, player) if player.phone else player
            if other.name != player.name and _cell(other, "phone") != _cell(player, "phone"):
                shared = {"name": player.name, "other": other.name, "other_at": _cell(other, "phone")}
                yield Problem("phone_shared", _cell(player, "phone"), shared, "unlikely")


def _told_apart(one: ProposedPlayer, other: ProposedPlayer) -> bool:
    """Whether two of one name are surely two people: each has a staff number, and they differ."""
    return bool(one.staff_number and other.staff_number) and one.staff_number != other.staff_number


def _quota(entries: Sequence[ProposedEntry], quota: int) -> Iterable[Problem]:
    counts: dict[str, int] = defaultdict(int)
    totals: dict[str, int] = defaultdict(int)
    for entry in entries:
        totals[entry.branch] += 1
    for entry in entries:
        counts[entry.branch] += 1
        if counts[entry.branch] == quota + 1:
            values = {"branch": entry.branch, "quota": quota, "count": totals[entry.branch]}
            place = _cell(entry.players[0]) if entry.players else entry.cells.get("branch", "")
            yield Problem("quota_exceeded", place, values)
