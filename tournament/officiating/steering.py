"""The desk steers the big screen."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from tournament.access.permissions import require
from tournament.change import Conflict, change
from tournament.models import Event, Screen


def screen_of(event: Event) -> Screen:
    """What the screen shows; everything in turn until the desk says otherwise."""
    return Screen.objects.filter(event=event).first() or Screen(event=event)


def state_of(screen: Screen) -> str:
    """What a screen shows, in one line: a form that was opened on another one is an old one."""
    return f"{screen.show}/{screen.seconds}/{screen.notice}"


def steer(
    event: Event,
    actor: AbstractBaseUser,
    show: str,
    *,
    notice: str = "",
    seconds: int = 12,
    was: str | None = None,
) -> Screen:
    """Let the screen show one thing, or everything in turn for ``seconds`` each, and a notice with it.

    Raises ``Conflict`` where another desk steered it since it showed what ``was`` says.
    """
    require(event, actor, "run_clock")
    if show not in Screen.Show.values:
        raise Refused([Problem("screen-show", "show", {"given": show})])
    if not 3 <= seconds <= 120:
        raise Refused([Problem("screen-seconds", "seconds")])
    with change(event, actor) as step:
        row = Screen.objects.filter(event=event).first() or Screen(event=event)
        if was is not None and was != state_of(row):
            raise Conflict("screen", {"show": row.show, "notice": row.notice})
        before, row.show = row.show, show
        row.notice, row.seconds = notice.strip()[:200], seconds
        row.save()
        step.record("screen-steered", None, {"show": (before, show)})
    return row
