"""Papers that take long, as background work: a book, hundreds of score sheets."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from rules.answers import Problem, Refused
from tournament.documents.papers import KINDS, make
from tournament.documents.papers_values import Asked
from tournament.jobs.registry import Produced, handles
from tournament.jobs.run import Run
from tournament.models import Event, Round, Stage

PAPER = "paper"


@handles(PAPER, attempts=2)
def print_paper(run: Run) -> Produced:
    """Make the paper that was ordered; each page is progress. The file stays with the job."""
    args: dict[str, Any] = run.args
    kind = KINDS.get(args["kind"])
    if kind is None or run.event is None:
        raise Refused([Problem("nothing-to-print", args["kind"])])
    event = Event.objects.select_related("rule_set").get(pk=run.event.pk)
    asked = Asked(event, args.get("base", ""), options=args.get("options", {}))
    if args.get("stage"):
        asked = asked_of(asked, args["stage"], args.get("number"))
    run.progress(1, _("Reading"))

    def tell(done: int, all_: int) -> None:
        run.progress(100 * done / max(all_, 1), _("page %(done)d of %(all)d") % {"done": done, "all": all_})

    made = make(kind, asked, tell)
    return Produced(made.name, made.content, {"name": made.name, "content_type": made.content_type})


def asked_of(asked: Asked, stage: str, number: int | None) -> Asked:
    """The same wish, of a stage or of a published round. Raises ``Refused`` where there is none."""
    if number is None:
        found = Stage.objects.filter(event=asked.event, slug=stage).first()
        if found is None:
            raise Refused([Problem("nothing-to-print", stage)])
        found.event = asked.event
        return Asked(asked.event, asked.base, found, None, asked.options)
    round_ = (
        Round.objects.published()
        .select_related("stage")
        .filter(stage__event=asked.event, stage__slug=stage, number=number)
        .first()
    )
    if round_ is None:
        raise Refused([Problem("nothing-to-print", f"{stage}/{number}")])
    round_.stage.event = asked.event
    return Asked(asked.event, asked.base, round_.stage, round_, asked.options)
