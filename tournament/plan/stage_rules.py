"""What a stage's table says beside the engines' own tables: who enters, groups, places, rounds, squads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.answers import Problem, Refused

PAIRS, SQUADS = "pairs", "squads"
LINE_UPS = ("lots", "captains")
TABLES = ("order", "balanced")
CARRIED = ("points", "level_difference", "small_points", "wins", "card_points")
KEYS = frozenset(
    {
        *(
            "key",
            "name",
            "format",
            "clause",
            "rounds",
            "pairing",
            "match",
            "standings",
            "plays",
            "two_people",
        ),
        *("groups", "group_size", "places", "consolation", "entries_from", "carry", "boards", "line_ups"),
        *("every_pair", "later", "withdrawal_share", "tables", "squads", "encounter", "branches", "minutes"),
        *("division", "best_losers"),
    }
)

FROM_KEYS = ("stage", "ranks", "best_next", "cross", "also")


@dataclass(frozen=True, slots=True)
class EntriesFrom:
    """Who comes from the stage ``stage``: ``first`` to ``last`` in rank (of each group, where it has groups).

    ``best_next`` more come from those who finished next, compared over the groups. ``cross`` are the first
    round's pairs as the regulation writes them (``A1-B2``); empty leaves the lines to the engine. ``also``
    are let in by hand, by their numbers, whatever they did before (one who comes late, a guest).
    """

    stage: str
    first: int = 1
    last: int = 1
    best_next: int = 0
    cross: tuple[str, ...] = ()
    also: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Later:
    """The last ``last`` rounds of a stage play by ``match``, laid over the stage's own format."""

    last: int
    match: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StageRules:
    """One stage as its table describes it.

    ``rounds``: how many are fixed beforehand (``None``: the field decides). ``groups`` of a round robin, or
    ``group_size`` entries to a group. ``places``: a knock-out plays out the places up to this one.
    ``carry``: tie-break keys whose values come along from the stage before. ``boards`` of an encounter of
    squads; ``line_ups`` by ``lots`` or by ``captains``. ``withdrawal_share``: one who leaves a round robin
    having played less than this share of its matches leaves no results behind. ``branches``: only these
    enter; empty for all. ``division``: only entries of this one of the event's divisions; empty for all.
    ``best_losers``: where the winners of a knock-out's first round are not 2, 4, 8 …, the best of its losers
    fill the next round up, which is drawn anew as all after it.
    """

    format: str
    plays: str = PAIRS
    rounds: int | None = None
    groups: int = 1
    group_size: int | None = None
    places: int = 2
    consolation: bool = False
    entries_from: EntriesFrom | None = None
    carry: tuple[str, ...] = ()
    boards: int | None = None
    line_ups: str = "lots"
    every_pair: bool = False
    later: tuple[Later, ...] = ()
    withdrawal_share: float = 0.5
    tables: str = "order"
    branches: tuple[str, ...] = ()
    division: str = ""
    best_losers: bool = False
    match: Mapping[str, Any] = field(default_factory=dict)

    def group_count(self, size: int) -> int:
        """How many groups ``size`` entries play in; never so many that a group would have nobody to meet."""
        wanted = -(-size // self.group_size) if self.group_size else self.groups
        return max(1, min(wanted, size // 2))

    def match_in(self, number: int, rounds: int | None) -> dict[str, Any]:
        """The match format of round ``number`` of ``rounds`` (``None``: not known, so never a late one)."""
        found = dict(self.match)
        for later in sorted(self.later, key=lambda one: -one.last):
            if rounds is not None and number > rounds - later.last:
                found.update(later.match)
        return found


def load_stage(config: Mapping[str, Any], at: str = "") -> StageRules:
    """Read a stage's table. Raises ``Refused`` with every fault at its key path below ``at``."""
    reader = _Reader(config, at)
    for key in config:
        if key not in KEYS:
            reader.complain("stage-unknown-key", key, known=", ".join(sorted(KEYS)))
    found = StageRules(
        format=str(config.get("format", "")),
        plays=reader.choice("plays", (PAIRS, SQUADS), PAIRS),
        rounds=reader.count("rounds", 1, None),
        groups=reader.count("groups", 1, 1) or 1,
        group_size=reader.count("group_size", 2, None),
        places=reader.count("places", 1, 2) or 2,
        consolation=reader.flag("consolation"),
        entries_from=_entries_from(reader),
        carry=reader.words("carry", CARRIED),
        boards=reader.count("boards", 1, None),
        line_ups=reader.choice("line_ups", LINE_UPS, "lots"),
        every_pair=reader.flag("every_pair"),
        later=_later(reader),
        withdrawal_share=reader.share("withdrawal_share", 0.5),
        tables=reader.choice("tables", TABLES, "order"),
        branches=reader.words("branches", None),
        division=reader.text("division"),
        best_losers=reader.flag("best_losers"),
        match=config.get("match", {}),
    )
    if reader.problems:
        raise Refused(reader.problems)
    return found


class _Reader:
    def __init__(self, data: Mapping[str, Any], at: str) -> None:
        self.data, self.at = data, at
        self.problems: list[Problem] = []

    def complain(self, code: str, key: str, **values: object) -> None:
        self.problems.append(Problem(code, f"{self.at}.{key}".strip("."), values))

    def count(self, key: str, least: int, default: int | None) -> int | None:
        value: object = self.data.get(key)
        if value is None:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            self.complain("stage-not-a-count", key, value=value, least=least)
            return default
        return value

    def choice(self, key: str, allowed: Sequence[str], default: str) -> str:
        value = self.data.get(key, default)
        if value not in allowed:
            self.complain("stage-not-an-option", key, value=value, allowed=", ".join(allowed))
            return default
        return str(value)

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            self.complain("stage-not-an-option", key, value=value, allowed="true, false")
            return False
        return value

    def text(self, key: str) -> str:
        value = self.data.get(key, "")
        if not isinstance(value, str):
            self.complain("stage-not-an-option", key, value=value, allowed="…")
            return ""
        return value

    def share(self, key: str, default: float) -> float:
        value = self.data.get(key, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
            self.complain("stage-not-a-share", key, value=value)
            return default
        return float(value)

    def numbers(self, key: str) -> tuple[int, ...]:
        value = self.data.get(key, [])
        if isinstance(value, str) or not isinstance(value, Sequence):
            self.complain("stage-not-a-list", key, value=value)
            return ()
        for one in value:
            if not isinstance(one, int) or isinstance(one, bool) or one < 1:
                self.complain("stage-not-a-count", key, value=one, least=1)
                return ()
        return tuple(value)

    def words(self, key: str, allowed: Sequence[str] | None) -> tuple[str, ...]:
        value = self.data.get(key, [])
        if isinstance(value, str) or not isinstance(value, Sequence):
            self.complain("stage-not-a-list", key, value=value)
            return ()
        for one in value:
            if not isinstance(one, str) or (allowed is not None and one not in allowed):
                self.complain("stage-not-an-option", key, value=one, allowed=", ".join(allowed or ("…",)))
                return ()
        return tuple(value)


def _entries_from(reader: _Reader) -> EntriesFrom | None:
    data = reader.data.get("entries_from")
    if data is None:
        return None
    if not isinstance(data, Mapping) or not isinstance(data.get("stage"), str):
        reader.complain("stage-from-nowhere", "entries_from")
        return None
    inner = _Reader(data, f"{reader.at}.entries_from".strip("."))
    for key in data:
        if key not in FROM_KEYS:
            inner.complain("stage-unknown-key", key, known=", ".join(FROM_KEYS))
    ranks = data.get("ranks", [1, 1])
    whole = isinstance(ranks, Sequence) and all(
        isinstance(one, int) and not isinstance(one, bool) for one in ranks
    )
    if not whole or len(ranks) != 2 or not 1 <= ranks[0] <= ranks[1]:
        inner.complain("stage-ranks-no-range", "ranks", value=ranks)
        ranks = [1, 1]
    found = EntriesFrom(
        stage=data["stage"],
        first=ranks[0],
        last=ranks[1],
        best_next=inner.count("best_next", 0, 0) or 0,
        cross=inner.words("cross", None),
        also=inner.numbers("also"),
    )
    reader.problems += inner.problems
    return found


def _later(reader: _Reader) -> tuple[Later, ...]:
    data = reader.data.get("later", [])
    if not isinstance(data, Sequence) or isinstance(data, str):
        reader.complain("stage-not-a-list", "later", value=data)
        return ()
    found = []
    for place, one in enumerate(data):
        if not isinstance(one, Mapping) or not isinstance(one.get("match"), Mapping):
            reader.complain("stage-later-without-match", f"later[{place}]")
            continue
        inner = _Reader(one, f"{reader.at}.later[{place}]".strip("."))
        found.append(Later(inner.count("last", 1, 1) or 1, dict(one["match"])))
        reader.problems += inner.problems
    return tuple(found)
