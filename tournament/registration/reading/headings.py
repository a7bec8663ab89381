"""Recognising a table's heading row: what each column holds, whatever words the branch chose for it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .names import squeezed
from .vocabulary import FIELDS

ORDINALS = {
    **{str(digit): digit for digit in range(1, 10)},
    **{letter: place for place, letter in enumerate("一二三四五六七八九", 1)},
    **{letter: place for place, letter in enumerate("甲乙丙丁戊己", 1)},
    **{letter: place for place, letter in enumerate("ABCDEF", 1)},
}
MARK = r"[1-9一二三四五六七八九甲乙丙丁戊己A-Fa-f]"
ENTRY = re.compile(rf"第?({MARK})(?:对|组|队)(?:选手|队员)?|(?:第|选手)?(?:对|组合|组|队)({MARK})")
WHOLE = re.compile(r"[(（](每格一人|one a cell)[)）]")
PLACE = re.compile(rf"第?(?P<mark>{MARK})[号名位]?")
# Fields of which every player may have her own; others carry no player's number.
PERSONAL = ("name", "phone", "sex", "staff_number", "identity")
OF_THE_ROW = (
    "branch",
    "label",
    "division",
    "joint",
    "pair",
    "serial",
    "contact",
    "contact_phone",
    "note",
)
SHARED = (*OF_THE_ROW, "other", "spare", "role")
NUMBERED = (*PERSONAL, "note", "other", "reserve")


@dataclass(frozen=True, slots=True)
class Heading:
    """What one heading means: its field, and which player of the entry it is about (0: not said).

    ``whole``: the heading itself says that each cell is one person, as our own export does.
    """

    field: str
    player: int = 0
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of one table: fields by column, and the names' columns with those that belong to each.

    ``people`` has one mapping (field → column) a player; one player means one person a row, or several in
    one cell. ``shared`` are the columns of the whole entry.
    """

    row: int
    last_row: int
    people: tuple[Mapping[str, int], ...]
    shared: Mapping[str, int]
    whole: bool = False

    @property
    def left(self) -> int:
        return min([*self.shared.values(), *(column for person in self.people for column in person.values())])

    @property
    def right(self) -> int:
        return max([*self.shared.values(), *(column for person in self.people for column in person.values())])

    def all(self) -> dict[int, str]:
        """Field by column."""
        found = {column: name for name, column in self.shared.items()}
        for person in self.people:
            found.update({column: name for name, column in person.items()})
        return found


TRADITIONAL = str.maketrans(
    "單聯繫係電話機號碼學備註隊員別選參賽組對處會門職項稱領簽歲編證團體數員補運動",
    "单联系系电话机号码学备注队员别选参赛组对处会门职项称领签岁编证团体数员补运动",
)


def unmarked(text: str) -> str:
    """A heading without spaces, signs and hints: ``*联系 手机（必填）：`` → ``联系手机``."""
    text = squeezed(text).translate(TRADITIONAL)
    without = re.sub(r"\(.*?\)|\[.*?\]|【.*?】|（.*?）", "", text)
    text = without if re.search(r"\w", without) else text
    return re.sub(r"[\s:*#_.,、/\\|“”\"'()（）【】<>《》-]+", "", text)


def heading(text: str) -> Heading | None:
    """What a heading means, or nothing where it is no heading that is known.

    >>> heading("队员 1 联系电话").player
    1
    """
    if len(text) > 40:
        return None
    bare = unmarked(text)
    if not bare or bare.isdigit():
        return None
    aside = re.search(rf"[(（]\s*({MARK})\s*[)）]", text)
    found = _field(bare)
    if found:
        return Heading(found, ORDINALS[aside[1].upper()] if aside else 0, bool(WHOLE.search(text)))
    for place in PLACE.finditer(bare):
        before, after = bare[: place.start()], bare[place.end() :]
        # 队员1手机 is 手机 of player 1, 手机1 is too, and so is 甲手机.
        found = _field(before + after) or (_field(after) if _field(before) == "name" else None)
        if found in NUMBERED:
            return Heading(found, ORDINALS[place["mark"].upper()])
    chinese = re.sub(r"[A-Za-z]+", "", bare)
    found = _field(chinese) if chinese and chinese != bare else None
    if found:
        return Heading(found)
    parts = [part for part in re.split(r"[/\n]", text) if part.strip()]
    return heading(parts[0]) if len(parts) > 1 else None


def _field(bare: str) -> str | None:
    for name, pattern in FIELDS:
        if pattern.fullmatch(bare):
            return name
    return None


