"""Slips typed at the desk, a line each: table, level, level; the round before a slash where it is needed."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from rules.hands import FALLEN, PASSED
from rules.wording import level_text
from scoring.models import Match
from tournament.access.permissions import require
from tournament.models import Board, Event, Round
from tournament.officiating import entering

ROUND = re.compile(r"(\d{1,3})\s*/\s*(.*)")
PAST = re.compile(r"已?打?过\S*|[^\s+]+\+")
"""“过A” and “A+”, as slips have it, for a level past the target."""
LINE = re.compile(r"(\d{1,4})\s+(\S+)\s+(\S+?)(?:\s+([ab]))?", re.IGNORECASE)


@dataclass(frozen=True)
class SlipLine:
    """Table 7, levels 8 and 2, and the side on the deal at the end and the round where they were typed."""

    table: int
    a: str
    b: str
    on_deal: str = ""
    round_number: int | None = None


def read_line(text: str) -> SlipLine:
    """``7 8 2``, ``7 8:2``, ``７　８　２ a``, ``2/7 8 2`` for table 7 of round 2; else refused."""
    rest = unicodedata.normalize("NFKC", text).strip()
    round_number = None
    if of_round := ROUND.fullmatch(rest):
        round_number, rest = int(of_round[1]), of_round[2]
    found = LINE.fullmatch(re.sub(r"[\s,;:、。/]+", " ", rest).strip())
    if found is None:
        raise Refused([Problem("slip-line", "slip", {"given": text[:40]})])
    table, a, b, on_deal = found.groups()
    return SlipLine(int(table), said_level(a), said_level(b), (on_deal or "").upper(), round_number)


def said_level(text: str) -> str:
    """The ladder's name of a level as people write it: ``j`` is J; 过A, A+ and 已打过 are past the target."""
    text = unicodedata.normalize("NFKC", text).strip()
    if PAST.fullmatch(text):
        return PASSED
    for code in (PASSED, FALLEN):
        if text.casefold() in (code, level_text(code).casefold()):
            return code
    return text.upper()


def enter_slip(event: Event, actor: AbstractBaseUser, text: str) -> tuple[Board, SlipLine]:
    """Enter the slip of a table that is being played. Never over a result that is there already: the same
    levels again are taken as read, others are refused. Where several rounds wait for this table (an older
    one was opened again, say), it is refused until the line names the round."""
    require(event, actor, "enter_result")
    line = read_line(text)
    board = _board_of(event, line)
    match: Match = board.match
    if match.kept == Match.Kept.LEVELS or match.verdict or board.confirmed_at is not None:
        there = _there(match)
        if match.slip and not match.verdict and there == f"{level_text(line.a)}:{level_text(line.b)}":
            return board, line
        raise Refused([Problem("slip-is-there", "slip", {"table": line.table, "there": there})])
    entering.enter_levels(board, actor, line.a, line.b, on_deal=line.on_deal, version=match.version)
    return board, line


def _board_of(event: Event, line: SlipLine) -> Board:
    """The one board that the line means: of those not confirmed, else the latest that is."""
    boards = (
        Board.objects.of_event(event)
        .filter(round__status=Round.Status.PLAYING, table=line.table)
        .select_related("match__rule_set", "round__stage__event", "encounter")
        .order_by("-round__stage__position", "-round__number")
    )
    if line.round_number is not None:
        boards = boards.filter(round__number=line.round_number)
    found = list(boards)
    if not found and line.round_number is not None:
        values = {"table": line.table, "round": line.round_number}
        raise Refused([Problem("slip-no-table-in-round", "slip", values)])
    if not found:
        raise Refused([Problem("slip-no-table", "slip", {"table": line.table})])
    waiting = [board for board in found if board.confirmed_at is None]
    numbers = sorted({board.round.number for board in waiting})
    if len(numbers) > 1:
        values = {
            "table": line.table,
            "rounds": "、".join(map(str, numbers)),
            "example": f"{numbers[-1]}/{line.table} {line.a} {line.b}",
        }
        raise Refused([Problem("slip-which-round", "slip", values)])
    if len(waiting) > 1:
        stages = "、".join(board.round.stage.name for board in reversed(waiting))
        raise Refused([Problem("slip-which-stage", "slip", {"table": line.table, "stages": stages})])
    return waiting[0] if waiting else found[0]


def _there(match: Match) -> str:
    if match.verdict:
        return str(match.get_verdict_display())
    levels = (match.slip or match.result or {}).get("levels") or {}
    return ":".join(level_text(levels.get(side, "—")) for side in "AB")
