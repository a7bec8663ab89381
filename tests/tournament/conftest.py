"""What the tests of the tournament say so often that they have it at hand."""

from tests.hall import finish_round, play, proposed, start_round

__all__ = ["finish_round", "play", "proposed", "start_round"]
