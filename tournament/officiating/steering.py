"""The desk steers the big screen."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import change
from tournament.models import Event, Screen


def screen_of(event: Event) -> Screen:
    """What the screen shows; everything in turn until the desk says otherwise."""
    return Screen.objects.filter(event=event).first() or Screen(event=event)


def steer(event: Event, actor: AbstractBaseUser, show: str, *, notice: str = "", seconds: int = 12) -> Screen:
    """Let the screen show one thing, or everything in turn for ``seconds`` each, and a notice with it."""
    require(event, actor, "run_clock")
    if show not in Screen.Show.values:
        raise Refused([Problem("screen-show", "show", {"given": show})])
    if not 3 <= seconds <= 120:
        raise Refused([Problem("screen-seconds", "seconds")])
    with change(event, actor) as step:
        row = Screen.objects.filter(event=event).first() or Screen(event=event)
        before, row.show = row.show, show
        row.notice, row.seconds = notice.strip()[:200], seconds
        row.save()
        step.record("screen-steered", None, {"show": (before, show)})
    return row
