"""How much the printing library costs over the bare one: 1,000 score sheets and a workbook of 10,000 rows.

    python benchmarks/documents.py [--sheets 1000] [--rows 10000] [--repeat 3]

The floor of the sheets is one ``drawString`` for each piece of text that they have, at places known
beforehand, without lines, QR codes, fitting or bookmarks. The floor of the workbook is ``append`` of the
same rows, without styles. Each is the best of the repeats; prints one JSON object, and exits 1 if a ratio
is above its aim.
"""

import argparse
import json
import os
import resource
import sys
import time
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from openpyxl import Workbook  # noqa: E402 - Django first
from reportlab.lib.pagesizes import A4  # noqa: E402 - Django first
from reportlab.pdfgen.canvas import Canvas  # noqa: E402 - Django first

from tournament.documents import page, typefaces  # noqa: E402 - Django first
from tournament.documents.results_workbook import EntryRow, Results, results_workbook  # noqa: E402 - Django first
from tournament.documents.score_sheets import ScoreSheet, score_sheets  # noqa: E402 - Django first
from tournament.documents.standings import RoundResult, Standings, StandingsRow  # noqa: E402 - Django first
from tournament.documents.values import About, Labels, Party  # noqa: E402 - Django first

AIMS = {"sheets": 2.0, "workbook": 1.5}
SURNAMES = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹"
GIVEN = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂英华玉兰喆堃犇昇䶮"
ABOUT = About("第七届“级差”升级比赛", "计分表", datetime(2026, 11, 30, 9, 30, tzinfo=UTC), stage="第 2 轮")


def name(number: int) -> str:
    return (
        SURNAMES[number % len(SURNAMES)]
        + GIVEN[number * 7 % len(GIVEN)]
        + (GIVEN[number * 11 % len(GIVEN)] if number % 3 else "")
    )


def party(number: int) -> Party:
    return Party(number, f"第 {number % 60 + 1} 分工会", (name(2 * number), name(2 * number + 1)), ("N", "S"))


def sheets(count: int) -> list[ScoreSheet]:
    labels = Labels("局", "盘", "盘")
    address = "http://192.168.1.20:8000/t/"
    return [
        ScoreSheet(n, "第 2 轮", party(2 * n), party(2 * n + 1), labels, 10, address=f"{address}{n:06x}/{n}")
        for n in range(1, count + 1)
    ]


def standings(count: int) -> Standings:
    rows = []
    for n in range(count):
        results = tuple(RoundResult(n % 3, n % 9 - 4) for _ in range(4))
        rows.append(StandingsRow(n + 1, party(n), results, (4 * (n % 3), 4 * (n % 9 - 4))))
    titles = tuple(f"第 {n} 轮" for n in range(1, 5))
    return Standings(titles, ("总分", "总级差"), tuple(rows), frozenset({1}), ("points", "difference"))


def pieces_of(made: list[ScoreSheet]) -> list[list[tuple[float, float, str, str, float]]]:
    """Every piece of text that the sheets draw, page by page, with its place, font and size."""
    pages: list[list[tuple[float, float, str, str, float]]] = []

    class Recorder(page.Pen):
        def __init__(self, *values):
            super().__init__(*values)
            pages.append([])

        def stamp(self, key, space, draw):
            draw(self, space)

        def line_of_text(self, x, y, text, size, *, bold=False, align="left"):
            wide = typefaces.text_width(text, bold) * size
            left = x - {"left": 0, "centre": wide / 2, "right": wide}[align]
            pages[-1].extend((left, y, run.text, run.font, size) for run in typefaces.runs(text, bold))

    plain, page.Pen = page.Pen, Recorder
    try:
        score_sheets(ABOUT, made)
    finally:
        page.Pen = plain
    return pages


def bare_sheets(pages) -> bytes:
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=A4, pageCompression=1)
    for pieces in pages:
        for x, y, text, font, size in pieces:
            canvas.setFont(font, size)
            canvas.drawString(x, y, text)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def cells_of(table: Standings, entries: tuple[EntryRow, ...]) -> list[list[list]]:
    ranking = []
    for row in table.rows:
        cells = [row.rank, row.party.number, row.party.branch, *row.party.players]
        for result in row.rounds:
            cells += [result.points, result.difference]
        ranking.append([*cells, "=SUM(F4,H4,J4,L4)", "=SUM(G4,I4,K4,M4)", ""])
    listed = [[e.party.number, e.party.branch, *e.party.players, e.state, e.note] for e in entries]
    return [ranking, listed]


def bare_workbook(parts: list[list[list]]) -> bytes:
    book = Workbook()
    book.remove(book.active)
    for rows in parts:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def best(repeat: int, work) -> tuple[float, int]:
    times, size = [], 0
    for _ in range(repeat):
        start = time.process_time()  # of this process alone: other work on the machine does not count
        size = len(work())
        times.append(time.process_time() - start)
    return min(times), size


def peak_mb() -> float:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sheets", type=int, default=1000)
    parser.add_argument("--rows", type=int, default=10000)
    parser.add_argument("--repeat", type=int, default=3)
    given = parser.parse_args()
    report: dict[str, object] = {}

    made = sheets(given.sheets)
    pages = pieces_of(made)
    floor, _ = best(given.repeat, lambda: bare_sheets(pages))
    ours, size = best(given.repeat, lambda: score_sheets(ABOUT, made))
    report["sheets"] = {
        "count": given.sheets,
        "pieces": sum(map(len, pages)),
        "floor_s": round(floor, 2),
        "ours_s": round(ours, 2),
        "ratio": round(ours / floor, 2),
        "megabytes": round(size / 1e6, 2),
    }

    table = standings(given.rows)
    entries = tuple(EntryRow(row.party, "已报到") for row in table.rows)
    parts = cells_of(table, entries)
    floor, _ = best(given.repeat, lambda: bare_workbook(parts))
    ours, size = best(given.repeat, lambda: results_workbook(ABOUT, Results((("名次", table),), (), entries)))
    report["workbook"] = {
        "rows": 2 * given.rows,
        "floor_s": round(floor, 2),
        "ours_s": round(ours, 2),
        "ratio": round(ours / floor, 2),
        "megabytes": round(size / 1e6, 2),
    }
    report["peak_megabytes"] = peak_mb()
    sys.stdout.write(json.dumps(report, indent=2) + "\n")
    return int(any(report[part]["ratio"] > aim for part, aim in AIMS.items()))


if __name__ == "__main__":
    sys.exit(main())
