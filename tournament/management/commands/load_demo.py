"""A demonstration: an event in the middle of its second round."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from rules.command_line import JsonCommand
from tournament.events.creating import create_event
from tournament.models import Event
from tournament.rehearsal.playing import Rehearsal

NAME = "职工“拖拉机”邀请赛（演示）"
TEMPLATE = "swiss-60min"


class Command(JsonCommand):
    help = "Load a demonstration event in mid-round, once. Everybody in it is invented."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--entries", type=int, default=24, help="how many pairs (default 24)")
        parser.add_argument("--organiser", help="user name of its organiser; the first user without it")

    def answer(self, *, entries: int, organiser: str | None, **options: Any) -> int:
        there = Event.objects.filter(name=NAME).first()
        if there is not None:
            self.say({"ok": True, "event": there.slug, "loaded": False})
            return 0
        users = get_user_model().objects
        actor = users.filter(username=organiser).first() if organiser else users.order_by("pk").first()
        if actor is None:
            raise CommandError("There is no user to be its organiser. Make one first.", returncode=2)
        event = create_event(
            actor,
            TEMPLATE,
            NAME,
            venue="教工之家",
            organisation="校工会",
            starts_on=timezone.localdate(),
        )
        Rehearsal(TEMPLATE, actor, entries=entries, seed=2026).play(event, stop_in_round=2)
        self.say({"ok": True, "event": event.slug, "loaded": True})
        return 0
