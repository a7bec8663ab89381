"""Reading entry forms as they really come: workbooks and CSV in, proposed entries and problems at their
cells out.

Pure: no Django, no database, no clock.
"""

from .assemble import read_entries
from .branch_list import BranchReading, ProposedBranch, read_branches
from .proposed import ProposedEntry, ProposedPlayer, Reading
from .values import Limits

__all__ = [
    "BranchReading",
    "Limits",
    "ProposedBranch",
    "ProposedEntry",
    "ProposedPlayer",
    "Reading",
    "read_branches",
    "read_entries",
]
