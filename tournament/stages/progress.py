"""How far a stage has come."""

from __future__ import annotations

from tournament.models import Board, Round, Stage


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


def open_tables(stage: Stage, number: int) -> list[int]:
    """The tables of round ``number`` whose result is not confirmed yet, in order."""
    return list(
        Board.objects.filter(round__stage=stage, round__number=number, confirmed_at__isnull=True)
        .order_by("table")
        .values_list("table", flat=True)
    )


def is_last(round_: Round) -> bool:
    """Whether no round of this stage follows."""
    rounds = round_.stage.config.get("rounds")
    return bool(rounds) and round_.number >= int(rounds)
