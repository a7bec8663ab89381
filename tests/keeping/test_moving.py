"""An installation moves to another database with every row, or not at all."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper

from rules.answers import Refused
from tests.hall import play, start_round
from tournament.keeping import moving
from tournament.models import Audit, Event, Person

ROOT = Path(settings.BASE_DIR)


@pytest.fixture(autouse=True)
def open_any(transactional_db, django_db_blocker, monkeypatch):
    """Let the test open the target, too: by default it may open its own database only."""
    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", django_db_blocker._real_ensure_connection)


def codes(refused: Any) -> list[str]:
    return [problem.code for problem in refused.value.problems]


@pytest.fixture
def played(make_event, organiser):
    """An event with hands, rulings' tables, a record, and a name that is hard to carry."""
    event = make_event(4)
    Person.objects.filter(event=event).update(note="𠀁 'quoted' \u202e ％")
    round_ = start_round(event, organiser)
    play(
        round_.boards.select_related("match__rule_set", "round__stage__event").get(table=1),
        organiser,
        [("A", 0)],
    )
    return event


@pytest.fixture
def target(tmp_path):
    """A database that nobody has used, and a look into it afterwards."""
    return f"sqlite:///{tmp_path / 'target.sqlite3'}"


@pytest.fixture
def look(target):
    """``look(Model)``: the rows of a model in the target, as dictionaries."""

    def look_at(model: type[models.Model]) -> list[dict[str, Any]]:
        with moving.target_at(target):
            return list(model._base_manager.using(moving.TARGET).order_by("pk").values())

    return look_at


def test_every_table_arrives_with_every_row_as_it_was(played, target, look):
    heard: dict[str, int] = {}
    moved = moving.move_to(target, heard.__setitem__)
    assert heard == moved.rows
    for model in moving.all_models():
        table = model._meta.db_table
        assert moved.rows[table] == model._base_manager.count(), table
        if table != "django_session":
            assert look(model) == list(model._base_manager.order_by("pk").values()), table
    assert moved.rows["tournament_audit"] == Audit.objects.filter(event=played).count() > 3
    assert moved.rows["scoring_hand"] == 1


def test_target_with_something_in_it_is_refused_and_left_alone(played, target, look):
    moving.move_to(target)
    Event.objects.filter(pk=played.pk).update(name="later")
    with pytest.raises(Refused) as refused:
        moving.move_to(target)
    assert codes(refused) == ["target-not-empty"]
    assert look(Event)[0]["name"] == "测试赛"


def test_database_of_another_program_is_refused(played, target, tmp_path):
    import sqlite3

    with sqlite3.connect(tmp_path / "target.sqlite3") as other:
        other.execute("create table payroll (id integer)")
    other.close()
    with pytest.raises(Refused) as refused:
        moving.move_to(target)
    assert refused.value.problems[0].values == {"table": "payroll"}


def test_move_that_was_interrupted_is_simply_repeated(played, target, monkeypatch):
    real = moving._copy

    def pulled_out(model: Any) -> int:
        if model is Audit:
            real(model)
            raise KeyboardInterrupt
        return real(model)

    monkeypatch.setattr(moving, "_copy", pulled_out)
    with pytest.raises(KeyboardInterrupt):
        moving.move_to(target)
    monkeypatch.setattr(moving, "_copy", real)
    assert moving.move_to(target).rows["tournament_event"] == 1


def test_row_that_is_lost_on_the_way_is_noticed_and_nothing_stays(played, target, look, monkeypatch):
    real = moving._rows

    def lossy(model: Any, database: str) -> Any:
        rows = list(real(model, database))
        return iter(
            rows[1:]
            if model is Person and database == "default" and not lost.append(1) and len(lost) == 1
            else rows
        )

    lost: list[int] = []
    monkeypatch.setattr(moving, "_rows", lossy)
    with pytest.raises(Refused) as refused:
        moving.move_to(target)
    # A player without her person is noticed even before anything is counted.
    assert codes(refused)[0] in {"move-differs", "row-does-not-fit"}
    monkeypatch.setattr(moving, "_rows", real)
    assert look(Event) == []


def test_value_that_changes_on_the_way_is_noticed(played, target, monkeypatch):
    real = moving._rows

    def altering(model: Any, database: str) -> Any:
        for row in real(model, database):
            yield tuple(
                "altered" if value == "测试赛" and database == moving.TARGET else value for value in row
            )

    monkeypatch.setattr(moving, "_rows", altering)
    with pytest.raises(Refused) as refused:
        moving.move_to(target)
    assert codes(refused) == ["move-differs"]
    assert refused.value.problems[0].at == "tournament_event"


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("", "target-address-unreadable"),
        ("nonsense", "target-address-unreadable"),
        ("gopher://somewhere/x", "target-address-unreadable"),
        ("postgres://nobody@127.0.0.1:9/none", "target-unreachable"),
    ],
)
def test_address_that_leads_nowhere_is_said(url, code):
    with pytest.raises(Refused) as refused:
        moving.move_to(url)
    assert codes(refused) == [code]
    assert moving.TARGET not in connections.settings


@pytest.mark.embedded
def test_database_in_use_is_no_target():
    with pytest.raises(Refused) as refused:
        moving.move_to(f"sqlite:///{connection.settings_dict['NAME']}")
    assert codes(refused) == ["target-is-source"]


def test_running_server_is_not_moved_away_from_under_its_phones(monkeypatch):
    from config.management.commands import move_to as command
    from deploy.presence import Presence

    monkeypatch.setattr(command.presence, "find", lambda _folder: Presence(1, 8123))
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("move_to", "sqlite:////nowhere", stdout=out, stderr=err, language="en")
    assert end.value.code == 1
    assert json.loads(out.getvalue())["problems"][0]["code"] == "still-running"
    assert "8123" in err.getvalue()


@pytest.mark.embedded
def test_laptop_moves_to_postgresql_plays_on_there_and_verifies(tmp_path, postgresql):
    """As it is done: SQLite on the laptop, the command, PostgreSQL from then on."""
    left_out = {"DATABASE_URL", "CELERY_BROKER_URL"}
    laptop = {key: value for key, value in os.environ.items() if key not in left_out}
    laptop["JICHA_DATA"] = str(tmp_path)
    there = {**laptop, "DATABASE_URL": postgresql}

    def manage(environment: dict[str, str], *words: str) -> tuple[Any, int, str]:
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        lines = [line for line in done.stdout.splitlines() if line.startswith("{") and line.endswith("}")]
        return (json.loads(lines[-1]) if lines else None), done.returncode, done.stderr

    manage(laptop, "migrate", "-v0")
    assert manage(laptop, "rehearse", "swiss-60min", "--entries", "4", "--seed", "2", "--keep")[1] == 0
    answer, code, said = manage(laptop, "move_to", postgresql)
    assert code == 0, said
    assert answer["rows"]["tournament_event"] == 1
    assert answer["rows"]["scoring_match"] > 0
    assert manage(there, "verify")[1] == 0
    # New rows get new numbers: the sequences go on where the laptop stopped.
    assert manage(there, "rehearse", "swiss-60min", "--entries", "4", "--seed", "3", "--keep")[1] == 0
    assert manage(there, "verify")[1] == 0
    answer, code, said = manage(laptop, "move_to", postgresql)
    assert (code, answer["problems"][0]["code"]) == (1, "target-not-empty")
    assert answer["problems"][0]["fix"] in said
