"""What does the organiser do next? One next step, and what is missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import prefetch_related_objects
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Entry, Event, Role, Round, Stage
from tournament.stages.progress import current_round, current_stage, is_last, rounds_of, stage_before
from tournament.stages.settling import ties_before
from tournament.stages.shown import round_name


@dataclass(frozen=True)
class NextStep:
    """Where things stand, what the button does, and what will come of it."""

    lead: str
    label: str
    url: str
    hint: str = ""


def next_step(event: Event) -> NextStep:
    """The one thing to do now."""
    return step_among(event, list(event.stages.all()), event.entries.pairs().playing().count())


def step_among(event: Event, stages: list[Stage], count: int) -> NextStep:
    """The same, where ``stages`` of the event and the ``count`` of its playing pairs are known."""

    def to(name: str) -> str:
        return reverse(name, args=[event.slug])

    if count < 2:
        return NextStep(
            _("Nobody is entered yet."),
            _("Read in entry forms"),
            to("entries-upload"),
            _("You will see what was understood before anything is entered."),
        )
    stage = current_stage(stages)
    assert stage is not None
    round_ = current_round(stage)
    before = stage_before(stage) if round_ is None else None
    if before is not None:
        ties = len(ties_before(stage))
        return NextStep(
            _("“%(before)s” is finished.") % {"before": before.name},
            _("Draw “%(stage)s”") % {"stage": stage.name},
            to("draw"),
            ngettext(
                "%(count)d tie has to be settled first.", "%(count)d ties have to be settled first.", ties
            )
            % {"count": ties}
            if ties
            else _("Who goes on follows from the standings; you see the draft first."),
        )
    if round_ is None:
        unseen = event.entries.pairs().filter(status=Entry.Status.ENTERED).count()
        if unseen:
            return NextStep(
                ngettext(
                    "%(count)d pair is entered, %(unseen)d is not checked in yet.",
                    "%(count)d pairs are entered, %(unseen)d are not checked in yet.",
                    count,
                )
                % {"count": count, "unseen": unseen},
                _("Check in"),
                to("entries"),
                _("Then draw the first round."),
            )
        return NextStep(
            _("All %(count)d pairs are checked in.") % {"count": count},
            _("Draw round 1"),
            to("draw"),
            _("As a draft that only you see."),
        )
    return _step_of_round(event, round_, to)


def _step_of_round(event: Event, round_: Round, to: Any) -> NextStep:
    number, stage = round_.number, round_.stage
    if round_.status == Round.Status.DRAFT:
        return NextStep(
            _("Round %(number)d is drawn as a draft.") % {"number": number},
            _("Look at the draft"),
            to("draw"),
            _("Publish it, or discard it and draw again."),
        )
    if round_.status == Round.Status.PUBLISHED:
        return NextStep(
            _("Round %(number)d is published.") % {"number": number},
            _("Print the score sheets"),
            to("papers"),
            _("Then start the clock at the desk."),
        )
    if round_.status == Round.Status.PLAYING:
        missing = round_.boards.filter(confirmed_at__isnull=True).count()
        lead = (
            ngettext(
                "Round %(number)d still has %(missing)d table without a confirmed result.",
                "Round %(number)d still has %(missing)d tables without a confirmed result.",
                missing,
            )
            % {"number": number, "missing": missing}
            if missing
            else _("All results of round %(number)d are confirmed.") % {"number": number}
        )
        return NextStep(lead, _("Go to the desk"), to("desk"))
    if is_last(round_) and stage.status == Stage.Status.DONE:
        return NextStep(
            _("All rounds are played."),
            _("Print the final standings"),
            to("papers"),
            _("And the results as a workbook."),
        )
    if is_last(round_):
        return NextStep(
            _("Round %(number)d is closed, but an earlier round is open again.") % {"number": number},
            _("Go to the desk"),
            to("desk"),
        )
    hint = (
        _("By the standings; as a draft that only you see.")
        if stage.format == Stage.Format.SWISS
        else _("By lots and bracket as drawn; as a draft that only you see.")
    )
    return NextStep(
        _("Round %(number)d is closed.") % {"number": number},
        _("Draw round %(number)d") % {"number": number + 1},
        to("draw"),
        hint,
    )


def steps_of(event: Event) -> list[dict[str, str]]:
    """The way of the event as a picture: entries, each round, the end."""
    return steps_among(event, list(event.stages.all()), event.entries.pairs().playing().count())


def steps_among(event: Event, stages: list[Stage], count: int) -> list[dict[str, str]]:
    """The same, where ``stages`` of the event and the ``count`` of its playing pairs are known."""
    entered = count > 0 or event.entries.pairs().exists()
    steps = [
        {
            "label": _("Entries"),
            "state": "done" if entered else "now",
            "note": _("%(count)d pairs") % {"count": count},
            "url": reverse("entries", args=[event.slug]),
        }
    ]
    now_given = not entered
    prefetch_related_objects(stages, "rounds")
    for stage in stages:
        rounds = _rounds_of(stage)
        for number in range(1, rounds + 1):
            round_ = next((one for one in stage.rounds.all() if one.number == number), None)
            state = "later"
            if round_ is not None and round_.status == Round.Status.CLOSED:
                state = "done"
            elif not now_given:
                state, now_given = "now", True
            steps.append(
                {
                    "label": _label(stage, number, rounds, len(stages)),
                    "state": state,
                    "note": str(round_.get_status_display()) if round_ else "",
                    "url": reverse("round", args=[event.slug, stage.slug, number])
                    if round_ and round_.status not in (Round.Status.EMPTY, Round.Status.DRAFT)
                    else "",
                }
            )
    return steps


def _rounds_of(stage: Stage) -> int:
    known = stage.config.get("rounds") or rounds_of(stage)
    return int(known or max((one.number for one in stage.rounds.all()), default=1))


def _label(stage: Stage, number: int, rounds: int, stages: int) -> str:
    """A round by its name; with its stage where there are several, a knock-out's as people call it."""
    if stage.format == Stage.Format.KNOCKOUT and stage.rounds.all() and not stage.config.get("rounds"):
        return round_name(number, rounds)
    if stages == 1:
        return _("Round %(number)d") % {"number": number}
    return _("%(stage)s, round %(number)d") % {"stage": stage.name, "number": number}


def role_word(roles: Any) -> str:
    """The visitor's roles in words."""
    return "、".join(str(Role(role).label) for role in sorted(roles))
