"""How far a stage has come, and how many rounds it has."""

from __future__ import annotations

from collections import defaultdict

from django.db.models import Max

from rules.answers import Problem
from tournament.models import Board, Entry, Event, Round, Stage, StageEntry
from tournament.pairing import PairingOptions, load_options, round_robin
from tournament.plan.stage_rules import SQUADS, StageRules, load_stage


def rules_of(stage: Stage) -> StageRules:
    """What the stage's table says, checked."""
    return load_stage(stage.config)


def options_of(stage: Stage) -> PairingOptions:
    """How the stage is paired, as its table ``pairing`` says."""
    return load_options(stage.config.get("pairing", {}))


def kind_of(stage: Stage) -> str:
    """Whether pairs or squads are ranked and paired in a stage."""
    return Entry.Kind.SQUAD if stage.config.get("plays") == SQUADS else Entry.Kind.PAIR


def next_number(stage: Stage) -> int:
    """The number of the round that would be drawn next: one after the last that players may see."""
    last = stage.rounds.published().order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def current_round(stage: Stage) -> Round | None:
    """The latest round that is drawn, published or not; ``None`` before the first draw."""
    return stage.rounds.exclude(status=Round.Status.EMPTY).order_by("-number").first()


def current_stage(stages: list[Stage]) -> Stage | None:
    """The first stage that is not finished; the last one where all are."""
    return next(
        (stage for stage in stages if stage.status != Stage.Status.DONE), stages[-1] if stages else None
    )


def open_tables(stage: Stage, number: int, *, waiting: bool = True) -> list[int]:
    """The tables of round ``number`` whose result is not confirmed yet, in order.

    ``waiting``: with those whose match has an appointment of its own.
    """
    found = Board.objects.filter(round__stage=stage, round__number=number, confirmed_at__isnull=True)
    if not waiting:
        found = found.filter(encounter__appointment__isnull=True)
    return list(found.order_by("table").values_list("table", flat=True))


def results_missing(stage: Stage, number: int) -> list[Problem]:
    """The problem that round ``number`` has tables without a confirmed result, naming them; none without.

    In a round robin, whose pairings do not depend on results, a match that was put off keeps nobody waiting.
    """
    tables = open_tables(stage, number, waiting=stage.format != Stage.Format.ROUND_ROBIN)
    if not tables:
        return []
    named = ", ".join(map(str, tables[:12]))
    return [Problem("results-missing", "round", {"round": number, "count": len(tables), "tables": named})]


def groups_of(stage: Stage) -> dict[str, list[StageEntry]]:
    """The members of each group in the order of their lots; one group without a name where there is none."""
    found: dict[str, list[StageEntry]] = defaultdict(list)
    rows = StageEntry.objects.filter(stage=stage, lot__isnull=False).select_related("group", "entry")
    for row in rows.order_by("group__label", "lot"):
        found[row.group.label if row.group else ""].append(row)
    return dict(found)


def rounds_of(stage: Stage) -> int | None:
    """How many rounds the stage has; ``None`` where only the draw will tell."""
    rules = rules_of(stage)
    if stage.format == Stage.Format.SWISS:
        return rules.rounds
    if stage.format == Stage.Format.KNOCKOUT:
        if rules.rounds:
            return rules.rounds
        if rules.best_losers or stage.config.get("pairing", {}).get("redraw"):
            size = StageEntry.objects.filter(stage=stage, lot__isnull=False).count()
            return (size - 1).bit_length() if size > 1 else None
        last = stage.rounds.aggregate(last=Max("number"))["last"]
        return last if last and stage.rounds.filter(encounters__isnull=False).exists() else None
    sizes = [len(rows) for rows in groups_of(stage).values()]
    if not sizes:
        return None
    double = bool(stage.config.get("pairing", {}).get("double", False))
    rounds = max(len(round_robin(size, double)) for size in sizes)
    if rules.every_pair:
        rounds *= largest_squad(stage)
    return min(rounds, rules.rounds) if rules.rounds else rounds


def largest_squad(stage: Stage) -> int:
    """How many pairs the largest squad of the event has."""
    sizes: dict[int, int] = defaultdict(int)
    for squad in Entry.objects.filter(event=stage.event_id, squad__isnull=False).values_list(
        "squad_id", flat=True
    ):
        sizes[squad] += 1
    return max(sizes.values(), default=1)


def is_last(round_: Round) -> bool:
    """Whether no round of this stage follows."""
    rounds = rounds_of(round_.stage)
    return rounds is not None and round_.number >= rounds


def stage_before(stage: Stage) -> Stage | None:
    """The stage that this one's entries come from."""
    source = rules_of(stage).entries_from
    return None if source is None else Stage.objects.get(event=stage.event_id, slug=source.stage)


def stages_after(stage: Stage) -> list[Stage]:
    """The stages whose entries come from this one."""
    event: Event = stage.event
    return [
        one for one in event.stages.all() if one.config.get("entries_from", {}).get("stage") == stage.slug
    ]
