"""Every regulation runs from the entries to the awards without anybody's help."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tournament.documents.papers import KINDS
from tournament.events.creating import create_event
from tournament.models import Stage
from tournament.rehearsal.papers import papers_of
from tournament.rehearsal.playing import Rehearsal, fitting_size, start_rehearsal
from tournament.rehearsal.tasks import rehearse
from tournament.stages.replanning import add_stage, change_stage, divide
from tournament.stages.standings import standings_of

from .rehearsing import rehearsed, runs_to_its_awards

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SMALL = {
    "swiss-60min": 6,
    "knockout-3deck": 5,
    "four-deck-rounds": 6,
    "four-deck-no-bottom": 5,
    "twenty-per-level": 6,
}


@pytest.mark.parametrize(("slug", "size"), SMALL.items())
def test_every_regulation_runs_to_its_awards(slug, size, organiser):
    runs_to_its_awards(slug, size, organiser)


def test_an_event_of_two_stages_prints_what_belongs_to_each_stage(organiser, monkeypatch):
    wanted = ("draw-record", "cross-tables", "bracket", "awards")
    monkeypatch.setattr("tournament.rehearsal.papers.KINDS", {code: KINDS[code] for code in wanted})
    _, event = rehearsed("groups-cross-knockout", 8, organiser)
    made = dict(papers_of(event))
    assert [name for name, paper in made.items() if paper is None] == []
    assert {name for name in made if not name.startswith("draw-record")} == {
        "cross-tables-groups.pdf",
        "bracket-knockout.pdf",
        "awards.pdf",
    }
    assert sum(name.startswith("draw-record-knockout") for name in made) == 3


def test_what_the_organiser_changed_is_what_is_rehearsed(organiser):
    event = create_event(organiser, "swiss-60min", "正式比赛", tables=7)
    stage = change_stage(event.stages.get(), organiser, {"rounds": 1})
    final = add_stage(event, organiser, name="决赛", format_="knockout", after=stage, ranks=[1, 3])
    change_stage(final, organiser, {"best_losers": True})
    event.refresh_from_db()
    event.plan["entry"]["divisions"] = [{"name": "在职组"}, {"name": "退休组"}]
    event.save(update_fields=["plan"])
    divide(event, organiser)
    event.refresh_from_db()
    copy = start_rehearsal(event.template, organiser, event)
    rehearsal = Rehearsal(event.template, organiser, entries=9, seed=3)
    rehearsal.play(copy)
    assert copy.tables == 7
    assert [one.name for one in copy.stages.all()] == [one.name for one in event.stages.all()]
    assert {one.status for one in copy.stages.all()} == {Stage.Status.DONE}
    assert [one.rounds.count() for one in copy.stages.all()] == [1, 1, 2, 2]
    first = {line.number for line in standings_of(copy.stages.get(position=3)).lines}
    second = {line.number for line in standings_of(copy.stages.get(position=4)).lines}
    assert len(first) == len(second) == 3
    assert not first & second


def test_captains_hand_in_in_a_rehearsal_too(organiser):
    event = create_event(organiser, "branch-squads", "正式比赛")
    change_stage(event.stages.first(), organiser, {"line_ups": "captains", "every_pair": None, "boards": 2})
    event.refresh_from_db()
    rehearsal = Rehearsal(event.template, organiser, entries=9, seed=3)
    copy = rehearsal.play(start_rehearsal(event.template, organiser, event))
    assert rehearsal.diary.incidents["line_up_handed_in"] >= 4
    assert {one.status for one in copy.stages.all()} == {Stage.Status.DONE}


def test_a_size_that_does_not_fit_is_brought_to_the_nearest_that_does():
    assert fitting_size("union-squads", 32) == 9
    assert fitting_size("groups-cross-knockout", 3) == 8
    assert fitting_size("swiss-60min", 40) == 40


def test_the_rehearsal_as_background_work_tells_how_far_it_is(organiser):
    told = []
    event = create_event(organiser, "twenty-per-level", "正式比赛")
    run = SimpleNamespace(
        args={"event": str(event.key), "entries": "4"},
        job=SimpleNamespace(pk=5, created_by_id=organiser.pk),
        progress=told.append,
    )
    for _ in range(2):
        answer = rehearse(run)
        assert event.rehearsals.get().slug == answer["event"]
    assert answer["entries"] == 4
    assert told == sorted(told[: len(told) // 2]) * 2
    assert max(told) == 99
