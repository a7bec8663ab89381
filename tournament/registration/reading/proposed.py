"""What a reading proposes: entries with their players, each value with the cell that it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.answers import Problem


@dataclass(frozen=True, slots=True)
class ProposedPlayer:
    """A person as she would be entered. ``sex`` is ``"male"``, ``"female"`` or empty; phones are digits.

    ``cells`` gives the address of each field that was read (``{"name": "Sheet1!B6"}``).
    """

    name: str
    phone: str = ""
    staff_number: str = ""
    sex: str = ""
    note: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)
    reserve: bool = False


@dataclass(frozen=True, slots=True)
class ProposedEntry:
    """A pair or team as it would be entered; ``label`` is the team's own name (二队), often empty.

    ``division`` is the part of the event that it enters; ``joint`` the second branch of a joint team that
    plays under the name of ``branch``.
    """

    branch: str
    contact: str = ""
    contact_phone: str = ""
    label: str = ""
    players: tuple[ProposedPlayer, ...] = ()
    cells: Mapping[str, str] = field(default_factory=dict)
    division: str = ""
    joint: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that a file proposes, and every problem at its cell (``at`` is ``Sheet1!C6``)."""

    entries: tuple[ProposedEntry, ...]
    problems: tuple[Problem, ...]
