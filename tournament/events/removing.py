"""Taking a whole event away: only ever a rehearsal, or by its organiser's express word."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from rules.answers import Problem, Refused
from scoring.models import Match
from tournament.access.permissions import require
from tournament.models import Event, Round


def may_go(event: Event) -> bool:
    """Whether ``event`` can be removed: while no round is published, or where the public does not see it."""
    if event.rehearsal_of_id is not None or not event.is_public:
        return True
    return not Round.objects.published().filter(stage__event=event).exists()


def remove_by_word(event: Event, actor: AbstractBaseUser, typed: str) -> None:
    """Remove ``event`` for its organiser, who has ``typed`` its name to say that it is meant.

    Refused with another name, and for a public event of which a round is published.
    """
    require(event, actor, "manage_event")
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        if not may_go(locked):
            raise Refused([Problem("event-is-public", "event")])
        if " ".join(typed.split()) != " ".join(locked.name.split()):
            raise Refused([Problem("name-differs", "name")])
        remove_event(locked)


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
