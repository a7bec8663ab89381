"""One event as one file: to move it to another machine, to keep it, to check it with other software."""

from tournament.event_file.reading import read_event
from tournament.event_file.writing import FORMAT, VERSION, write_event

__all__ = ["FORMAT", "VERSION", "read_event", "write_event"]
