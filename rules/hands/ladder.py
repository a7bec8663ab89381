"""The ladder: the rungs that a side climbs, where it must stop, and what lies above and below.

A position is a whole number: 0 is the first rung, each rung counts one, laps go on counting. Outside this
module a level is what is said at the table: ``"J"``, ``"passed"``, ``"5@2"`` (5 on the second lap), ``"-3"``
(below the first rung), ``"fallen"`` (below the last of those).
"""

from __future__ import annotations

from rules.answers import Problem, Refused
from rules.hands.reading import Reader

PASSED = "passed"
FALLEN = "fallen"


class Ladder:
    """The rungs of one rule set. ``parse`` and ``label`` turn what is said into positions and back."""

    def __init__(self, reader: Reader) -> None:
        rungs = reader.strings("rungs")
        if not rungs:
            if reader.data.get("rungs") in (None, [], ()):
                reader.complain("rule-set-missing-key", "rungs")
            # What start and target name cannot be checked without a ladder: let it be one of theirs.
            named = (reader.data.get(key) for key in ("start", "target"))
            rungs = tuple(dict.fromkeys(rung for rung in named if isinstance(rung, str))) or ("2", "A")
        _complain_of_bad_rungs(reader, "rungs", rungs)
        self.after_target = reader.choice("after_target", ("game_won", "next_lap"), "game_won")
        target = _one_of(reader, "target", rungs, rungs[-1])
        self.rungs = rungs[: rungs.index(target) + 1]
        self.size = len(self.rungs)
        self.laps = self.after_target == "next_lap"
        self.start = self.rungs.index(_one_of(reader, "start", self.rungs, self.rungs[0]))
        self.passed_counts = reader.whole("passed_counts", 1, low=0, high=1)
        if self.laps and reader.has("passed_counts"):
            reader.complain("rule-set-either-or", "passed_counts", other=reader.path("after_target"))

        below = reader.raw("below")
        if below == "mirror":
            self.below: tuple[str, ...] = tuple(f"-{rung}" for rung in self.rungs)
        else:
            self.below = reader.strings("below")
            _complain_of_bad_rungs(reader, "below", (*self.rungs, *self.below))
        self.lost_at = reader.choice("lost_at", ("never", "below_last", "last"), "never")
        if self.lost_at == "last" and not self.below:
            reader.complain("rule-set-missing-key", "below")
        self.lowest = -len(self.below) - (self.lost_at == "below_last")
        self.last_label = (*self.rungs[:1], *self.below)[-1]

        passing = reader.choice("pass_target", ("declared", "any"), "any" if self.laps else "declared")
        must_play = reader.strings("must_play")
        for index, rung in enumerate(must_play):
            if rung not in self.rungs:
                reader.complain(
                    "rule-set-unknown-rung", f"must_play[{index}]", rung=rung, rungs=", ".join(self.rungs)
                )
        self.must_play = frozenset(self.rungs.index(rung) for rung in must_play if rung in self.rungs)
        self.named_must_play = self.must_play
        if passing == "declared":
            self.must_play |= {self.size - 1}
        stops = reader.choice("must_play_stops", ("both", "declarers", "attackers"), "both")
        self.stops_declarers = stops != "attackers"
        self.stops_attackers = stops != "declarers"
        self.attackers_may_leave = reader.flag("attackers_may_leave")
        self.unused = reader.choice("unused", ("lost", "taken_from_other"), "lost")
        if self.unused == "taken_from_other" and not self.named_must_play:
            reader.complain("rule-set-no-must-play", "unused")
        reader.close()
        self._rises: dict[tuple[int, int, bool], tuple[int, int]] = {}
        self._labels: dict[int, str] = {}

    # -- names -----------------------------------------------------------------------------------------------

    def label(self, position: int) -> str:
        """What the level at ``position`` is called."""
        label = self._labels.get(position)
        if label is None:
            label = self._labels[position] = self._label(position)
        return label

    def _label(self, position: int) -> str:
        if position < 0:
            return self.below[-position - 1] if -position <= len(self.below) else FALLEN
        if position < self.size:
            return self.rungs[position]
        if not self.laps:
            return PASSED
        lap, index = divmod(position, self.size)
        return f"{self.rungs[index]}@{lap + 1}"

    def rung(self, position: int) -> str:
        """The rung whose card is the level card at ``position``, whatever the lap."""
        if position < 0:
            return self.label(position).removeprefix("-")
        return self.rungs[position % self.size] if self.laps or position < self.size else PASSED

    def parse(self, label: str) -> int:
        """The position of a level as it is said. Refused (``level-unknown``) where the ladder has no such
        level."""
        position = self._find(label)
        if position is None:
            raise Refused(
                [Problem("level-unknown", "levels", {"level": str(label), "rungs": ", ".join(self.rungs)})]
            )
        return position

    def known(self, label: str) -> bool:
        """Whether the ladder has a level of that name."""
        return self._find(label) is not None

    def _find(self, label: str) -> int | None:
        if not isinstance(label, str):
            return None
        if label in self.rungs:
            return self.rungs.index(label)
        if label in self.below:
            return -self.below.index(label) - 1
        if label == PASSED and not self.laps:
            return self.size
        if label == FALLEN and self.lost_at == "below_last":
            return self.lowest
        rung, at, lap = label.partition("@")
        if at and self.laps and rung in self.rungs and _is_lap(lap):
            return self.rungs.index(rung) + (int(lap) - 1) * self.size
        return None

    def labels(self) -> tuple[str, ...]:
        """Every level of the first lap from lowest to highest, ``passed`` and ``fallen`` included where they
        exist."""
        last = self.size if self.laps else self.size + 1
        return tuple(self.label(position) for position in range(self.lowest, last))

    def difference(self, a: str, b: str) -> int:
        """The level difference in rungs: 8 against 2 is +6. Passing the target counts ``passed_counts``
        beyond it."""
        return self._worth(self.parse(a)) - self._worth(self.parse(b))

    def _worth(self, position: int) -> int:
        if not self.laps and position >= self.size:
            return self.size - 1 + self.passed_counts
        return position

    # -- moves -----------------------------------------------------------------------------------------------

    def is_must_play(self, position: int) -> bool:
        """Whether the rung at ``position`` has to be declared before it is left."""
        if position < 0:
            return False
        return (position % self.size if self.laps else position) in self.must_play

    def takes_unused(self, position: int) -> bool:
        """Whether levels left unused at ``position`` are taken off the other side.

        Only a rung that the regulation names as must-play does so, not the last rung as such.
        """
        named = position >= 0 and position % self.size in self.named_must_play
        return named and self.moves_other

    @property
    def moves_other(self) -> bool:
        """Whether levels that one side cannot use can move the other side."""
        return self.unused == "taken_from_other"

    def holds(self, position: int, declaring: bool) -> bool:
        """Whether a side standing at ``position`` may not leave it upwards by this hand."""
        return not declaring and not self.attackers_may_leave and self.is_must_play(position)

    def rise(self, position: int, levels: int, declaring: bool) -> tuple[int, int]:
        """Go up ``levels`` from ``position``: the new position, and the levels that a must-play rung left
        unused."""
        key = (position, levels, declaring)
        found = self._rises.get(key)
        if found is None:
            found = self._rises[key] = self._rise(position, levels, declaring)
        return found

    def _rise(self, position: int, levels: int, declaring: bool) -> tuple[int, int]:
        if self.holds(position, declaring):
            return position, levels
        highest = position + levels if self.laps else max(position, min(position + levels, self.size))
        stops = self.stops_declarers if declaring else self.stops_attackers
        if self.must_play and stops:
            for step in range(position + 1, min(highest, position + self.size + len(self.below) + 1)):
                if self.is_must_play(step):
                    return step, position + levels - step
        return highest, 0

    def to_must_play(self, position: int, declaring: bool) -> int:
        """Straight to the next must-play rung: above ``position`` for declarers; attackers on one stay on
        it."""
        if not declaring and self.is_must_play(position):
            return position
        step = position + 1
        while not self.is_must_play(step):
            if not self.laps and step >= self.size:
                return self.size
            step += 1
        return step

    def back_to_must_play(self, position: int) -> int:
        """Back to the must-play rung before ``position``, or to the start where there is none."""
        step = position - 1
        while step > self.start and not self.is_must_play(step):
            step -= 1
        return min(position, step if self.is_must_play(step) else self.start)

    def fall(self, position: int, levels: int) -> int:
        """Go down ``levels``, never below the lowest place of the ladder."""
        return max(position - levels, self.lowest)

    def fall_to(self, position: int, rung: str) -> int:
        """Fall to a rung of the lap that one is on (never a rise)."""
        if position < 0:
            return position
        lap = position // self.size if self.laps else 0
        return min(position, lap * self.size + self.rungs.index(rung))

    # -- the end ---------------------------------------------------------------------------------------------

    def has_won(self, position: int) -> bool:
        """Whether a side at ``position`` has passed the target and with it won the game."""
        return not self.laps and position >= self.size

    def has_lost(self, position: int) -> bool:
        """Whether a side at ``position`` has fallen so deep that the game is lost."""
        return self.lost_at != "never" and position <= self.lowest < 0


def _is_lap(text: str) -> bool:
    """Whether a text is the number of a lap after the first, as it is written."""
    return text.isascii() and text.isdigit() and len(text) <= 3 and text[0] != "0" and text != "1"


def _complain_of_bad_rungs(reader: Reader, key: str, rungs: tuple[str, ...]) -> None:
    for index, rung in enumerate(rungs):
        if not rung or "@" in rung or rung in (PASSED, FALLEN):
            reader.complain("rule-set-bad-rung", f"{key}[{index}]", rung=rung)
        elif rung in rungs[:index]:
            reader.complain("rule-set-twice", key, name=rung)


def _one_of(reader: Reader, key: str, rungs: tuple[str, ...], default: str) -> str:
    value = reader.text(key, default)
    if value not in rungs:
        reader.complain("rule-set-unknown-rung", key, rung=value, rungs=", ".join(rungs))
        return default
    return value
