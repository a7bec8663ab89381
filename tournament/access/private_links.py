"""Private addresses: a token that opens one page without an account. Only its hash is kept."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from django.utils import timezone

from tournament.change import Change
from tournament.models import Link

TOKEN_BYTES = 24


def new_link(step: Change, purpose: str, **target: Any) -> str:
    """A new token for ``target`` (a branch, a squad); returned once. Older ones of it stop working."""
    revoke(step, purpose, **target)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    link = Link.objects.create(event=step.event, purpose=purpose, token_hash=hashed(token), **target)
    step.record("link-made", link)
    return token


def revoke(step: Change, purpose: str, **target: Any) -> int:
    """Close the pages of ``target``; returns how many there were."""
    open_ = Link.objects.filter(event=step.event, purpose=purpose, revoked_at__isnull=True, **target)
    return open_.update(revoked_at=timezone.now())


def opened_by(token: str, purpose: str) -> Link | None:
    """The link of a token; ``None`` for one that was guessed, revoked, or has expired."""
    found = Link.objects.filter(token_hash=hashed(token), purpose=purpose, revoked_at__isnull=True)
    link = found.select_related("event__rule_set", "squad").first()
    if link is None or (link.expires_at is not None and link.expires_at < timezone.now()):
        return None
    return link


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
