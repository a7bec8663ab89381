"""PINs: each referee has one of her own, so that two confirmations are two people."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from tournament.access.permissions import require
from tournament.change import Change, change
from tournament.models import Event, Membership, Role

DIGITS = 6
# Longer than any event is prepared and played; afterwards a PIN opens nothing.
LASTS = timedelta(days=60)


def pin_digest(event: Event, pin: str) -> str:
    """A keyed hash, so that a stolen database does not tell the PINs."""
    text = f"{event.key}:{pin}".encode()
    return hmac.new(settings.SECRET_KEY.encode(), text, hashlib.sha256).hexdigest()


def add_referee(
    event: Event, actor: AbstractBaseUser, name: str, role: Role = Role.REFEREE
) -> tuple[Membership, str]:
    """Give somebody without an account a role and a PIN. The PIN is returned once and kept nowhere."""
    require(event, actor, "manage_event")
    with change(event, actor, public=False) as step:
        user = get_user_model().objects.create_user(f"pin-{secrets.token_hex(8)}")
        membership = Membership(event=event, user=user, role=role, name=name)
        pin = _give_pin(step, membership)
        step.record("referee-added", membership, {"role": (None, role)})
    return membership, pin


def renew_pin(membership: Membership, actor: AbstractBaseUser) -> str:
    """A new PIN for one referee; the old one stops working at once."""
    event = membership.event
    require(event, actor, "manage_event")
    with change(event, actor, public=False) as step:
        pin = _give_pin(step, membership)
        step.record("pin-renewed", membership)
    return pin


def revoke(membership: Membership, actor: AbstractBaseUser) -> None:
    """Take a role away; what its holder entered stays."""
    require(membership.event, actor, "manage_event")
    with change(membership.event, actor, public=False) as step:
        membership.active = False
        membership.pin_digest = None
        membership.save(update_fields=["active", "pin_digest"])
        step.record("role-revoked", membership, {"active": (True, False)})


def by_pin(event: Event, pin: str) -> Membership | None:
    """Whose PIN this is, or ``None``: it is unknown, or was revoked, or its 60 days are over."""
    digits = "".join(sign for sign in pin if sign.isdigit())
    if len(digits) != DIGITS:
        return None
    return (
        Membership.objects.filter(event=event, pin_digest=pin_digest(event, digits), active=True)
        .filter(Q(pin_expires_at__isnull=True) | Q(pin_expires_at__gt=timezone.now()))
        .select_related("user")
        .first()
    )


def _give_pin(step: Change, membership: Membership) -> str:
    membership.pin_expires_at = timezone.now() + LASTS
    for _ in range(50):
        pin = f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"
        membership.pin_digest = pin_digest(step.event, pin)
        try:
            with transaction.atomic():
                membership.save()
        except IntegrityError:
            continue
        return pin
    raise AssertionError("no free PIN in fifty tries")
