"""Nothing is lost: verify finds what was altered, copies are whole and come back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from rules.answers import Refused
from scoring.models import Hand, Match
from tests.hall import play, start_round
from tournament.keeping import backups
from tournament.keeping.verifying import verify
from tournament.models import Audit, Board, Round
from tournament.officiating import entering

pytestmark = pytest.mark.django_db


def codes(problems):
    return [problem.code for problem in problems]


@pytest.fixture
def board(event, organiser):
    round_ = start_round(event, organiser)
    board = round_.boards.select_related("match__rule_set", "round__stage__event").get(table=1)
    play(board, organiser, [("A", 0), ("A", 60)])
    return board


def test_an_event_as_it_was_played_verifies(event, board):
    assert verify(event) == []


def test_an_altered_hand_is_found(event, board):
    Hand.objects.filter(match=board.match_id, number=1).update(points=120)
    assert "result-differs" in codes(verify(event))


def test_an_altered_result_is_found(event, board):
    match = Match.objects.get(pk=board.match_id)
    match.result["points"] = [0, 2]
    match.save()
    assert codes(verify(event)) == ["result-differs"]


def test_a_missing_hand_is_found(event, board):
    Hand.objects.filter(match=board.match_id, number=1).delete()
    assert "hands-not-in-order" in codes(verify(event))


def test_a_missing_row_of_the_record_is_found(event, board):
    Audit.objects.filter(event=event, seq=3)._raw_delete("default")
    assert codes(verify(event)) == ["record-broken"]


def test_a_round_closed_by_force_is_found(event, board):
    Round.objects.filter(pk=board.round_id).update(status=Round.Status.CLOSED)
    assert "closed-with-open-tables" in codes(verify(event))


def test_a_confirmation_of_an_open_match_is_found(event, organiser, board):
    other = board.round.boards.get(table=2)
    entering.enter_hand(other, organiser, {"declarer": "A", "points": 60}, version=0)
    Board.objects.filter(pk=other.pk).update(confirmed_at=timezone.now())
    assert "confirmed-not-over" in codes(verify(event))


class TestCopies:
    @pytest.fixture(autouse=True)
    def folder(self, settings, tmp_path):
        settings.DATA_DIR = tmp_path

    def name(self, age: timedelta) -> None:
        stamp = (timezone.now() - age).strftime(backups.STAMP)
        (backups.folder() / f"{stamp}-regular.sqlite3").write_bytes(b"")

    def test_a_copy_is_whole(self, transactional_db, event):
        if connection.vendor != "sqlite":
            copy = backups.make_backup()
            assert copy.stat().st_size > 1000
            return
        copy = backups.make_backup()
        backups.check_copy(copy)
        with closing(sqlite3.connect(copy)) as database:
            assert database.execute("SELECT name FROM tournament_event").fetchone()[0] == event.name

    @pytest.mark.parametrize("content", [b"", b"not a database at all", b"SQLite format 3\0" + b"x" * 5000])
    def test_a_damaged_copy_is_refused(self, content):
        suffix = "sqlite3" if connection.vendor == "sqlite" else "dump"
        copy = backups.folder() / f"20260101-000000-000000-x.{suffix}"
        copy.write_bytes(content)
        with pytest.raises(Refused) as refused:
            backups.check_copy(copy)
        assert codes(refused.value.problems) == ["backup-damaged"]

    def test_a_missing_copy_is_refused(self):
        with pytest.raises(Refused) as refused:
            backups.check_copy(backups.folder() / "nothing.sqlite3")
        assert codes(refused.value.problems) == ["backup-missing"]

    def test_the_latest_six_hours_are_all_kept(self):
        for minutes in range(0, 350, 15):
            self.name(timedelta(minutes=minutes))
        assert backups.rotate() == []

    def test_older_copies_are_thinned_out(self):
        for hours in range(7, 24 * 40, 1):
            self.name(timedelta(hours=hours))
            self.name(timedelta(hours=hours, minutes=-20))
        backups.rotate()
        assert len(backups.backups()) <= 2 * 24 + 30 + 4
        ages = [timezone.now() - backups.made_at(copy) for copy in backups.backups()]
        assert max(ages) <= timedelta(days=30)
        assert min(ages) < timedelta(hours=8)

    def test_rotation_throws_nothing_away_twice(self):
        for hours in range(7, 100):
            self.name(timedelta(hours=hours))
        backups.rotate()
        assert backups.rotate() == []
