"""The rehearsal as background work."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model

from tournament.events.removing import remove_event
from tournament.jobs.registry import handles
from tournament.jobs.run import Run
from tournament.models import Event
from tournament.rehearsal.playing import Rehearsal, start_rehearsal
from tournament.stages.planning import outline_of


@handles("rehearse", attempts=2)
def rehearse(run: Run) -> dict[str, Any]:
    """Play a throw-away copy of an event. Earlier copies go first, so it is safe to run twice."""
    event = Event.objects.select_related("rule_set").get(key=run.args["event"])
    for old in event.rehearsals.all():
        remove_event(old)
    actor = get_user_model().objects.get(pk=run.job.created_by_id)
    closed = 0

    def tell(round_: str, done: int, all_: int) -> None:
        nonlocal closed
        run.progress(min(99, 100 * (closed + done / max(all_, 1)) / max(rounds, 1)))
        closed += done == all_

    rehearsal = Rehearsal(event.template, actor, entries=int(run.args["entries"]), seed=run.job.pk, tell=tell)
    rounds = sum(len(stage.rounds) for stage in outline_of(event, rehearsal.entries))
    copy = start_rehearsal(event.template, actor, event)
    rehearsal.play(copy)
    return {
        "event": copy.slug,
        "hands": rehearsal.diary.hands,
        "entries": rehearsal.entries,
        "incidents": dict(rehearsal.diary.incidents),
    }
