"""An event in which every table of the file has rows, some of them pointing to later ones."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from tournament.documents.certificates import CertificateLayout
from tournament.documents.papers_awards import save_layout
from tournament.models import (
    Adjustment,
    Appointment,
    Board,
    Branch,
    ClockFact,
    EntryRequest,
    Event,
    Hall,
    Lineup,
    Membership,
    Role,
    RoundDate,
    Ruling,
    Screen,
    Session,
    Upload,
)
from tournament.rehearsal.playing import Rehearsal, start_rehearsal


def rich_event() -> Event:
    """A played event of squads with a ruling, an adjustment, a screen, a layout and the rest by hand."""
    users = get_user_model().objects
    actor, referee = users.create_user("organiser"), users.create_user("裁判·一")
    event = start_rehearsal("union-squads", actor)
    Rehearsal("union-squads", actor, entries=9, seed=3).play(event)
    event.refresh_from_db()
    branch = Branch.objects.filter(event=event).order_by("pk").first()
    assert branch is not None
    Membership.objects.create(event=event, user=referee, role=Role.REFEREE, name="裁", branch=branch)
    EntryRequest.objects.create(branch=branch, text="请把第二名选手换成 𬱟𠅤", answered_at=timezone.now())
    Upload.objects.create(
        event=event, branch=branch, name="报名表.xlsx", content=b"", by=actor, accepted_at=timezone.now()
    )
    Screen.objects.create(event=event, show="clock", notice="请入座", seconds=9)
    board = Board.objects.of_event(event).order_by("pk").first()
    entry = event.entries.order_by("pk").last()
    assert board is not None and entry is not None
    Board.objects.filter(pk=board.pk).update(seated="AB", signed="A", signed_version=1, referee=referee)
    ruling = Ruling.objects.create(
        event=event, board=board, entry=entry, offence="late", clause="五", facts={"minutes": 6}, by=referee
    )
    Adjustment.objects.create(
        event=event, stage=entry.slots.all()[0].round.stage, entry=entry, points="-1.50", ruling=ruling
    )
    ClockFact.objects.create(
        round=board.round, board=board, kind="extend", at=timezone.now(), minutes=5, by=referee
    )
    hall = Hall.objects.create(event=event, name="二楼", first_table=1, last_table=12)
    now = timezone.now()
    session = Session.objects.create(event=event, starts_at=now, ends_at=now + timedelta(hours=3), hall=hall)
    RoundDate.objects.create(stage=board.round.stage, number=1, session=session)
    Appointment.objects.create(encounter=board.encounter, kind="arranged", at=now, hall=hall, place="活动室")
    assert Lineup.objects.filter(slot__round__stage__event=event).exists()
    save_layout(event, actor, CertificateLayout(title="荣誉证书", body="{award}"))
    event.refresh_from_db()
    return event


def changed(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The document with something else at ``rows.Entry.3.number``."""
    part: Any = document
    *way, last = path.split(".")
    for step in way:
        part = part[int(step)] if step.isdigit() else part[step]
    part[int(last) if last.isdigit() else last] = value
    return document
