"""Which rows belong to an event, in the order in which they can be written back.

Every foreign key of a row points to a table that stands before it, or to its own. All fields of a row are
written; what is left out, rows or fields, is named here with the reason.
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
from tournament.documents.papers_awards import LAYOUT
from tournament.models import (
    Adjustment,
    Appointment,
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
    Hall,
    Lineup,
    Membership,
    Paper,
    Person,
    Player,
    Round,
    RoundDate,
    Ruling,
    Screen,
    Session,
    Slot,
    Stage,
    StageEntry,
    Upload,
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
    Table(Upload, lambda event: Upload.objects.filter(event=event, accepted_at__isnull=False)),
    Table(Entry, lambda event: Entry.objects.filter(event=event)),
    Table(Player, lambda event: Player.objects.filter(entry__event=event)),
    Table(Stage, lambda event: Stage.objects.filter(event=event)),
    Table(Hall, lambda event: Hall.objects.filter(event=event)),
    Table(Session, lambda event: Session.objects.filter(event=event)),
    Table(RoundDate, lambda event: RoundDate.objects.filter(stage__event=event)),
    Table(Group, lambda event: Group.objects.filter(stage__event=event)),
    Table(StageEntry, lambda event: StageEntry.objects.filter(stage__event=event)),
    Table(Round, lambda event: Round.objects.filter(stage__event=event)),
    Table(Draw, lambda event: Draw.objects.filter(round__stage__event=event)),
    Table(Encounter, lambda event: Encounter.objects.filter(round__stage__event=event)),
    Table(Appointment, lambda event: Appointment.objects.filter(encounter__round__stage__event=event)),
    Table(Slot, lambda event: Slot.objects.filter(round__stage__event=event)),
    Table(Match, lambda event: Match.objects.filter(board__round__stage__event=event)),
    Table(Hand, lambda event: Hand.objects.filter(match__board__round__stage__event=event)),
    Table(Board, lambda event: Board.objects.filter(round__stage__event=event)),
    Table(Lineup, lambda event: Lineup.objects.filter(slot__round__stage__event=event)),
    Table(ClockFact, lambda event: ClockFact.objects.filter(round__stage__event=event)),
    Table(Ruling, lambda event: Ruling.objects.filter(event=event)),
    Table(Adjustment, lambda event: Adjustment.objects.filter(event=event)),
    Table(Screen, lambda event: Screen.objects.filter(event=event)),
    Table(Paper, lambda event: Paper.objects.filter(event=event, kind=LAYOUT)),
    Table(Audit, lambda event: Audit.objects.filter(event=event)),
]

ROWS_LEFT_OUT = {
    "Link": "A private address opens a door of one machine; the branches are given new ones.",
    "Submission": "What a phone sent twice matters only to the machine that it sent it to.",
    "Job": "Work in the background belongs to the machine that does it; its files can be made again.",
    "Attempt": "Failed sign-ins are those of one machine, and of no event.",
    "SignOfLife": "Who is connected is known by the machine that they are connected to.",
}
FIELDS_LEFT_OUT = {
    "Event.rehearsal_of": "The event that is rehearsed may not be on the other machine.",
    "Membership.pin_expires_at": "A PIN that stays behind needs no day on which it ends.",
    "Membership.pin_digest": "A PIN opens a door of one machine; it is renewed on the other.",
    "Upload.content": "A form is empty once it is accepted: what it said is in the entries.",
    "Upload.reading": "What a form said is in the entries once it is accepted.",
}


def fields_of(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """The fields that are written: all but the row number, the event itself and those left out by name."""
    return [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key
        and (field.related_model is not Event or model is Event)
        and f"{model.__name__}.{field.name}" not in FIELDS_LEFT_OUT
    ]


def is_user(field: models.Field[Any, Any]) -> bool:
    """Whether a field points to a user."""
    return field.related_model is get_user_model()


def is_rule_set(field: models.Field[Any, Any]) -> bool:
    """Whether a field points to a rule set version."""
    return field.related_model is RuleSetVersion
