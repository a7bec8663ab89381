"""Workbooks that go out: the blank entry form, and the list of all entries."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header

from tournament.access.pages import event_page
from tournament.models import Event
from tournament.registration.entry_rules import reserves_of
from tournament.registration.form_workbook import write_entries, write_entry_form
from tournament.registration.reading import ProposedEntry, ProposedPlayer

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@event_page("manage_entries")
def blank_form(request: HttpRequest, event: Event) -> HttpResponse:
    """The entry form as a workbook, to be sent to the branches."""
    return download(write_entry_form(event.name, **_form_details(event)), f"{event.name}-报名表.xlsx")


@event_page("see_people")
def export(request: HttpRequest, event: Event) -> HttpResponse:
    """All entries as a workbook that can be read in again."""
    listed = (
        event.entries.pairs().select_related("branch", "joint_branch").prefetch_related("players__person")
    )
    proposed = [
        ProposedEntry(
            branch=entry.branch.name if entry.branch else "",
            contact=entry.branch.contact if entry.branch else "",
            contact_phone=entry.branch.phone if entry.branch else "",
            label=entry.label,
            division=entry.division,
            joint=entry.joint_branch.name if entry.joint_branch else "",
            players=tuple(
                ProposedPlayer(
                    reserve=player.is_reserve,
                    name=player.person.name,
                    phone=player.person.phone,
                    staff_number=player.person.staff_number,
                    sex=player.person.sex,
                    note=player.person.note,
                )
                for player in entry.players.all()
            ),
        )
        for entry in listed
    ]
    return download(write_entries(proposed, title=event.name), f"{event.name}-名单.xlsx")


def _form_details(event: Event) -> dict[str, Any]:
    rule = event.plan.get("entry", {})
    return {
        "players_per_entry": rule.get("players", 2),
        "entries_allowed": rule.get("quota", {}).get("fixed", 3),
        "reserves": reserves_of(event),
        "branches": list(event.branches.values_list("name", flat=True)),
    }


def download(content: bytes, name: str) -> HttpResponse:
    """A workbook to be saved under ``name``."""
    return HttpResponse(
        content,
        content_type=XLSX,
        headers={"Content-Disposition": _attachment(name)},
    )


def _attachment(name: str) -> str:
    return content_disposition_header(True, name) or "attachment"
