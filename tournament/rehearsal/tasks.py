"""The rehearsal as background work."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model

from tournament.events.removing import remove_event
from tournament.jobs.registry import handles
from tournament.jobs.running import Run
from tournament.models import Event
from tournament.rehearsal.playing import Rehearsal, start_rehearsal


@handles("rehearse", attempts=2)
def rehearse(run: Run) -> dict[str, Any]:
    """Play a throw-away copy of an event. Earlier copies go first, so it is safe to run twice."""
    event = Event.objects.select_related("rule_set").get(key=run.args["event"])
    for old in event.rehearsals.all():
        remove_event(old)
    actor = get_user_model().objects.get(pk=run.job.created_by_id)
    rounds = sum(int(stage.config.get("rounds") or 1) for stage in event.stages.all())

    def tell(round_: str, done: int, all_: int) -> None:
        run.progress(100 * ((int(round_) - 1) + done / max(all_, 1)) / rounds)

    rehearsal = Rehearsal(event.template, actor, entries=int(run.args["entries"]), seed=run.job.pk, tell=tell)
    copy = start_rehearsal(event.template, actor, event)
    rehearsal.play(copy)
    return {
        "event": copy.slug,
        "hands": rehearsal.diary.hands,
        "entries": rehearsal.entries,
        "incidents": dict(rehearsal.diary.incidents),
    }
