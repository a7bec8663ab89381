"""The page of papers: what must be printed now, in the order of the day, and what is being made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from tournament.documents.papers import DAY, KINDS, PAGES_AT_ONCE, Kind
from tournament.documents.papers_wording import paper_problem
from tournament.documents.tasks import PAPER
from tournament.documents.typefaces import missing_characters
from tournament.jobs.selectors import as_json
from tournament.models import Branch, Entry, Event, Job, Person, Round, Ruling, Stage

JOBS_SHOWN = 8


@dataclass(frozen=True)
class Way:
    """A button: what it says, where it leads. ``order`` are the fields of a form where it is made in the
    background."""

    label: str
    url: str
    order: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Line:
    """One paper with its buttons."""

    key: str
    name: str
    about: str
    ways: list[Way]


@dataclass(frozen=True)
class Part:
    """A part of the day with its papers."""

    title: str
    lines: list[Line]


def rounds_of_event(event: Event) -> list[Round]:
    """The rounds that players may see, in order, each with its number of ``tables``."""
    return list(
        Round.objects.filter(stage__event=event)
        .published()
        .select_related("stage")
        .annotate(tables=Count("boards"))
        .order_by("stage__position", "number")
    )


def parts_of(event: Event, stages: list[Stage], rounds: list[Round], chosen: Round | None) -> list[Part]:
    """All papers that exist now, in the order of the day; those of rounds for the ``chosen`` one."""
    seen = [stage for stage in stages if stage.pk in {round_.stage_id for round_ in rounds}]
    appeals = _appeals(event)
    parts = []
    for title, keys in DAY:
        lines = []
        for key in keys:
            kind = KINDS[key]
            ways = _ways(event, key, kind, stages, seen, chosen)
            if key == "appeal":
                ways += appeals
            # The prizes are settled before anybody has won one: their page is reached from this line.
            if ways or key == "awards":
                lines.append(Line(key, str(kind.name), str(kind.about), ways))
        if lines:
            parts.append(Part(str(title), lines))
    return parts


def _ways(
    event: Event, key: str, kind: Kind, stages: list[Stage], seen: list[Stage], chosen: Round | None
) -> list[Way]:
    if kind.of == "round":
        if chosen is None:
            return []
        args = [event.slug, key, chosen.stage.slug, chosen.number]
        long = key == "score-sheets" and chosen.tables > PAGES_AT_ONCE  # type: ignore[attr-defined]
        order = {"kind": key, "stage": chosen.stage.slug, "number": str(chosen.number)}
        return [
            _way(variant.name, reverse("round-paper", args=args), variant.options, order if long else None)
            for variant in kind.variants
        ]
    if kind.of == "stage":
        # A bracket whose lines the regulation fixes hangs on the wall before it is drawn.
        early = [one for one in stages if one in seen or (key == "bracket" and "entries_from" in one.config)]
        fitting = [stage for stage in early if kind.fits(stage)]
        return [
            _way(
                variant.name if len(fitting) == 1 else f"{stage.name} {variant.name}",
                reverse("stage-paper", args=[event.slug, key, stage.slug]),
                variant.options,
            )
            for stage in fitting
            for variant in kind.variants
        ]
    if key in NEEDS_A_ROUND and not seen:
        return []
    return [
        _way(
            variant.name,
            reverse("event-paper", args=[event.slug, key]),
            variant.options,
            {"kind": key} if kind.long else None,
        )
        for variant in kind.variants
    ]


NEEDS_A_ROUND = {"standings", "results", "results-book", "awards", "certificates"}


def _way(label: Any, url: str, options: Mapping[str, str], order: Mapping[str, str] | None = None) -> Way:
    query = f"?{urlencode(options)}" if options else ""
    return Way(str(label), url + query, {**order, **options} if order is not None else None)


def _appeals(event: Event) -> list[Way]:
    rows = (
        Ruling.objects.filter(event=event)
        .exclude(status=Ruling.Status.WITHDRAWN)
        .select_related("board")
        .order_by("-appeal", "-at")
    )
    url = reverse("event-paper", args=[event.slug, "appeal"])
    return [
        Way(
            _("table %(table)s: %(decision)s")
            % {
                "table": ruling.board.table if ruling.board else "–",
                "decision": (ruling.decision or ruling.clause)[:40],
            },
            f"{url}?{urlencode({'ruling': str(ruling.key)})}",
        )
        for ruling in rows[:6]
    ]


def missing_of(event: Event) -> list[Any]:
    """Each character of a name that no font has, with the name it stands in."""
    names = list(Person.objects.filter(event=event).values_list("name", flat=True))
    names += Branch.objects.filter(event=event).values_list("name", flat=True)
    names += Entry.objects.filter(event=event).exclude(label="").values_list("label", flat=True)
    return missing_characters([event.name, *names])


def orders_of(event: Event) -> list[dict[str, Any]]:
    """The papers that were ordered lately, the newest first, with how far they are."""
    rows = Job.objects.filter(event=event, kind=PAPER).order_by("-created_at", "-pk")[:JOBS_SHOWN]
    return [{**as_json(job, paper_problem), "job": job, "name": order_name(job)} for job in rows]


def order_name(job: Job) -> str:
    """What was ordered, in words: the file's name once it is there."""
    if job.result and job.result.get("name"):
        return str(job.result["name"])
    kind = KINDS.get(job.args.get("kind", ""))
    words = [str(kind.name) if kind else ""]
    if job.args.get("number"):
        words.append(_("round %(number)s") % {"number": job.args["number"]})
    return " ".join(words).strip()
