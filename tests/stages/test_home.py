"""The organiser's next step through several stages."""

from __future__ import annotations

import pytest

from tournament.display.home import next_step, steps_of

from .conftest import play_round, play_stage
from .test_chains import all_level, groups, knockout

pytestmark = pytest.mark.django_db


def test_after_the_groups_the_next_step_is_the_draw_of_the_knockout(make, organiser):
    event = make(8, [groups(2), knockout()])
    first = event.stages.get(slug="groups")
    play_round(first, organiser)
    assert next_step(event).url.endswith("/draw/")
    play_stage(first, organiser)
    step = next_step(event)
    assert "groups" in step.lead
    assert "ko" in step.label
    play_stage(event.stages.get(slug="ko"), organiser)
    assert next_step(event).url.endswith("/papers/")


def test_ties_that_block_the_next_stage_are_counted(make, organiser):
    event = make(8, [groups(2), knockout()])
    free = next_step(event).hint
    play_stage(event.stages.get(slug="groups"), organiser, all_level)
    step = next_step(event)
    assert "1" in step.hint
    assert step.hint != free


def test_the_way_of_the_event_names_stages_and_the_rounds_of_a_knockout(make, organiser):
    event = make(8, [groups(2), knockout()])
    play_stage(event.stages.get(slug="groups"), organiser)
    labels = [step["label"] for step in steps_of(event)]
    assert len(labels) == 1 + 3 + 1
    assert sum("groups" in label for label in labels) == 3
    play_stage(event.stages.get(slug="ko"), organiser)
    steps = steps_of(event)
    assert len(steps) == 1 + 3 + 2
    assert {step["state"] for step in steps} == {"done"}
    assert len({step["label"] for step in steps}) == 6
