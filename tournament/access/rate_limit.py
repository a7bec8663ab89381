"""How often one address may try a password or a PIN. Counted in the database, for all processes."""

from __future__ import annotations

import hashlib
import hmac
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournament.models import Attempt

WINDOW = timedelta(minutes=5)
TRIES = 12


def too_many(what: str, who: str) -> bool:
    """Whether ``who`` (an address; only its hash is kept) has failed at ``what`` too often lately."""
    now = timezone.now()
    # None of the future: they were counted before the clock was set back.
    lately = Attempt.objects.filter(what=what, who=_hashed(who), at__range=(now - WINDOW, now))
    return lately.count() >= TRIES


def count_failure(what: str, who: str) -> None:
    """Count one failed try; older ones are forgotten."""
    with transaction.atomic():
        Attempt.objects.filter(at__lt=timezone.now() - 2 * WINDOW).delete()
        Attempt.objects.create(what=what, who=_hashed(who))


def forget_failures(what: str, who: str) -> None:
    """After a success."""
    Attempt.objects.filter(what=what, who=_hashed(who)).delete()


def _hashed(who: str) -> str:
    return hmac.new(settings.SECRET_KEY.encode(), who.encode(), hashlib.sha256).hexdigest()[:32]
