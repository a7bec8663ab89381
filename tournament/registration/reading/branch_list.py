"""A list of branches as the union office keeps it: member counts, chair, contact, phone, quota, referee."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.answers import Problem, Refused

from .branches import Branches
from .grid import Grid
from .headings import unmarked
from .lines import is_example, is_note, is_total
from .phones import phone, phones
from .rows import PHONE_DOUBTS
from .sources import open_workbook
from .values import Limits, correct
from .vocabulary import any_of

UNIT = (
    "单位 部门 分工会 部门工会 基层工会 工会小组 分会 工会 代表队 学院 院系 支行 车间 "
    "机构 branch unit department"
)
# The order counts: the first that fits wins. Headings are compared without spaces, signs and brackets.
HEADINGS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("serial", r"序号|序|编号|no|number"),
        (
            "members",
            r"(?:工会|在职|教|职|教职)?(?:会员|职工|教职工|员工|教工)?(?:总)?(?:人数|总数)|(?:工会)?会员数"
            r"|membercount|members|headcount",
        ),
        (
            "quota",
            r"(?:参赛|报名|分配)?(?:名额|限额)(?:分配|数)?|(?:可|限|限报|可报)(?:报)?(?:名)?(?:对|队)数|quota|pairsallowed",
        ),
        ("referee", r"(?:选派|推荐|选送|派出)?(?:的)?裁判(?:员)?(?:姓名)?|referee"),
        ("chair", rf"(?:{any_of(UNIT)})?主席(?:姓名)?|chair|chairperson|president"),
        (
            "phone",
            r"(?:联系人|负责人|领队|主席)?(?:联系|办公|移动)?(?:电话|手机|方式)(?:号码|号)?|phone|mobile|contactphone",
        ),
        (
            "contact",
            r"联系人(?:姓名)?|联络人|联络员|负责人(?:姓名)?|领队|经办人|文体委员|contact|contactperson",
        ),
        ("name", rf"(?:所属|参赛|基层)?(?:{any_of(UNIT)})(?:名称|全称)?|名称|branchname|unitname"),
    )
)
COUNT = re.compile(r"(?:约|共)?(\d{1,6})(?:\.0+)?(?:人|名|位|对|队)?")
LARGEST = 1_000_000
LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class ProposedBranch:
    """A branch as the list has it. ``None`` and empty mean that the list does not say; ``cells`` gives the
    address of each field that was read."""

    name: str
    members: int | None = None
    chair: str = ""
    contact: str = ""
    phone: str = ""
    quota: int | None = None
    referee: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BranchReading:
    """Everything that a list proposes, and every problem at its cell."""

    branches: tuple[ProposedBranch, ...]
    problems: tuple[Problem, ...]


def read_branches(
    name: str,
    content: bytes,
    *,
    known: Sequence[str] = (),
    corrections: Mapping[str, str] | None = None,
    limits: Limits | None = None,
) -> BranchReading:
    """Read a list of branches from a workbook or CSV.

    ``known`` are the names that are there already, to which spellings are matched; ``corrections`` replace
    cells. Raises ``Refused`` where no table of branches is found.
    """
    workbook = open_workbook(name, content, limits or Limits())
    problems = [Problem(notice, severity="unlikely") for notice in workbook.notices]
    nowhere = correct(workbook, corrections or {})
    problems += [Problem("correction_nowhere", key, severity="unlikely") for key in nowhere]
    found: dict[str, ProposedBranch] = {}
    tables = 0
    names = Branches(known)
    for sheet in workbook.sheets:
        if sheet.hidden:
            continue
        grid = Grid(sheet)
        columns: dict[str, int] = {}
        for row in grid.rows:
            heads = _heads(grid, row)
            if heads:
                columns, tables = heads, tables + 1
                continue
            if not columns or _is_no_branch(grid, row, columns):
                continue
            one = _read(grid, row, columns, names, problems)
            if one is None:
                continue
            if one.name in found:
                values = {"branch": one.name, "other_at": found[one.name].cells["name"]}
                problems.append(Problem("branch_listed_twice", one.cells["name"], values))
            else:
                found[one.name] = one
    if not tables:
        raise Refused([Problem("no_branch_table")])
    if not found and not problems:
        problems.append(Problem("no_branches"))
    return BranchReading(tuple(found.values()), tuple(problems))


def _heads(grid: Grid, row: int) -> dict[str, int]:
    """Columns by field where a row heads a table of branches: their names, and something about them."""
    columns: dict[str, int] = {}
    texts = grid.texts(row)
    for column, text in texts:
        short = unmarked(text)
        known = next((name for name, pattern in HEADINGS if pattern.fullmatch(short)), None)
        if known is not None:
            columns.setdefault(known, column)
    said = len(set(columns) - {"serial", "name"})
    return columns if "name" in columns and (said or len(texts) <= 2) else {}


def _is_no_branch(grid: Grid, row: int, columns: Mapping[str, int]) -> bool:
    texts = [(column, text) for column, text in grid.texts(row) if column in columns.values()]
    if not texts or is_total(texts) or is_example(texts):
        return True
    # A merged line across the table is a title or a note; a name alone that is merged down is a branch.
    area = grid.area(row, columns["name"])
    if area is not None and area.right > area.left and len(columns) > 1:
        return True
    if area is not None and area.top < row:
        return True
    return is_note(texts) and not grid.text(row, columns["name"])


def _read(
    grid: Grid, row: int, columns: Mapping[str, int], names: Branches, problems: list[Problem]
) -> ProposedBranch | None:
    told = {field: grid.text(row, column) for field, column in columns.items()}
    cells = {field: grid.place(row, column) for field, column in columns.items()}
    written = told["name"]
    others = [text for field, text in told.items() if field not in ("name", "serial") and text]
    if not written:
        if others:
            problems.append(Problem("branch_name_missing", cells["name"]))
        return None
    if is_note([(columns["name"], written)]) and not others:
        return None
    if len(written) > LONGEST_NAME:
        problems.append(Problem("text_too_long", cells["name"]))
        return None
    found = names.recognise(written)
    if found.suggestion:
        values = {"branch": written, "suggestion": found.suggestion}
        problems.append(Problem("branch_unknown_similar", cells["name"], values, "unlikely"))
    number, doubt = _phone(told.get("phone", ""))
    if doubt:
        digits = sum(letter.isdigit() for letter in told["phone"])
        problems.append(Problem(f"phone_{doubt}", cells["phone"], {"digits": digits}, PHONE_DOUBTS[doubt]))
    return ProposedBranch(
        # A label as 二队 belongs to a team; a list of branches has none, so the whole text is the name.
        found.branch if not found.label else written,
        _count(told, cells, "members", problems),
        told.get("chair", "")[:80],
        told.get("contact", "")[:80],
        "" if doubt in ("no_phone", "spoilt", "identity") else number,
        _count(told, cells, "quota", problems),
        told.get("referee", "")[:80],
        cells,
    )


def _phone(text: str) -> tuple[str, str]:
    return next(iter(map(phone, phones(text))), ("", ""))


def _count(
    told: Mapping[str, str], cells: Mapping[str, str], field: str, problems: list[Problem]
) -> int | None:
    text = told.get(field, "").replace(" ", "").replace(",", "")
    if text in ("", "-", "—", "/", "无"):
        return None
    match = COUNT.fullmatch(text)
    if match and int(match[1]) <= LARGEST:
        return int(match[1])
    problems.append(Problem("count_unreadable", cells[field], {"text": text[:20]}))
    return None


def differing(one: ProposedBranch, there: Mapping[str, object]) -> Iterator[str]:
    """The fields in which a list says something else than what is there; what it leaves out stays."""
    for name in ("members", "chair", "contact", "phone", "quota", "referee"):
        value = getattr(one, name)
        if value not in (None, "") and value != there[name]:
            yield name
