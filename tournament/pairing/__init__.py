"""Who meets whom: Swiss, round robin, knock-out, groups and squads. Pure: no Django, no clock, no chance of
its own."""

from .lots import Lots, draw_order
from .options import PairingOptions, load_options
from .round_robin import round_robin
from .swiss import pair
from .values import BYE_ASKED, BYE_GIVEN, EntryId, Pairing, PairingEntry, Seed

__all__ = [
    "BYE_ASKED",
    "BYE_GIVEN",
    "EntryId",
    "Lots",
    "Pairing",
    "PairingEntry",
    "PairingOptions",
    "Seed",
    "draw_order",
    "load_options",
    "pair",
    "round_robin",
]
