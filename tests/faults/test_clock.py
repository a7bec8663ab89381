"""A clock that is set back while an event is being played."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.hall import finish_round, start_round
from tournament.access import rate_limit
from tournament.keeping import backups, tasks
from tournament.keeping.verifying import verify
from tournament.models import Audit, Job
from tournament.officiating import entering

pytestmark = pytest.mark.django_db


@pytest.fixture
def back():
    """``with back(hours=3):`` as if somebody had corrected the machine's clock."""
    return lambda **by: time_machine.travel(timezone.now() - timedelta(**by))


def test_hands_go_on_and_the_record_stays_in_order(event, organiser, back):
    round_ = start_round(event, organiser)
    board = round_.boards.get(table=1)
    saved = entering.enter_hand(board, organiser, {"declarer": "A", "points": 60}, version=0)
    with back(hours=3):
        entering.enter_hand(board, organiser, {"declarer": "A", "points": 60}, version=saved.version)
        for other in round_.boards.exclude(pk=board.pk):
            entering.enter_levels(other, organiser, "8", "2", version=0)
    seqs = list(Audit.objects.filter(event=event).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, len(seqs) + 1))
    assert verify(event) == []


def test_whole_round_can_be_played_in_the_past(event, organiser, back):
    round_ = start_round(event, organiser)
    with back(hours=3):
        finish_round(round_, organiser)
        finish_round(start_round(event, organiser), organiser)
    assert verify(event) == []


def test_copies_are_made_again_at_once(event, settings, tmp_path, back):
    settings.DATA_DIR = tmp_path
    stamp = timezone.now().strftime(backups.STAMP)
    (backups.folder() / f"{stamp}-regular.sqlite3").write_bytes(b"")
    Job.objects.create(kind="backup", status=Job.Status.DONE)
    with back(hours=3):
        assert tasks.backup_when_due(timezone.now()) == 1
        assert tasks.backup_when_due(timezone.now()) == 0


def test_locked_out_address_does_not_stay_locked_until_the_clock_has_caught_up(back):
    for _ in range(rate_limit.TRIES):
        rate_limit.count_failure("pin", "10.0.0.1")
    assert rate_limit.too_many("pin", "10.0.0.1")
    with back(hours=3):
        assert not rate_limit.too_many("pin", "10.0.0.1")
