"""The JSON document of ``manage.py rank``: read, checked, and turned into entries and results.

The contract is written down in docs/rank.md and docs/schemas/rank-input.json.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from rules.answers import Problem, Refused
from rules.hands import Ladder
from rules.hands.reading import Reader as LadderReader
from scoring.matches import VERDICTS, MatchFormat
from scoring.matches.award import award
from scoring.matches.points import Differences, Letter, load_differences, load_points
from scoring.matches.reading import Reader, is_number

from .document_entries import Sums, read_entries, read_sums
from .plan import Plan, load_tiebreaks
from .results import UNPLAYED, Difference, Entry, EntryId, Kind, Number, Result, Settings

STANDARD_RUNGS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
BYES: Mapping[object, Kind] = {
    True: Kind.BYE,
    "given": Kind.BYE,
    "asked": Kind.ASKED_BYE,
    "free": Kind.FREE,
}
RESULT_KEYS = (
    "round",
    "a",
    "b",
    "levels",
    "score",
    "bye",
    "worth",
    "forfeited_by",
    "verdict",
    "annulled",
    "adjust",
    "finished",
    "winner",
    "card_points",
    "struck",
    "reason",
)


KNOWN = frozenset(RESULT_KEYS)
TELLING = ("levels", "score", "bye", "forfeited_by", "annulled", "adjust")
"""The keys that tell how a match went: one of them, or levels and score together."""


@dataclass(frozen=True, slots=True)
class Document:
    """What was read. ``remarks`` are things that are possible but unlikely.

    ``branches`` name the branch of each entry that has one, ``squads`` the entries of each squad; ``sums``
    say how they add up.
    """

    entries: tuple[Entry, ...]
    results: tuple[Result, ...]
    tiebreaks: Plan
    settings: Settings
    remarks: tuple[Problem, ...]
    branches: Mapping[EntryId, str] = field(default_factory=dict)
    squads: Mapping[str, Sequence[EntryId]] = field(default_factory=dict)
    sums: Sums = field(default_factory=Sums)


class Levels:
    """Heights on a ladder given as a bare list of rungs: ``"8"``, ``"passed"``, ``"5@2"``, ``"-3"``."""

    def __init__(self, rungs: object, passed_counts: object, problems: list[Problem]) -> None:
        once = {"rungs": rungs, "below": "mirror", "lost_at": "below_last", "passed_counts": passed_counts}
        self.once = Ladder(LadderReader(once, "ladder", problems))
        self.laps = Ladder(LadderReader({"rungs": rungs, "after_target": "next_lap"}, "ladder", []))
        self._heights: dict[str, int | None] = {}

    def find(self, label: str) -> int | None:
        """Rungs above the first; ``None`` for a level that the ladder has not."""
        if label not in self._heights:
            height = None
            if self.once.known(label):
                height = self.once.difference(label, self.once.rungs[0])
            elif self.laps.known(label):
                height = self.laps.parse(label)
            self._heights[label] = height
        return self._heights[label]

    def height(self, label: str) -> int:
        """Rungs above the first of a level that the ladder has."""
        height = self.find(label)
        assert height is not None, label
        return height


def read_document(data: object) -> Document:
    """Read the document. Raises ``Refused`` with every fault at its place."""
    if not isinstance(data, Mapping):
        raise Refused([Problem("document-not-an-object", "")])
    return _Reading(data).document()


class _Reading:
    """One document while it is being read; everything wrong with it gathers in ``problems``."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.problems: list[Problem] = []
        self.remarks: list[Problem] = []
        self.rows = self._list("results")
        self.levels = Levels(data.get("ladder", STANDARD_RUNGS), data.get("passed_counts", 1), self.problems)
        self.points = load_points(Reader(data.get("points", self._scale()), "points", self.problems))
        if self.points.by == "hands":
            self.refuse("hands-needed", "points.by")
        for rung, _ in self.points.rungs:
            self._known(rung, "points.levels")
        self.format = MatchFormat(points=self.points)
        self.differences: Differences = load_differences(
            Reader(data.get("differences", {}), "differences", self.problems)
        )
        self.ids: set[EntryId] = set()

    def refuse(self, code: str, at: str, **values: object) -> None:
        self.problems.append(Problem(code, at, values))

    def document(self) -> Document:
        listed = read_entries(self._list("entries"))
        self.problems.extend(listed.problems)
        self.ids = listed.ids
        plan = None
        try:
            plan = load_tiebreaks(self.data.get("tiebreaks", ()))
        except Refused as refused:
            self.problems.extend(refused.problems)
        results: list[Result] = []
        for place, row in enumerate(self.rows):
            result = self._result(row, f"results[{place}]")
            if result is not None:
                results.append(result)
        self._remark_on_doubles(results)
        unplayed = self.data.get("unplayed", "fide_round_robin" if self._all_met(results) else "fide")
        if unplayed not in UNPLAYED:
            self.refuse("unplayed-unknown", "unplayed", value=unplayed, known=", ".join(UNPLAYED))
        seed = self.data.get("seed", 0)
        if not isinstance(seed, int | str) or isinstance(seed, bool):
            self.refuse("seed-not-understood", "seed", value=repr(seed))
            seed = 0
        sums = read_sums(self.data, listed, self.problems)
        if self.problems or plan is None:
            raise Refused(self.problems)
        settings = Settings(self.points.win, self.points.draw, unplayed, seed)
        return Document(
            entries=tuple(listed.entries),
            results=tuple(results),
            tiebreaks=plan,
            settings=settings,
            remarks=tuple(self.remarks),
            branches=listed.branches,
            squads=listed.squads,
            sums=sums,
        )

    # -- the parts -------------------------------------------------------------------------------------------

    def _list(self, key: str) -> list[Any]:
        value = self.data.get(key, [])
        if isinstance(value, str) or not isinstance(value, Sequence):
            self.refuse("document-not-a-list", key)
            return []
        return list(value)

    def _scale(self) -> dict[str, Number]:
        """Points where none are said: 2, 1, 0, or, where all results are bare scores, those of the scores."""
        scores: list[Number] = []
        for row in self.rows:
            if isinstance(row, Mapping):
                if row.get("levels") is not None:
                    return {}
                score = row.get("score")
                if isinstance(score, Sequence) and not isinstance(score, str) and all(map(is_number, score)):
                    scores.extend(score)
        return {"win": max(scores), "loss": 0} if scores and max(scores) > 0 else {}

    def _result(self, row: object, at: str) -> Result | None:
        if not isinstance(row, Mapping):
            self.refuse("result-not-understood", at, value=repr(row))
            return None
        before = len(self.problems)
        if not row.keys() <= KNOWN:
            for key in sorted(row.keys() - KNOWN):
                self.refuse("document-unknown-key", f"{at}.{key}", known=", ".join(RESULT_KEYS))
        round_ = row.get("round")
        if not isinstance(round_, int) or isinstance(round_, bool) or not 1 <= round_ <= 9999:
            self.refuse("round-not-understood", f"{at}.round", value=repr(round_))
            round_ = 1
        told = [key for key in TELLING if row.get(key) not in (None, False)]
        if len(told) > 1 and told != ["levels", "score"]:
            self.refuse("result-contradicts", at, keys=", ".join(told))
        alone = "bye" in told or "adjust" in told
        a, b = row.get("a"), row.get("b")
        self._entry(a, at, "a")
        if alone:
            if b is not None:
                self.refuse("result-without-opponent", f"{at}.b", entry=repr(b))
        else:
            self._entry(b, at, "b")
            if a == b:
                self.refuse("entry-against-itself", at, entry=a)
        for key in ("finished", "struck", "annulled"):
            if key in row and not isinstance(row[key], bool):
                self.refuse("not-true-or-false", f"{at}.{key}", value=repr(row[key]))
        made = self._made(row, at, told)
        if len(self.problems) > before:
            return None
        return Result(
            round=round_,
            a=a,
            b=None if alone else b,
            struck=row.get("struck", False),
            note=str(row.get("reason", "")),
            **made,
        )

    def _entry(self, value: object, at: str, side: str) -> None:
        if not isinstance(value, int | str) or isinstance(value, bool) or value not in self.ids:
            self.refuse(
                "entry-unknown", f"{at}.{side}", entry=value if isinstance(value, int | str) else repr(value)
            )

    def _made(self, row: Mapping[str, Any], at: str, told: Sequence[str]) -> dict[str, Any]:
        """Kind, points and the rest of one result."""
        if "adjust" in told:
            return self._adjustment(row, at)
        if "bye" in told:
            return self._bye(row, at)
        if "forfeited_by" in told:
            return self._forfeit(row, at)
        if "annulled" in told:
            return {"kind": Kind.ANNULLED, "points": (self.points.annulled, self.points.annulled)}
        if not told:
            return {"kind": Kind.PENDING}
        made: dict[str, Any] = {"card_points": self._pair(row, "card_points", at)}
        score = self._pair(row, "score", at)
        if "levels" in told:
            made |= self._by_levels(row, at)
        elif score is not None:
            ahead: Literal["a", "b"] | None = (
                "a" if score[0] > score[1] else "b" if score[1] > score[0] else None
            )
            made["winner"] = self._winner(row, at, ahead)
        if score is not None:
            made["points"] = score
        return made

    def _winner(
        self, row: Mapping[str, Any], at: str, found: Literal["a", "b"] | None
    ) -> Literal["a", "b"] | None:
        """The winner: as said (level scores are decided at the table), else as found."""
        said = row.get("winner")
        if said is None:
            return found
        if said not in ("a", "b", "draw"):
            self.refuse("winner-not-understood", f"{at}.winner", value=repr(said))
            return None
        return None if said == "draw" else "a" if said == "a" else "b"

    def _by_levels(self, row: Mapping[str, Any], at: str) -> dict[str, Any]:
        value = row["levels"]
        if isinstance(value, str) or not isinstance(value, Sequence) or len(value) != 2:
            self.refuse("levels-not-two", f"{at}.levels", value=repr(value))
            return {"winner": None}
        labels = tuple(str(level) for level in value)
        heights = self.levels.find(labels[0]), self.levels.find(labels[1])
        if heights[0] is None or heights[1] is None:
            for place, label in enumerate(labels):
                self._known(label, f"{at}.levels[{place}]")
            return {"winner": None}
        difference = heights[0] - heights[1]
        winner = self._winner(row, at, "a" if difference > 0 else "b" if difference < 0 else None)
        letter: Letter | None = None if winner is None else "A" if winner == "a" else "B"
        points = award(
            self.format,
            self.levels.height,
            letter,
            row.get("finished", True),
            difference,
            {"A": labels[0], "B": labels[1]},
            (0, 0),
        )
        return {
            "winner": winner,
            "points": points,
            "difference": (difference, -difference),
            "rungs": (heights[0], heights[1]),
            "levels": labels,
        }

    def _known(self, label: str, at: str) -> int | None:
        height = self.levels.find(label)
        if height is None:
            self.refuse("level-unknown", at, level=label, rungs=", ".join(self.levels.once.rungs))
        return height

    def _bye(self, row: Mapping[str, Any], at: str) -> dict[str, Any]:
        said = row["bye"]
        if not isinstance(said, bool | str) or said not in BYES:
            self.refuse("bye-not-understood", f"{at}.bye", value=repr(said))
            return {}
        kind = BYES[said]
        worth = row.get("worth")
        if worth is None:
            worth = {
                Kind.BYE: self.points.bye,
                Kind.ASKED_BYE: self.points.asked_bye,
                Kind.FREE: self.points.free,
            }[kind]
        elif not is_number(worth):
            self.refuse("worth-not-a-number", f"{at}.worth", value=repr(worth))
            return {}
        elif said is True and worth != self.points.bye:
            # A bye that is worth something of its own was asked for: those given are all worth the same.
            kind = Kind.ASKED_BYE
        difference: Difference = {
            Kind.BYE: self.differences.bye,
            Kind.ASKED_BYE: self.differences.asked_bye,
            Kind.FREE: self.differences.free,
        }[kind]
        return {"kind": kind, "points": (worth, 0), "difference": (difference, 0)}

    def _forfeit(self, row: Mapping[str, Any], at: str) -> dict[str, Any]:
        by, verdict = row["forfeited_by"], row.get("verdict", "forfeit")
        if by not in ("a", "b", "both"):
            self.refuse("forfeit-not-understood", f"{at}.forfeited_by", value=repr(by))
            return {}
        if verdict not in VERDICTS:
            self.refuse("verdict-unknown", f"{at}.verdict", value=repr(verdict), known=", ".join(VERDICTS))
            return {}
        winner: Letter | None = None if by == "both" else "B" if by == "a" else "A"
        return {
            "kind": Kind.DOUBLE_FORFEIT if winner is None else Kind.FORFEIT,
            "points": self.points.by_verdict(verdict, winner),
            "difference": self.differences.by_verdict(verdict, winner),
            "winner": None if winner is None else winner.lower(),
        }

    def _adjustment(self, row: Mapping[str, Any], at: str) -> dict[str, Any]:
        value = row["adjust"]
        known = ("points", "level_difference", "small_points", "card_points")
        if not isinstance(value, Mapping) or not all(
            key in known and is_number(number) for key, number in value.items()
        ):
            self.refuse("adjust-not-understood", f"{at}.adjust", known=", ".join(known))
            return {}
        made: dict[str, Any] = {"kind": Kind.ADJUSTMENT, "points": (value.get("points", 0), 0)}
        for key, name in (
            ("level_difference", "difference"),
            ("small_points", "small"),
            ("card_points", "card_points"),
        ):
            if key in value:
                made[name] = (value[key], 0)
        return made

    def _pair(self, row: Mapping[str, Any], key: str, at: str) -> tuple[Number, Number] | None:
        value = row.get(key)
        if value is None:
            return None
        if (
            isinstance(value, str)
            or not isinstance(value, Sequence)
            or len(value) != 2
            or not all(map(is_number, value))
        ):
            self.refuse("not-two-numbers", f"{at}.{key}", value=repr(value))
            return None
        return value[0], value[1]

    # -- what the whole of it says ---------------------------------------------------------------------------

    def _all_met(self, results: Sequence[Result]) -> bool:
        """Whether every two entries have met: a round robin."""
        size = len(self.ids)
        pairs = size * (size - 1) // 2
        if size < 2 or len(results) < pairs:
            return False
        return len({frozenset((result.a, result.b)) for result in results if result.b is not None}) == pairs

    def _remark_on_doubles(self, results: Sequence[Result]) -> None:
        seen: set[tuple[int, EntryId]] = set()
        for place, result in enumerate(results):
            if result.kind is Kind.ADJUSTMENT or result.struck:
                continue
            for entry in (result.a, result.b):
                if entry is None:
                    continue
                if (result.round, entry) in seen:
                    self.remarks.append(
                        Problem(
                            "twice-in-a-round",
                            f"results[{place}]",
                            {"entry": entry, "round": result.round},
                            "unlikely",
                        )
                    )
                seen.add((result.round, entry))
