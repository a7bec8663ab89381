"""Who meets whom: Swiss, round robin, knock-out, groups and squads, answered with plain values."""

from .bracket import Bracket, BracketMatch, Place, Source, best_losers_needed, bracket_from_lines
from .crossing import Crossing, Qualifier, cross, lines_from_pairs, qualifiers
from .groups import Grouping, group_label, groups
from .knockout import knockout
from .lots import Lots, draw_order
from .options import PairingOptions, load_options
from .progress import Move, Seated, correction, places, seat
from .round_robin import drawn_round_robin, round_robin, withdrawal_effect
from .squads import Encounter, LineUp, SquadRound, check_line_up, draw_boards, reveal, squad_round_robin
from .swiss import pair
from .tables import balanced_tables
from .values import BYE_ASKED, BYE_GIVEN, EntryId, Pairing, PairingEntry, Seed

__all__ = [
    "BYE_ASKED",
    "BYE_GIVEN",
    "Bracket",
    "BracketMatch",
    "Crossing",
    "Encounter",
    "EntryId",
    "Grouping",
    "LineUp",
    "Lots",
    "Move",
    "Pairing",
    "PairingEntry",
    "PairingOptions",
    "Place",
    "Qualifier",
    "Seated",
    "Seed",
    "Source",
    "SquadRound",
    "balanced_tables",
    "best_losers_needed",
    "bracket_from_lines",
    "check_line_up",
    "correction",
    "cross",
    "draw_boards",
    "draw_order",
    "drawn_round_robin",
    "group_label",
    "groups",
    "knockout",
    "lines_from_pairs",
    "load_options",
    "pair",
    "places",
    "qualifiers",
    "reveal",
    "round_robin",
    "seat",
    "squad_round_robin",
    "withdrawal_effect",
]
