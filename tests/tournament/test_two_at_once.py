"""Two people save the same thing at the same moment, each in a process of her own."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from scoring.models import Hand, Match
from tournament.change import broken_link
from tournament.models import Audit, Role
from tournament.officiating import entering

from .conftest import start_round

MODULE = "tests.tournament.referee_process"

pytestmark = pytest.mark.django_db(transaction=True)


def together(
    action: str | list[str], board: Any, users: list[Any], version: int, times: int = 1
) -> list[list[str]]:
    """Let each user act on ``board`` from a process of its own, all starting at one word.

    ``action`` is what all of them do, or what each of them does.
    """
    actions = [action] * len(users) if isinstance(action, str) else action
    database = connection.settings_dict
    environment = {**os.environ, "JICHA_SECRET_KEY": settings.SECRET_KEY}
    if connection.vendor == "sqlite":
        environment["JICHA_SQLITE"] = str(database["NAME"])
    else:
        environment["DATABASE_URL"] = (
            f"postgres://{database['USER']}:{database['PASSWORD']}@{database['HOST'] or 'localhost'}"
            f":{database['PORT'] or 5432}/{database['NAME']}"
        )
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", MODULE, does, str(board.key), str(user.pk), str(version), str(times)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            cwd=settings.BASE_DIR,
        )
        for does, user in zip(actions, users, strict=True)
    ]
    for process in processes:
        assert process.stdout.readline().strip() == "ready"
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    return [process.communicate(timeout=120)[0].split() for process in processes]


@pytest.fixture
def board(event, organiser):
    return start_round(event, organiser).boards.select_related("match").get(table=1)


def test_of_two_processes_that_enter_the_same_hand_one_saves(board, event, organiser, member):
    other = member(event, Role.REFEREE)
    answers = together("enter", board, [organiser, other], 0, times=20)
    hands = list(Hand.objects.filter(match=board.match_id).values_list("number", flat=True))
    saved = sum(answer.count("saved") for answer in answers)
    assert hands == list(range(1, saved + 1))
    assert saved >= 20
    for first, second in zip(*answers, strict=True):
        assert {first, second} <= {"saved", "conflict", "refused"}
    assert Match.objects.get(pk=board.match_id).version == saved
    assert Audit.objects.filter(event=event, action="hand-entered").count() == saved
    assert broken_link(event) is None


def test_of_two_processes_that_confirm_one_result_exactly_one_does(board, event, organiser, member):
    chief = member(event, Role.CHIEF_REFEREE)
    saved = entering.enter_levels(board, organiser, "8", "2", version=0)
    answers = together("confirm", board, [organiser, chief], saved.version, times=50)
    assert sum(answer.count("saved") for answer in answers) == 1
    assert Audit.objects.filter(event=event, action="result-confirmed").count() == 1


def test_a_result_is_not_confirmed_while_its_last_hand_is_taken_back(board, event, organiser, member):
    chief = member(event, Role.CHIEF_REFEREE)
    entering.enter_hand(board, organiser, {"declarer": "A", "points": 60}, version=0)
    entering.enter_hand(board, organiser, {"declarer": "A", "points": 60}, version=1)
    saved = entering.end_table(board, organiser, version=2)
    confirming, undoing = together(["confirm", "undo"], board, [organiser, chief], saved.version)
    assert (confirming + undoing).count("saved") == 1
    board.refresh_from_db()
    hands = Hand.objects.filter(match=board.match_id).count()
    assert (board.confirmed_at is not None, hands) in ((True, 2), (False, 1))
    assert broken_link(event) is None
