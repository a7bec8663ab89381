"""Taking a whole event away: only ever a rehearsal, or by its organiser's express word."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.db import transaction

from scoring.models import Match
from tournament.models import Event


def remove_event(event: Event) -> None:
    """Remove ``event`` with everything in it, and the users that existed for its PINs only."""
    with transaction.atomic():
        matches = list(Match.objects.filter(board__round__stage__event=event).values_list("pk", flat=True))
        users = list(
            get_user_model()
            .objects.filter(memberships__event=event, username__startswith="pin-")
            .values_list("pk", flat=True)
        )
        Event.objects.filter(pk=event.pk).delete()
        Match.objects.filter(pk__in=matches).delete()
        get_user_model().objects.filter(pk__in=users, memberships__isnull=True).delete()
