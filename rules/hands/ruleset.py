"""A rule set: the data of one regulation, checked and made ready to judge with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.answers import Problem, Reason
from rules.hands.bottom import Bottom
from rules.hands.deal import DealRules
from rules.hands.facts import MatchState, Side
from rules.hands.hooks import read_hooks
from rules.hands.ladder import Ladder
from rules.hands.penalties import Catalogue
from rules.hands.reading import Reader
from rules.hands.table import LevelTable

LOOSE = ("cards", "labels", "permanent_trumps", "assumed", "note", "name", "name_en", "summary")
"""Keys that other rooms read, or people."""


class RuleSet:
    """One regulation's rules for a hand. Never changed once loaded; ``data`` is the mapping that it was
    loaded from.

    Make one with ``load_rule_set``.
    """

    def __init__(self, data: Mapping[str, Any], problems: list[Problem]) -> None:
        reader = Reader(data, "", problems)
        self.data = reader.data
        self.slug = reader.required_text("slug")
        self.name = reader.text("name", self.slug)
        self.decks = reader.whole("decks", 2, low=1, high=8)
        if not reader.has("decks"):
            reader.complain("rule-set-missing-key", "decks")
        self.jokers = reader.flag("jokers", True)
        self.deck_cards = self.decks * (54 if self.jokers else 52)
        self.bottom_cards = reader.whole("bottom_cards", 0, low=0, high=self.deck_cards)
        if not problems and (self.deck_cards - self.bottom_cards) % 4:
            reader.complain(
                "rule-set-uneven-hands", "bottom_cards", cards=self.deck_cards, bottom=self.bottom_cards
            )
        self.hand_cards = (self.deck_cards - self.bottom_cards) // 4
        self.total_points = 100 * self.decks
        self.labels: Mapping[str, str] = dict(_loose_table(reader, "labels"))
        self.assumed = reader.strings("assumed")
        _loose_table(reader, "cards")
        self.clauses: Mapping[str, str] = dict(_loose_table(reader, "clauses"))
        for number, words in self.clauses.items():
            if not isinstance(words, str):
                reader.complain("rule-set-wrong-type", f"clauses.{number}", expected="string")

        ladder = reader.table("ladder")
        ladder.asked.update(("clause", "must_play_clause", "unused_clause", "target_clause"))
        self.ladder = Ladder(ladder)
        has_must_play = bool(self.ladder.must_play)
        self.table = LevelTable(reader.table("table"), self.total_points, has_must_play)
        self.deal = DealRules(reader.table("deal"))
        self.bottom = Bottom(reader.table("bottom"), self.decks, self.bottom_cards)
        self.hooks = read_hooks(reader.tables("hooks"), self.ladder)
        self.hooked_twice = reader.choice(
            "hooked_twice", ("no_effect", "game_lost", "game_void"), "no_effect"
        )
        self.penalties = Catalogue(reader.tables("penalties"), has_must_play)
        reader.asked.add("hooked_twice_clause")
        reader.close(LOOSE)
        self.highest_multiplier = _highest_multiplier(self)
        self._clauses: dict[tuple[str, ...], str] = {}
        self.said: dict[tuple[Any, ...], tuple[Reason, ...]] = {}
        self.steps: dict[tuple[int, bool, int, int | None, str | None], Any] = {}

    def __repr__(self) -> str:
        return f"<RuleSet {self.slug}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleSet) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.slug)

    def clause(self, *path: str) -> str:
        """The regulation's number for a key, such as ``clause("table", "attackers")``.

        It is that table's ``clause``, or ``<key>_clause`` beside the key, or that of the table around it.
        """
        found = self._clauses.get(path)
        if found is None:
            found = self._clauses[path] = self._find_clause(path)
        return found

    def clause_of_stated(self, *path: str) -> str:
        """The same, but empty where the regulation does not state the key: then no clause stands for it."""
        return "" if ".".join(path) in self.assumed else self.clause(*path)

    def _find_clause(self, path: tuple[str, ...]) -> str:
        found = ""
        where: Any = self.data
        for key in path:
            if not isinstance(where, Mapping):
                break
            found = str(where.get(f"{key}_clause", found))
            where = where.get(key)
            if isinstance(where, Mapping):
                found = str(where.get("clause", found))
        return found


def opening(rule_set: RuleSet) -> MatchState:
    """The state before the first hand: both sides at the start, nobody on the deal yet."""
    return MatchState(rule_set.ladder.start, rule_set.ladder.start)


def state_at(
    rule_set: RuleSet,
    levels: Mapping[str, str],
    *,
    declarer: str | None = None,
    seat: str | None = None,
    hooked: Mapping[str, int] | None = None,
) -> MatchState:
    """The state of a game that stands at these levels. Raises ``Refused`` for a level that the ladder has
    not.

    ``declarer`` is the side on the deal for the next hand, ``seat`` its declarer's seat where it is known.
    """
    ladder = rule_set.ladder
    a, b = ladder.parse(levels["A"]), ladder.parse(levels["B"])
    winner = None
    if ladder.has_won(a) or ladder.has_lost(b):
        winner = Side.A
    elif ladder.has_won(b) or ladder.has_lost(a):
        winner = Side.B
    side = Side(declarer) if declarer else None
    north_south = None
    if seat and side:
        north_south = side if seat in ("N", "S") else side.other
    counts = hooked or {}
    return MatchState(a, b, side, seat, north_south, None, counts.get("A", 0), counts.get("B", 0), winner)


def _loose_table(reader: Reader, key: str) -> Mapping[str, Any]:
    value = reader.raw(key)
    if value is not None and not isinstance(value, Mapping):
        reader.complain("rule-set-wrong-type", key, expected="table")
        return {}
    return value or {}


def _highest_multiplier(rule_set: RuleSet) -> int:
    """The most that a bottom can be multiplied by: the longest form that a hand can hold."""
    highest = 0
    for unit in range(1, min(rule_set.decks, 4) + 1):
        longest = rule_set.hand_cards // unit * unit if unit > 1 else 1
        for cards in {unit, longest} if rule_set.bottom_cards else ():
            for multipliers in (rule_set.bottom.trump, rule_set.bottom.side):
                factor = multipliers.factor(unit, cards)
                if factor is not None:
                    highest = max(highest, factor.times(unit, cards))
    return highest
