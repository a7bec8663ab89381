"""A whole event of one regulation, small enough for a test."""

from __future__ import annotations

from typing import Any

from tournament.documents.papers import KINDS, make
from tournament.documents.papers_values import Asked
from tournament.models import Event, Stage
from tournament.rehearsal.playing import Rehearsal, start_rehearsal
from tournament.stages.standings import standings_of


def rehearsed(slug: str, size: int, actor: Any) -> tuple[Rehearsal, Event]:
    """An event of ``slug`` with ``size`` pairs, played to its end."""
    rehearsal = Rehearsal(slug, actor, entries=size, seed=3)
    return rehearsal, rehearsal.play(start_rehearsal(slug, actor))


def runs_to_its_awards(slug: str, size: int, actor: Any) -> None:
    """Play it, and look whether every stage is done, somebody has won, and the awards print."""
    rehearsal, event = rehearsed(slug, size, actor)
    stages = list(event.stages.all())
    assert {stage.status for stage in stages} == {Stage.Status.DONE}
    assert standings_of(stages[-1]).lines[0].rank == 1
    assert rehearsal.diary.incidents["discarded_draw"] == len(stages)
    assert make(KINDS["awards"], Asked(event)).content.startswith(b"%PDF")
