"""Play a whole event of invented pairs and leave its papers in a folder."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import CommandError, CommandParser

from rules.answers import Refused
from rules.command_line import JsonCommand, problems_as_json
from tournament.change import broken_link
from tournament.events.creating import templates
from tournament.events.removing import remove_event
from tournament.models import Event
from tournament.rehearsal.papers import papers_of
from tournament.rehearsal.playing import Rehearsal, start_rehearsal
from tournament.stages.standings import standings_of
from tournament.wording import words


class Command(JsonCommand):
    help = (
        "Play a whole event of a template with N invented pairs, through the services that the web uses, "
        "and leave its papers in a folder."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("template", help="slug of the template, such as swiss-60min")
        parser.add_argument("--entries", type=int, default=32, help="how many pairs (default 32)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same event")
        parser.add_argument("--out", type=Path, help="folder for the papers; made where it is missing")
        parser.add_argument("--keep", action="store_true", help="keep the event in the database")

    def answer(
        self, *, template: str, entries: int, seed: int, out: Path | None, keep: bool, **options: Any
    ) -> int:
        if template not in templates():
            raise CommandError(
                f"There is no template “{template}”. Known: {', '.join(templates())}.", returncode=2
            )
        if entries < 2:
            raise CommandError("--entries must be at least 2.", returncode=2)
        actor, _ = get_user_model().objects.get_or_create(username="rehearsal")
        rehearsal = Rehearsal(template, actor, entries=entries, seed=seed, tell=self._progress)
        if rehearsal.entries != entries:
            self.tell(f"{template}: {entries} → {rehearsal.entries}")
        try:
            event = start_rehearsal(template, actor)
            rehearsal.play(event)
            files = self._papers(rehearsal, event, out) if out is not None else []
        except Refused as refused:
            self.say({"ok": False, "problems": problems_as_json(refused.problems, words)}, indent=2)
            return 1
        self.say(self._summary(rehearsal, event, files), indent=2)
        if not keep:
            remove_event(event)
        return 0

    def _progress(self, round_: str, done: int, all_: int) -> None:
        if done == all_ or done % 50 == 0:
            self.tell(f"第 {round_} 轮 {done}/{all_}")

    def _papers(self, rehearsal: Rehearsal, event: Event, out: Path) -> list[str]:
        out.mkdir(parents=True, exist_ok=True)
        files = []
        with rehearsal.diary.phase("papers"):
            for name, made in papers_of(event):
                if made is None:
                    self.tell(f"{name}: nothing to print")
                else:
                    files.append(self._write(out / name, made.content))
        return files

    def _write(self, path: Path, content: bytes) -> str:
        path.write_bytes(content)
        return path.name

    def _summary(self, rehearsal: Rehearsal, event: Event, files: list[str]) -> dict[str, Any]:
        started = time.perf_counter()
        stages = []
        for stage in event.stages.all():
            found = standings_of(stage)
            stages.append(
                {
                    "stage": stage.slug,
                    "rounds": stage.rounds.count(),
                    "standings": [
                        {"rank": line.rank, "entry": line.number, **line.values} for line in found.lines[:8]
                    ],
                    "unresolved": found.unresolved,
                }
            )
        event.refresh_from_db()
        rehearsal.diary.seconds["summary"] = round(time.perf_counter() - started, 3)
        return {
            "ok": True,
            "template": rehearsal.template,
            "entries": rehearsal.entries,
            "seed": rehearsal.seed,
            "hands": rehearsal.diary.hands,
            "incidents": dict(rehearsal.diary.incidents),
            "stages": stages,
            "seconds": rehearsal.diary.seconds,
            "files": files,
            "record": {"rows": event.audit_seq, "intact": broken_link(event) is None},
        }
