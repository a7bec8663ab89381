"""``manage.py rank``: one JSON document of results in, the ranked table out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext_lazy as _

from rules.answers import Refused
from rules.command_line import JsonCommand, problems_as_json, read_document
from scoring.standings import Part, Result, Table, add_up, as_of, branch_totals, load_tiebreaks, rank
from scoring.standings.document import Document
from scoring.standings.document import read_document as read_results
from scoring.wording import formula_text, problem_text, tie_break_words, unplayed_text


class Command(JsonCommand):
    help = _(
        "Rank entries by their results. Reads one JSON document from standard input or a file, writes the "
        "table as JSON. Exit codes: 0 done, 1 problems in the document, 2 called wrongly. See docs/rank.md."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", help="the document; standard input where it is left out")
        parser.add_argument("--round", type=int, help="the table as it stood after this round")
        parser.add_argument("--explain", action="store_true", help="say where every number comes from")
        parser.add_argument("--history", action="store_true", help="add the ranks after every round")
        parser.add_argument("--indent", type=int, help="indent the answer by so many spaces")

    def answer(self, **options: Any) -> int:
        data = read_document(_text(options["file"]), options["file"] or "standard input")
        try:
            document = read_results(data)
            results = document.results
            if options["round"] is not None:
                results = tuple(as_of(results, options["round"]))
            table = rank(document.entries, results, document.tiebreaks, document.settings)
        except Refused as refused:
            self.say(
                {"ok": False, "problems": problems_as_json(refused.problems, problem_text)}, options["indent"]
            )
            return 1
        answer = _answer(document, table, options["explain"]) | _sums(document, table, results)
        if options["history"]:
            answer["history"] = _history(document, table)
        self.say(answer, options["indent"])
        return 0


def _text(path: str | None) -> str:
    if path is None:
        return sys.stdin.read()
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} cannot be read: {error}", returncode=2) from error


def _answer(document: Document, table: Table, explain: bool) -> dict[str, Any]:
    rows = []
    for row in table.rows:
        values = {key: table.shown(row.entry, key) for key in table.keys}
        line: dict[str, Any] = {"rank": row.rank, "entry": row.entry, "values": values}
        if explain:
            line["from"] = {
                key: [_part(table, part) for part in table.explain(row.entry, key)]
                for key in table.keys
                if values[key] is not None
            }
        rows.append(line)
    return {
        "ok": True,
        "table": rows,
        "unresolved": [list(group) for group in table.unresolved],
        "rounds": list(table.rounds),
        "columns": [
            {
                "key": key,
                "name": str(tie_break_words(key).name),
                "short": str(tie_break_words(key).short),
                "better": "high" if table.tiebreak(key).higher_is_better else "low",
                "formula": formula_text(table.tiebreak(key)),
                "options": table.tiebreak(key).chosen,
            }
            for key in table.keys
        ],
        "settings": {
            "unplayed": table.settings.unplayed,
            "unplayed_in_words": unplayed_text(table.settings.unplayed),
            "win": table.settings.win,
            "draw": table.settings.draw,
            "seed": table.settings.seed,
        },
        "problems": problems_as_json(document.remarks, problem_text),
    }


def _sums(document: Document, table: Table, results: Sequence[Result]) -> dict[str, Any]:
    """What the entries bring their squads and their branches, where the document names any."""
    found: dict[str, Any] = {}
    sums = document.sums
    if sums.squads is not None:
        found["squads"] = [
            {
                "rank": row.rank,
                "squad": row.squad,
                "score": row.score,
                "values": dict(row.values),
                "points": row.points,
                "entries": [{"entry": entry, "value": value} for entry, value in row.pairs],
            }
            for row in add_up(document.squads, results, sums.squads, document.settings)
        ]
    if sums.branches is not None:
        plain = rank(document.entries, results, load_tiebreaks([sums.branches]), document.settings)
        rows = branch_totals(
            plain, results, document.branches, best=sums.best, key=sums.branches, ranks=table.ranks()
        )
        found["branches"] = [
            {
                "rank": row.rank,
                "branch": row.branch,
                "total": row.points,
                "entries": row.entries,
                "forfeits": row.absent,
                "ranks": list(row.ranks),
            }
            for row in rows
        ]
    return found


def _part(table: Table, part: Part) -> dict[str, Any]:
    found: dict[str, Any] = {"round": part.round, "opponent": table.opponent(part), "value": part.value}
    if part.score is not None:
        found |= {"score": part.score, "share": part.share}
    if part.cut:
        found["cut"] = True
    return found


def _history(document: Document, last: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    before: Table | None = None
    for round_ in last.rounds:
        table = rank(document.entries, as_of(document.results, round_), document.tiebreaks, document.settings)
        moved = {} if before is None else table.movement_since(before)
        found.append(
            {
                "round": round_,
                "table": [
                    {"rank": row.rank, "entry": row.entry, "moved": moved.get(row.entry)}
                    for row in table.rows
                ],
            }
        )
        before = table
    return found
