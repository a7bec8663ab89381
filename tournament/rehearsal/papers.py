"""Every paper of a played event, as the page of papers makes them."""

from __future__ import annotations

from collections.abc import Iterator

from rules.answers import Refused
from tournament.documents.papers import KINDS, Kind, make
from tournament.documents.papers_values import Asked, Made
from tournament.models import Event, Round

BASE = "http://localhost:8000"
SUFFIX = {"application/pdf": "pdf", "image/png": "png", "application/zip": "zip"}


def papers_of(event: Event) -> Iterator[tuple[str, Made | None]]:
    """Each paper under a short name of its own; ``None`` where this event has nothing to print on it."""
    stages = list(event.stages.all())
    for code, kind in KINDS.items():
        if kind.of == "event":
            yield _one(code, kind, Asked(event, BASE))
        for stage in stages:
            if not kind.fits(stage):
                continue
            if kind.of == "stage":
                yield _one(f"{code}-{stage.slug}", kind, Asked(event, BASE, stage))
            if kind.of == "round":
                for round_ in Round.objects.filter(stage=stage).select_related("stage__event__rule_set"):
                    yield _one(
                        f"{code}-{stage.slug}-{round_.number}", kind, Asked(event, BASE, stage, round_)
                    )


def _one(name: str, kind: Kind, asked: Asked) -> tuple[str, Made | None]:
    try:
        made = make(kind, asked)
    except Refused as refused:
        if any(problem.code != "nothing-to-print" for problem in refused.problems):
            raise
        return name, None
    return f"{name}.{SUFFIX.get(made.content_type, 'xlsx')}", made
