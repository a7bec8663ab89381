"""Database connections in threads that no web request opens and closes for us."""

from django.db import connections


def let_go_of_broken() -> None:
    """Close this thread's connections that broke or are too old, but none within a transaction.

    Django's own ``close_old_connections`` would cut off a caller who runs a job inside a transaction.
    """
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()


def let_go_of_all() -> None:
    """Close this thread's connections: it ends."""
    connections.close_all()
