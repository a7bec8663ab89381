"""Makes the corpus of entry forms beside this file: ``python tests/data/forms/make.py [NAME …]``
(needs LibreOffice).

Each form is one function in ``making/``: it says who writes the file, which real-life habit or defect it
has, and what must come of it. All people, branches and numbers are invented. ``expected.json`` holds what is
promised there, in one place for the tests.

A promise is written as lines: branch, label, players with their numbers (``?`` for a player without a name,
``(替)`` for a reserve), as in ``化学系/二队: 张三 13800138001 + 李四``; and problems as ``code cell``, or the
code of a refusal.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from making import branch, master, refused, text, values
from making.writers import FORMS

HERE = Path(__file__).resolve().parent
KINDS = (branch, master, values, text, refused)


def main(names: list[str]) -> None:
    """Make the named forms anew, or all."""
    for known, make in FORMS:
        if not names or known.file in names:
            (HERE / known.file).write_bytes(make())
    listed = json.dumps([asdict(known) for known, _ in FORMS], ensure_ascii=False, indent=1)
    (HERE / "expected.json").write_text(listed + "\n", encoding="utf-8")
    print(f"{len(FORMS)} forms by {len({known.writer for known, _ in FORMS})} writers, {len(KINDS)} kinds")


if __name__ == "__main__":
    main(sys.argv[1:])
