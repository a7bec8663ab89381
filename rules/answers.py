"""The two kinds of answer that every engine gives: why something is so, and what a person can mend.

Both are plain values. They carry a stable code and the numbers that were used, never a finished sentence:
the ``wording`` module of each room turns them into words when somebody looks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of an explanation.

    ``code`` names the step, ``clause`` is the regulation's own number for it (may be empty),
    ``values`` are the numbers and names that were used.
    """

    code: str
    clause: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that a person can mend: what is wrong (``code``), where (``at``), with which ``values``.

    ``severity`` is ``"error"`` for what is refused and ``"unlikely"`` for what needs a second confirmation.
    """

    code: str
    at: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    severity: str = "error"


class Refused(Exception):
    """Raised where work cannot go on because of problems that a person can mend. Carries them all."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(f"{problem.code} at {problem.at or '-'}" for problem in problems))
        self.problems: tuple[Problem, ...] = tuple(problems)
