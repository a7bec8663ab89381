"""Results → a ranked table, of which every number can be traced to the matches that it came from."""

# The modules below register their tie-breaks when they are imported.
from . import opponents as opponents
from . import tied as tied
from .plan import Plan, load_tiebreaks
from .results import UNPLAYED, Entry, EntryId, Kind, Result, Settings
from .table import Row, Table, as_of, history, rank
from .tiebreaks import REGISTRY, Part, TieBreak, register

__all__ = [
    "REGISTRY",
    "UNPLAYED",
    "Entry",
    "EntryId",
    "Kind",
    "Part",
    "Plan",
    "Result",
    "Row",
    "Settings",
    "Table",
    "TieBreak",
    "as_of",
    "history",
    "load_tiebreaks",
    "rank",
    "register",
]
