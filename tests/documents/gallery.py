"""Make the pictures in docs/pictures: the first page of each document, with invented people.

    python -m tests.documents.gallery docs/pictures

Needs pdftoppm (poppler-utils). To be run again, and looked at, whenever a document has changed.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from django.utils import translation  # noqa: E402 - Django first

from tests.documents import book_of  # noqa: E402
from tests.documents.brackets_of import bracket  # noqa: E402
from tests.documents.samples import ABOUT, BRANCHES, LABELS, MOMENT, NAMES, party  # noqa: E402
from tests.documents.test_standings import standings  # noqa: E402
from tournament.documents import (  # noqa: E402
    books,
    brackets,
    certificates,
    cross_tables,
    draw_records,
    forms,
    pairings,
    pictures,
    result_slips,
    score_sheets,
    slips,
    table_cards,
)
from tournament.documents.standings import standings_pdf  # noqa: E402
from tournament.documents.values import Labels, Party  # noqa: E402

DOTS_AN_INCH = 60
REMINDER = "每轮 60 分钟；最后 10 分钟裁判提醒，再打一副牌，打完结束比赛。"


def _sheet(table: int, **changes: object) -> score_sheets.ScoreSheet:
    made = score_sheets.ScoreSheet(
        table,
        "第 2 轮",
        party(2 * table),
        replace(party(2 * table + 1), seats=("E", "W")),
        LABELS,
        start=("2", "2"),
        address=f"http://192.168.1.20:8000/t/q7Xk2m/{table}",
        reminder=REMINDER,
    )
    return replace(made, **changes)


def _group(title: str, first: int, *, filled: bool) -> cross_tables.CrossTable:
    parties = tuple(party(first + n) for n in range(5))
    if not filled:
        return cross_tables.CrossTable(title, parties, totals=("积分", "级差"))
    cells, points, differences = {}, [0] * 5, [0] * 5
    for i in range(5):
        for j in range(i + 1, 5):
            gain = (i * 3 + j * 5) % 7 - 3 or 2
            high, low = ("J", "8") if abs(gain) == 3 else ("9", "8")
            for row, column, sign in ((i, j, 1), (j, i, -1)):
                won = gain * sign > 0
                levels = (high, low) if won else (low, high)
                cells[row, column] = cross_tables.CrossCell(levels, gain * sign, 2 if won else 0)
                points[row] += 2 if won else 0
                differences[row] += gain * sign
    order = sorted(range(5), key=lambda n: (-points[n], -differences[n]))
    ranks = {n: place for place, n in enumerate(order, start=1)}
    values = {n: (points[n], differences[n]) for n in range(5)}
    return cross_tables.CrossTable(title, parties, cells, ("积分", "级差"), values, ranks, frozenset({1}))


def documents() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Each document's name and what makes it."""
    day = replace(ABOUT, stage="")
    tables = [pairings.Pairing(n + 1, party(2 * n), party(2 * n + 1)) for n in range(16)]
    tables.append(pairings.Pairing(None, party(32), None, "轮空"))
    best_of_three = _sheet(1, games=3, lines=8, labels=Labels("盘", "局", "场"), reminder="")
    yield (
        "score-sheets",
        lambda: score_sheets.score_sheets(replace(ABOUT, host="192.168.1.20:8000"), [_sheet(1), _sheet(2)]),
    )
    yield "score-sheet-best-of-three", lambda: score_sheets.score_sheets(ABOUT, [best_of_three])
    yield "score-sheet-blank", lambda: score_sheets.score_sheets(ABOUT, [score_sheets.blank(LABELS)] * 2)
    result = replace(ABOUT, title="名次表", stage="第 4 轮后")
    yield "standings", lambda: standings_pdf(result, standings(24))
    round_of = replace(ABOUT, title="对阵表", draw="第 3 次抽签，共 3 次")
    yield "pairings-by-table", lambda: pairings.pairings_by_table(round_of, tables)
    yield "pairings-by-name", lambda: pairings.pairings_by_name(round_of, tables)
    groups = [_group("A 组", 0, filled=True), _group("B 组", 5, filled=False)]
    stage = replace(ABOUT, title="循环表", stage="小组赛")
    yield "cross-tables", lambda: cross_tables.cross_tables(stage, groups)
    knock_out = replace(ABOUT, title="对阵图", stage="淘汰赛")
    yield (
        "bracket",
        lambda: brackets.brackets_pdf(
            knock_out, [bracket(8, played=2), bracket(2, title="三四名决赛", prize="第三名")]
        ),
    )
    yield "bracket-32", lambda: brackets.brackets_pdf(knock_out, [bracket(29, played=1)])
    card = table_cards.TableCard(12, "第 2 轮", (party(0), party(2)))
    yield "table-card", lambda: table_cards.table_cards(replace(day, title="桌号牌"), [card])
    honour = certificates.Certificate(
        "第一名", ("张三", "李㛃"), "图书馆分工会", "二〇二六年十一月三十日", "某某大学工会委员会"
    )
    yield "certificate", lambda: certificates.certificates_pdf(replace(day, title="奖状"), [honour])
    lots = tuple(
        draw_records.DrawnLot(n + 1, party(n), f"{'ABCD'[n % 4]} 组 {n // 4 + 1} 号") for n in range(16)
    )
    record = draw_records.DrawRecord(
        "按签号由程序随机排列。",
        "7f3a-91c2-0be4",
        MOMENT,
        "王老师",
        2,
        2,
        lots,
        ("同一单位的选手不分在同一小组。",),
        (draw_records.DiscardedDraw(1, "11aa-22bb-33cc", MOMENT, "漏报一对选手"),),
        ("裁判长", "组委会代表", "领队代表", "记录"),
    )
    drawn = replace(ABOUT, title="抽签记录", stage="小组赛")
    yield "draw-record", lambda: draw_records.draw_record_pdf(drawn, record)
    boards = tuple(result_slips.BoardLine(n + 1, party(n), party(n + 4)) for n in range(3))
    slip = result_slips.ResultSlip("第 1 轮", Party(1, "机关一队"), Party(2, "后勤与图书馆联队"), boards)
    reported = replace(day, title="成绩报告单")
    yield "result-slips", lambda: result_slips.result_slips(reported, [slip, slip])
    heard = forms.appeal("第 2 轮", "12", "张三 李四 — 王五 赵六", "甩牌失败，罚 20 分。", "三-3")
    yield "appeal", lambda: forms.forms_pdf([(replace(day, title="申诉记录"), heard)])
    meeting = forms.leaders_meeting(
        "教工之家", "11 月 29 日 15:00", [("宣布竞赛规程", "每轮六十分钟，四轮。")]
    )
    yield "leaders-meeting", lambda: forms.forms_pdf([(replace(day, title="领队会记录"), meeting)])
    seats = [slips.SeatSlip(n // 4 + 1, "北东南西"[n % 4]) for n in range(40)]
    yield "seat-slips", lambda: slips.seat_slips(replace(day, title="抽签条"), seats)
    people = [slips.Badge(NAMES[n % 8], BRANCHES[n % 4], "选手", n + 1) for n in range(10)]
    yield "badges", lambda: slips.badges(replace(day, title="胸卡"), people)
    yield "programme", lambda: books.book_pdf(book_of.BOOK, book_of.COVER, book_of.sections())
    yield "chat-standings", lambda: pictures.pictures_of_standings(result, standings(12))[0]


def main(folder: Path) -> None:
    """Write a picture of each document into a folder."""
    with tempfile.TemporaryDirectory() as work, translation.override("zh-hans"):
        for name, make in documents():
            content = make()
            if content.startswith(b"\x89PNG"):
                (folder / f"{name}.png").write_bytes(content)
                continue
            source = Path(work) / f"{name}.pdf"
            source.write_bytes(content)
            command = ["pdftoppm", "-r", str(DOTS_AN_INCH), "-l", "1", "-singlefile", "-gray", "-png"]
            subprocess.run([*command, str(source), str(folder / name)], check=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: python -m tests.documents.gallery FOLDER")
    main(Path(sys.argv[1]))
