"""Tie-breaks that depend on who is level: head to head, difference among the tied, lots."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from .field import Field, Side
from .results import Kind, Number, Value, in_order, tidy
from .tiebreaks import Part, TieBreak, register


class AmongTied(TieBreak):
    """Adds one number of the matches between the tied.

    ``forfeits`` says whether forfeits between them count, ``incomplete`` what to do where not all of them
    have met: "skip" leaves them level, "use" adds what there is.
    """

    among_tied = True

    def of(self, side: Side) -> Number | None:
        """What a match among the tied adds."""
        raise NotImplementedError

    def _between(self, field: Field, me: int, tied: set[int]) -> list[Side]:
        kinds = (
            {Kind.PLAYED}
            if self.chosen["forfeits"] == "ignore"
            else {Kind.PLAYED, Kind.FORFEIT, Kind.DOUBLE_FORFEIT}
        )
        return [side for side in field.sides(me) if side.opponent in tied and side.kind in kinds]

    def values(self, field: Field, group: Sequence[int]) -> list[Value]:
        tied = set(group)
        between = [self._between(field, me, tied) for me in group]
        if self.chosen["incomplete"] == "skip" and any(
            len({side.opponent for side in sides}) < len(group) - 1 for sides in between
        ):
            return [None] * len(group)
        return [tidy(sum((self.of(side) or 0) for side in sides)) for sides in between]

    def parts(self, field: Field, entry: int, group: Sequence[int]) -> list[Part]:
        sides = self._between(field, entry, set(group))
        return [
            Part(tidy(value), side.round, side)
            for side in sorted(sides, key=lambda side: side.round)
            if (value := self.of(side)) is not None
        ]


@register
class HeadToHead(AmongTied):
    """Match points from the matches between the tied."""

    key = "head_to_head"
    options = {"forfeits": ("count", "ignore"), "incomplete": ("skip", "use")}

    def of(self, side: Side) -> Number | None:
        return side.points


@register
class LevelDifferenceTied(AmongTied):
    """Level differences from the matches between the tied."""

    key = "level_difference_tied"
    needs = ("levels",)
    options = {"forfeits": ("count", "ignore"), "incomplete": ("use", "skip")}

    def of(self, side: Side) -> Number | None:
        return side.difference


def lot(seed: int | str, name: str) -> str:
    """The lot that ``name`` draws under ``seed``: the same for ever, and independent of who else draws."""
    return hashlib.sha256(f"{seed}:{name}".encode()).hexdigest()


@register
class Lots(TieBreak):
    """Lots drawn by the seed. The value is the order in which the tied come out."""

    key = "lots"
    higher_is_better = False
    among_tied = True

    def values(self, field: Field, group: Sequence[int]) -> list[Value]:
        seed, entries = field.settings.seed, field.entries
        drawn = sorted(group, key=lambda me: (lot(seed, f"{entries[me].id}"), in_order(entries[me].id)))
        place = {me: at for at, me in enumerate(drawn, start=1)}
        return [place[me] for me in group]
