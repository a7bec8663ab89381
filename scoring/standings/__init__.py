"""Results → a ranked table, of which every number can be traced to the matches that it came from."""

# The modules below register their tie-breaks when they are imported.
from . import opponents as opponents
from . import tied as tied
from .configured import load_standings
from .encounters import EncounterRules, encounter_result, load_encounter
from .matches import as_result
from .plan import Plan, load_tiebreaks
from .results import UNPLAYED, WITHOUT_OPPONENT, Entry, EntryId, Kind, Result, Settings
from .squads import BranchRow, SquadRow, SquadRules, add_up, branch_totals, load_squads
from .table import Row, RowChange, Table, as_of, changes, history, rank
from .tiebreaks import REGISTRY, Part, TieBreak, register
from .withdrawal import annul, withdraw

__all__ = [
    "REGISTRY",
    "UNPLAYED",
    "WITHOUT_OPPONENT",
    "BranchRow",
    "EncounterRules",
    "Entry",
    "EntryId",
    "Kind",
    "Part",
    "Plan",
    "Result",
    "Row",
    "RowChange",
    "Settings",
    "SquadRow",
    "SquadRules",
    "Table",
    "TieBreak",
    "add_up",
    "annul",
    "as_of",
    "as_result",
    "branch_totals",
    "changes",
    "encounter_result",
    "history",
    "load_encounter",
    "load_squads",
    "load_standings",
    "load_tiebreaks",
    "rank",
    "register",
    "withdraw",
]
