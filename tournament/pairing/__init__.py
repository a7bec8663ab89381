"""Who meets whom: Swiss, round robin, knock-out, groups and squads, answered with plain values."""

from .bracket import Bracket, BracketMatch, Place, Source, bracket_from_lines
from .knockout import knockout
from .lots import Lots, draw_order
from .options import PairingOptions, load_options
from .progress import Move, Seated, correction, places, seat
from .round_robin import round_robin
from .swiss import pair
from .values import BYE_ASKED, BYE_GIVEN, EntryId, Pairing, PairingEntry, Seed

__all__ = [
    "BYE_ASKED",
    "BYE_GIVEN",
    "Bracket",
    "BracketMatch",
    "EntryId",
    "Lots",
    "Move",
    "Pairing",
    "PairingEntry",
    "PairingOptions",
    "Place",
    "Seated",
    "Seed",
    "Source",
    "bracket_from_lines",
    "correction",
    "draw_order",
    "knockout",
    "load_options",
    "pair",
    "places",
    "round_robin",
    "seat",
]