def group_heading(text: str) -> int:
    """The player whom a heading over several columns is about: 1 for 队员一 over 姓名 and 手机; else 0."""
    bare = unmarked(text)
    match = PLACE.search(bare)
    if not match:
        return 0
    rest = bare[: match.start()] + bare[match.end() :]
    return ORDINALS[match["mark"].upper()] if not rest or _field(rest) == "name" else 0


def entry_heading(text: str) -> int:
    """The entry whom a heading over several columns is about: 2 for 第二对 over 队员1 and 队员2; else 0."""
    match = ENTRY.fullmatch(unmarked(text))
    return ORDINALS[(match[1] or match[2]).upper()] if match else 0


def columns(
    row: int,
    last_row: int,
    found: Sequence[tuple[int, Heading]],
    players: Mapping[int, int],
    entries: Mapping[int, int],
) -> list[Columns]:
    """The tables under one heading row; a row above may name ``players`` and ``entries``, by column.

    Usually one. Several where the list goes on beside itself (序号 姓名 | 序号 姓名), or where a row
    holds several entries of one branch.
    """
    fields = [
        (column, replace(known, player=known.player or players.get(column, 0))) for column, known in found
    ]
    if len(set(entries.values())) > 1:
        shared = [field for field in fields if field[0] not in entries]
        blocks = [
            shared + [field for field in fields if entries.get(field[0]) == entry]
            for entry in sorted(set(entries.values()))
        ]
    else:
        blocks = _side_by_side(fields)
    tables = (_one(row, last_row, block) for block in blocks)
    return [table for table in tables if table is not None]


def _side_by_side(found: Sequence[tuple[int, Heading]]) -> list[list[tuple[int, Heading]]]:
    starts = [index for index, (_, known) in enumerate(found) if known.field == "serial"]
    names = [known.field for _, known in found].count("name")
    if len(starts) < 2 or names != len(starts) or starts[0] != 0:
        return [list(found)]
    return [list(found[start:end]) for start, end in zip(starts, [*starts[1:], len(found)], strict=True)]


def _one(row: int, last_row: int, fields: Sequence[tuple[int, Heading]]) -> Columns | None:
    names = [(column, known) for column, known in fields if known.field in ("name", "reserve")]
    if not names:
        return None
    people: list[dict[str, int]] = [
        {"name" if known.field == "name" else "reserve": column} for column, known in names
    ]
    marks = [known.player for _, known in names]
    shared: dict[str, int] = {}
    for name in PERSONAL[1:]:
        mine = [(column, known) for column, known in fields if known.field == name]
        if name == "phone":
            mine = _without_contacts_phone(mine, fields, shared)
        _share_out(name, mine, people, names, marks)
    for column, known in fields:
        if known.field in SHARED:
            if known.field == "note" and len(people) > 1 and known.player in marks and known.player:
                people[marks.index(known.player)].setdefault("note", column)
            else:
                shared.setdefault(known.field, column)
    return Columns(row, last_row, tuple(people), shared, any(known.whole for _, known in names))


def _without_contacts_phone(
    mine: list[tuple[int, Heading]], fields: Sequence[tuple[int, Heading]], shared: dict[str, int]
) -> list[tuple[int, Heading]]:
    """联系人, 联系电话, 姓名 …: the phone right behind the contact is the contact's."""
    order = [known.field for _, known in fields]
    if "contact" not in order or "contact_phone" in order:
        return mine
    behind = order.index("contact") + 1
    if behind < len(order) and order[behind] == "phone":
        column = fields[behind][0]
        shared["contact_phone"] = column
        return [pair for pair in mine if pair[0] != column]
    return mine


def _share_out(
    name: str,
    mine: list[tuple[int, Heading]],
    people: list[dict[str, int]],
    names: list[tuple[int, Heading]],
    marks: list[int],
) -> None:
    """Give each person the column of this field that belongs to her."""
    marked = [(column, known) for column, known in mine if known.player and known.player in marks]
    for column, known in marked:
        people[marks.index(known.player)].setdefault(name, column)
    loose = [column for column, known in mine if not (known.player and known.player in marks)]
    wanting = [place for place, person in enumerate(people) if name not in person]
    if len(loose) == len(wanting):
        for place, column in zip(wanting, loose, strict=True):
            people[place][name] = column
    else:
        for column in loose:
            before = [place for place in wanting if names[place][0] < column]
            for owner in before[-1:] or wanting[:1]:
                people[owner].setdefault(name, column)
