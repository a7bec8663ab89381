"""Slips typed at the desk, a line each: table, level, level."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Problem, Refused
from scoring.models import Match
from tournament.access.permissions import require
from tournament.models import Board, Event, Round
from tournament.officiating import entering

LINE = re.compile(r"(\d{1,4})\s+(\S+)\s+(\S+?)(?:\s+([ab]))?", re.IGNORECASE)


@dataclass(frozen=True)
class SlipLine:
    """Table 7, levels 8 and 2, and the side on the deal at the end where it was typed."""

    table: int
    a: str
    b: str
    on_deal: str = ""


def read_line(text: str) -> SlipLine:
    """``7 8 2``, ``7 8:2`` or ``７　８　２ a``. Refused where it is none of them."""
    plain = unicodedata.normalize("NFKC", text).strip()
    found = LINE.fullmatch(re.sub(r"[\s,;:、。/]+", " ", plain).strip())
    if found is None:
        raise Refused([Problem("slip-line", "slip", {"given": text[:40]})])
    table, a, b, on_deal = found.groups()
    return SlipLine(int(table), a.upper(), b.upper(), (on_deal or "").upper())


def enter_slip(event: Event, actor: AbstractBaseUser, text: str) -> tuple[Board, SlipLine]:
    """Enter the slip of a table that is being played. Never over a result that is there already: the same
    levels again are taken as read, others are refused."""
    require(event, actor, "enter_result")
    line = read_line(text)
    board = (
        Board.objects.of_event(event)
        .filter(round__status=Round.Status.PLAYING, table=line.table)
        .select_related("match__rule_set", "round__stage__event", "encounter")
        .order_by("round__stage__position", "round__number")
        .first()
    )
    if board is None:
        raise Refused([Problem("slip-no-table", "slip", {"table": line.table})])
    match: Match = board.match
    if match.kept == Match.Kept.LEVELS or match.verdict:
        there = _there(match)
        if match.slip and not match.verdict and there == f"{line.a}:{line.b}":
            return board, line
        raise Refused([Problem("slip-is-there", "slip", {"table": line.table, "there": there})])
    entering.enter_levels(board, actor, line.a, line.b, on_deal=line.on_deal, version=match.version)
    return board, line


def _there(match: Match) -> str:
    if match.verdict:
        return str(match.get_verdict_display())
    return f"{match.slip['levels']['A']}:{match.slip['levels']['B']}"
