"""Reading entry forms as they really come: workbooks and CSV in, proposed entries and problems at their
cells out.

Pure: no Django, no database, no clock.
"""

from .assemble import read_entries
from .proposed import ProposedEntry, ProposedPlayer, Reading
from .values import Limits

__all__ = ["Limits", "ProposedEntry", "ProposedPlayer", "Reading", "read_entries"]
