"""What every paper is filled from: entries as parties, the words of the regulation, the finished file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.answers import Problem, Refused
from rules.wording import level_text
from tournament.documents.page import SHEETS, Page, write
from tournament.documents.values import About, Labels, Party
from tournament.models import Draw, Entry, Event, Round, Stage

PDF = "application/pdf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PNG = "image/png"
ZIP = "application/zip"

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Made:
    """A finished file."""

    name: str
    content_type: str
    content: bytes


@dataclass(frozen=True)
class Planned:
    """A document whose pages are planned and not yet drawn: a PDF under this name."""

    name: str
    about: About
    pages: Sequence[Page]

    def made(self, progress: Progress | None = None) -> Made:
        """Draw it. ``progress`` is told after each page; what it raises ends the work."""
        return Made(f"{self.name}.pdf", PDF, write(self.about, self.pages, progress))


@dataclass(frozen=True)
class Asked:
    """What somebody wants printed: of which event, stage, round, with which options.

    ``base`` is the address under which this machine is reached (``http://10.0.0.5:8000``).
    """

    event: Event
    base: str = ""
    stage: Stage | None = None
    round: Round | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    def about(self, title: str, stage: str = "", draw: str = "") -> About:
        """What stands on every sheet of it."""
        return about(self.event, title, stage=stage, draw=draw)


def sheet_of(asked: Asked) -> tuple[float, float] | None:
    """The paper that was asked for; ``None`` leaves it to the document."""
    wanted = asked.options.get("sheet", "")
    if wanted and wanted not in SHEETS:
        raise Refused([Problem("certificate-sheet", "sheet", {"sheet": wanted})])
    return SHEETS.get(wanted)


def levels_in_words(levels: tuple[str, str] | None) -> tuple[str, str]:
    """Two levels as they are written; what is no rung of the ladder (past the last one) in words."""
    return (level_text(levels[0]), level_text(levels[1])) if levels else ("", "")


def nothing(kind: str) -> Refused:
    """There is nothing to print of this kind yet."""
    return Refused([Problem("nothing-to-print", kind)])


def party(entry: Entry | None) -> Party:
    """An entry as papers print it, its players as whoever asked may call them. Players and branch must have
    been fetched."""
    if entry is None:
        return Party()
    players = entry.called
    branch = entry.branch.name if entry.branch else ""
    return Party(
        number=entry.number,
        branch="" if entry.label == branch else branch,
        players=tuple(players),
        label="" if players else entry.label,
    )


def labels_of(event: Event) -> Labels:
    """What this event's regulation calls a hand, a game and a match."""
    said = event.rule_set.data.get("labels", {})
    return Labels(
        hand=said.get("hand", _("hand")),
        game=said.get("game", _("game")),
        match=said.get("match", _("match")),
    )


def about(event: Event, title: str, *, stage: str = "", draw: str = "", host: str = "") -> About:
    """What stands on every sheet."""
    return About(
        event=event.name,
        title=title,
        printed_at=local_now(),
        stage=stage,
        draw=draw,
        host=host,
        language={"zh-hans": "zh-CN"}.get(get_language() or "", get_language() or "zh-CN"),
    )


def local_now() -> datetime:
    """The time on the hall's wall."""
    return timezone.localtime()


def round_title(round_: Round) -> str:
    """「积分编排赛 第 2 轮」."""
    return _("%(stage)s, round %(number)d") % {"stage": round_.stage.name, "number": round_.number}


def draw_title(round_: Round) -> str:
    """「第 3 次抽签，共 3 次，种子 123456」 where the round was drawn."""
    draws = list(round_.draws.all())
    found = next((one for one in draws if one.state != Draw.State.DISCARDED), None)
    if found is None:
        return ""
    if not found.seed:
        return _("Drawn on the spot")
    return _("draw %(number)d of %(all)d, seed %(seed)s") % {
        "number": found.attempt,
        "all": len(draws),
        "seed": found.seed,
    }


def reminder_of(match: Mapping[str, Any]) -> str:
    """How time ends this match, as one sentence for the table."""
    time = match.get("time", {})
    minutes, reminder = time.get("minutes"), time.get("reminder")
    if not minutes:
        return ""
    if time.get("at_time") == "one_more_after_reminder":
        return _(
            "%(minutes)d minutes; at the reminder after %(at)d minutes the hand in play is finished "
            "and one more is played."
        ) % {"minutes": minutes, "at": minutes - (reminder or 0)}
    if time.get("at_time") == "stop":
        return _("%(minutes)d minutes; then play stops at once.") % {"minutes": minutes}
    return _("%(minutes)d minutes; the hand in play is then finished.") % {"minutes": minutes}


def published_stages(event: Event) -> list[Stage]:
    """The stages of which players may see a round, in order."""
    shown = set(Round.objects.filter(stage__event=event).published().values_list("stage_id", flat=True))
    return [stage for stage in event.stages.all() if stage.pk in shown]


def named(title: str, of: str) -> str:
    """The name of a file: what it is, and of what. Without what a file system cannot hold."""
    return " ".join("".join(" " if one in '\\/:*?"<>|' else one for one in f"{title} {of}").split())
