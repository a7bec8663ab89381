"""How long a large list takes to read (seconds of processor), and how much memory: 5,000 rows of every
kind, and 100,000 blank rows.

    python benchmarks/read_entries.py [--rows 5000] [--repeat 3]

Each is the best of the repeats in a process of its own, so that the memory is that of one reading: the most
that the process held, less what it held before. Prints one JSON object, and exits 1 where a reading takes
more than its aim.
"""

import argparse
import io
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import openpyxl
import xlwt

from tournament.registration.reading import read_entries

AIM = {"seconds": 3.0, "megabytes": 80}
SURNAMES = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹"
GIVEN = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂英华玉兰喆堃犇昇䶮"
HEAD = ["序号", "单位", "姓名", "性别", "联系电话", "工号", "备注"]


def people(count: int) -> list[list[object]]:
    """Rows of invented people, fifty to a branch."""
    chance = random.Random(1)
    return [
        [
            number + 1,
            f"第{number // 50 + 1}分工会",
            chance.choice(SURNAMES) + "".join(chance.choices(GIVEN, k=2)),
            chance.choice("男女"),
            13000000000 + number,
            f"{20000000 + number}",
            "",
        ]
        for number in range(count)
    ]


def made(kind: str, count: int) -> bytes:
    rows: list[list[object]] = [HEAD, *people(count)]
    out = io.BytesIO()
    if kind == "csv":
        return "\n".join(",".join(map(str, row)) for row in rows).encode("gb18030")
    if kind == "xls":
        old = xlwt.Workbook(encoding="utf-8")
        sheet = old.add_sheet("汇总")
        for at, row in enumerate(rows):
            for column, value in enumerate(row):
                sheet.write(at, column, value)
        old.save(out)
        return out.getvalue()
    book = openpyxl.Workbook(write_only=True)
    page = book.create_sheet("汇总")
    for row in rows[:3] if kind == "blank" else rows:
        page.append(row)
    book.save(out)
    return with_blank_rows(out.getvalue()) if kind == "blank" else out.getvalue()


def with_blank_rows(content: bytes) -> bytes:
    """The same workbook with 100,000 rows below that carry nothing but a style."""
    cells = "".join(f'<c r="{letter}{{row}}" s="1"/>' for letter in "ABCDEFG")
    blank = "".join(f'<row r="{row}">{cells.format(row=row)}</row>' for row in range(10, 100_010))
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                part = part.replace(b"</sheetData>", blank.encode() + b"</sheetData>")
            new.writestr(name, part)
    return out.getvalue()


def measured(path: str) -> dict[str, float]:
    """Seconds of processor and megabytes of one reading, in this process."""
    content = Path(path).read_bytes()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.process_time()
    reading = read_entries(path, content)
    seconds = time.process_time() - begin
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return {"seconds": seconds, "megabytes": held / 1024, "entries": len(reading.entries)}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=5_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measured(options.one)))
        return 0
    report: dict[str, object] = {"rows": options.rows}
    met = True
    with tempfile.TemporaryDirectory() as folder:
        for kind, suffix in (("csv", "csv"), ("xls", "xls"), ("xlsx", "xlsx"), ("blank", "xlsx")):
            path = Path(folder) / f"{kind}.{suffix}"
            path.write_bytes(made(kind, options.rows))
            command = [sys.executable, __file__, "--one", str(path)]
            runs = [
                json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
                for _ in range(options.repeat)
            ]
            best = {name: round(min(run[name] for run in runs), 2) for name in ("seconds", "megabytes")}
            report[kind] = {"kilobytes": path.stat().st_size // 1024, "entries": runs[0]["entries"], **best}
            met = met and all(best[name] <= aim for name, aim in AIM.items())
    print(json.dumps({**report, "aim": AIM, "met": met}, ensure_ascii=False))
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
