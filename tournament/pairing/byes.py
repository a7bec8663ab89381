"""Who has the bye that an odd number needs.

No second bye while another has had none, then as few rematches as there can be, then the lowest rank (or, by
option, the lot).
"""

from __future__ import annotations

from collections.abc import Sequence

from .adjacent import most_met, surely_free
from .exact import least
from .field import Field
from .witness import Crowd


def choose_bye(field: Field, vertices: Sequence[int], order: Sequence[int]) -> int | None:
    """The entry of ``vertices`` (an odd number) that has the bye; ``order`` says who is asked first.

    ``None`` where bans leave more than one entry over, whoever has the bye.
    """
    plain = field.without_branches()
    for level in sorted({field.entries[v].byes for v in vertices}):
        candidates = [v for v in order if field.entries[v].byes == level]
        first = [v for v in vertices if v != candidates[0]]
        if surely_free(plain, len(first), Crowd(plain, first), most_met(plain, first)):
            return candidates[0]
        allowed = set(candidates)
        nobody = field.size

        def cost(one: int, other: int, allowed: set[int] = allowed, nobody: int = nobody) -> int | None:
            if other == nobody:
                return 0 if one in allowed else None
            return plain.cost(one, other)

        best = least([*vertices, nobody], cost)
        if best is None:
            continue
        for candidate in candidates:
            rest = least([v for v in vertices if v != candidate], plain.cost)
            if rest is not None and rest[0] == best[0]:
                return candidate
    return None
