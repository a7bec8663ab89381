"""PINs and private addresses: random, hashed, revocable, and they end."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tournament.access.pins import LASTS, add_referee, by_pin, renew_pin, revoke
from tournament.models import Audit, Link, Membership
from tournament.registration.links import make_link

pytestmark = pytest.mark.django_db


def test_pin_opens_nothing_once_its_days_are_over(event, organiser, client):
    membership, pin = add_referee(event, organiser, "裁判甲")
    with time_machine.travel(timezone.now() + LASTS - timedelta(hours=1), tick=False):
        assert by_pin(event, pin) == membership
    with time_machine.travel(timezone.now() + LASTS + timedelta(hours=1), tick=False):
        assert by_pin(event, pin) is None
        assert client.post(f"/e/{event.slug}/pin/", {"pin": pin}).status_code == 422
        again = renew_pin(membership, organiser)
        assert by_pin(event, again) == membership


def test_pin_and_link_are_kept_as_hashes_only_and_stand_in_no_record(event, organiser):
    membership, pin = add_referee(event, organiser, "裁判甲")
    token = make_link(event.branches.first(), organiser)
    kept = [str(row) for row in Membership.objects.values()] + [str(row) for row in Link.objects.values()]
    kept += [f"{row['changes']}{row['reason']}" for row in Audit.objects.values("changes", "reason")]
    assert not any(token in row for row in kept)
    assert not any(f"'{pin}'" in row for row in kept)
    assert len(token) >= 22, "128 bits at least"
    assert membership.pin_digest
    assert len(membership.pin_digest) == 64


def test_pin_of_another_event_opens_nothing(make_event, organiser):
    one, other = make_event(0), make_event(0)
    _membership, pin = add_referee(one, organiser, "裁判甲")
    assert by_pin(other, pin) is None


def test_taken_away_role_ends_a_session_that_is_open(event, organiser, client):
    membership, pin = add_referee(event, organiser, "裁判甲")
    client.post(f"/e/{event.slug}/pin/", {"pin": pin})
    assert client.get(f"/e/{event.slug}/tables/").status_code == 200
    revoke(membership, organiser)
    assert client.get(f"/e/{event.slug}/tables/").status_code == 403
