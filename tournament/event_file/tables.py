"""Which rows belong to an event, in the order in which they can be written back.

Every foreign key of a row points to a table that stands before it, or to its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.db import models
from django.db.models import QuerySet

from rules.models import RuleSetVersion
from scoring.models import Hand, Match
from tournament.models import (
    Adjustment,
    Audit,
    Board,
    Branch,
    ClockFact,
    Draw,
    Encounter,
    Entry,
    EntryRequest,
    Event,
    Group,
    Lineup,
    Membership,
    Person,
    Player,
    Round,
    Ruling,
    Slot,
    Stage,
    StageEntry,
)

Rows = Callable[[Event], QuerySet[Any]]


@dataclass(frozen=True)
class Table:
    """One kind of row: its model, and how to find the event's."""

    model: type[models.Model]
    rows: Rows

    @property
    def name(self) -> str:
        return self.model.__name__


TABLES = [
    Table(Branch, lambda event: Branch.objects.filter(event=event)),
    Table(EntryRequest, lambda event: EntryRequest.objects.filter(branch__event=event)),
    Table(Person, lambda event: Person.objects.filter(event=event)),
    Table(Membership, lambda event: Membership.objects.filter(event=event)),
    Table(Entry, lambda event: Entry.objects.filter(event=event)),
    Table(Player, lambda event: Player.objects.filter(entry__event=event)),
    Table(Stage, lambda event: Stage.objects.filter(event=event)),
    Table(Group, lambda event: Group.objects.filter(stage__event=event)),
    Table(StageEntry, lambda event: StageEntry.objects.filter(stage__event=event)),
    Table(Round, lambda event: Round.objects.filter(stage__event=event)),
    Table(Draw, lambda event: Draw.objects.filter(round__stage__event=event)),
    Table(Encounter, lambda event: Encounter.objects.filter(round__stage__event=event)),
    Table(Slot, lambda event: Slot.objects.filter(round__stage__event=event)),
    Table(Match, lambda event: Match.objects.filter(board__round__stage__event=event)),
    Table(Hand, lambda event: Hand.objects.filter(match__board__round__stage__event=event)),
    Table(Board, lambda event: Board.objects.filter(round__stage__event=event)),
    Table(Lineup, lambda event: Lineup.objects.filter(slot__round__stage__event=event)),
    Table(ClockFact, lambda event: ClockFact.objects.filter(round__stage__event=event)),
    Table(Ruling, lambda event: Ruling.objects.filter(event=event)),
    Table(Adjustment, lambda event: Adjustment.objects.filter(event=event)),
    Table(Audit, lambda event: Audit.objects.filter(event=event)),
]

# What stays behind, and why: links and PINs open doors of one machine only; what a phone
# sent, which jobs ran and what the screen shows is that machine's affair; papers can be made again.
LEFT_BEHIND = {"Link", "Submission", "Job", "Upload", "Paper", "Attempt", "Screen"}


def fields_of(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """The fields that are written: all but the row number and the event itself."""
    return [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key and field.related_model is not Event and field.name != "pin_digest"
    ]


def is_user(field: models.Field[Any, Any]) -> bool:
    """Whether a field points to a user."""
    return field.related_model is get_user_model()


def is_rule_set(field: models.Field[Any, Any]) -> bool:
    """Whether a field points to a rule set version."""
    return field.related_model is RuleSetVersion
