"""The rows of a form that name no player: title, 单位/联系人/联系电话, totals, notes and signatures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .headings import heading
from .names import split_people, squeezed
from .vocabulary import any_of

UNITS = "单位 部门 分工会 部门工会 基层工会 工会小组 工会 代表队 学院 队名 支行 branch unit"
LABELS = re.compile(
    r"(?P<both>联系人(?:姓名)?[及和与、/](?:联系)?(?:电话|手机|方式))"
    r"|(?P<contact_phone>(?:联系人|负责人|领队)?的?(?:联系)?(?:电话|手机号码|手机号|手机|方式)(?:号码)?"
    r"|contact phone|phone)"
    r"|(?P<contact>联系人|负责人|领队|填表人|填报人|经办人|(?:分会|分工会|工会)?主席|contact person|contact|"
    r"leader)"
    r"(?:姓名|签字|签名)?"
    rf"|(?P<branch>(?<![\w])(?:参赛|报名|填报|工作|所在|推荐|代表|选送)?(?:{any_of(UNITS)}))(?:名称|全称|name)?"
    r"|(?P<other>(?:填表|报送|填报|报名|上报)?(?:日期|时间)|邮箱|传真|地址|页码|审核人?|审批人?|共计|合计|人数|"
    r"领导签字)",
    re.IGNORECASE,
)
ASIDE = r"\s*(?:[(](?:盖章|公章|章|签章|签字|全称|手机|必填|加盖公章|盖公章)[)])?\s*"
LABELLED = re.compile(rf"(?:{LABELS.pattern}){ASIDE}:", re.IGNORECASE)
ALONE = re.compile(rf"(?:{LABELS.pattern}){ASIDE}:?", re.IGNORECASE)
TOTAL = re.compile(
    r"^((合|总|小|共)\s*计|汇\s*总|总\s*人\s*数|参赛总人数|人数合计|total\b).*|^共\s*[\d一二三四五六七八九十百]+\s*[人对队名组].*",
    re.IGNORECASE,
)
COUNTED = re.compile(r"(\d{1,5})\s*(人|名|对|队|组)")
NOTES = (
    "注 备注 说明 附注 填表说明 填写说明 填报说明 填表要求 温馨提示 提示 要求 请 附件 领队签字 领导签字 "
    "签字 签名 签章 盖章 单位盖章 "
    "单位(盖章) 部门盖章 工会盖章 主席签字 主席签名 分管 审核 审批 意见 单位意见 负责人签字 填表日期 日期 "
    "报名截止 截止 以上 "
    "note notes instructions signature please"
)
# What follows a note's first word, so that it is no name: 请于…, but 请新民 is a person.
AFTER = "各 于 将 按 勿 在 认真 填 注意 说明 严格 提交"
NOTE = re.compile(
    rf"^[*※★●]?\s*(?:{any_of(NOTES)})(?:[\s:.。、,()\d]|$|{any_of(AFTER)})",
    re.IGNORECASE,
)
DATE = re.compile(r"^[\d\s]*年[\d\s]*月[\d\s]*日$|^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}( .*)?$")
TITLES = "报名表 报名单 登记表 统计表 汇总表 名单 回执 信息表 一览表 报名汇总"
TITLE = re.compile(rf"(?:{any_of(TITLES)}|entry form|entries)(\s*[(].*[)])?$", re.IGNORECASE)
EXAMPLE = re.compile(
    r"^[(]?(例|示例|样例|举例|范例|填写示例|example|e\.g\.)[)]?[:.、]?\s*\S{0,12}$", re.IGNORECASE
)
ENDINGS = (
    "分工会 部门工会 工会 学院 学部 研究院 研究所 中心 公司 医院 图书馆 支行 车间 科室 机关 后勤 党委 系 "
    "处 部 局 厂 馆 院 所"
)
OF_TITLE = re.compile(
    r"^(?:附件\s*[\d一二三四五六七八九]*\s*:?\s*)?(?P<branch>"
    rf"[\w()]{{2,18}}?(?:{any_of(ENDINGS)})(?=[^工分]|$)|(?:机关|后勤|党委|图书馆|医院)(?=报名|拖拉机|扑克|比赛|$))"
)
BLANKS = re.compile(r"[_＿—\s]+")


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that a line says: the field, its value, and the column of the cell in which the value
    stands."""

    field: str
    value: str
    column: int


def said(cells: Sequence[tuple[int, str]]) -> list[Said]:
    """What a row says of branch, contact and phone: in one cell or spread over several.

    >>> [(part.field, part.value) for part in said([(0, "单位：化学系 联系人：王五")])]
    [('branch', '化学系'), ('contact', '王五')]
    """
    found: list[Said] = []
    open_field = ""
    for column, written in cells:
        text = squeezed(written)
        alone = ALONE.fullmatch(text)
        matches = list(LABELLED.finditer(text))
        if alone and not matches:
            # 单位 | 化学系: a label without a colon, its value in the next cell.
            if open_field:
                found.append(Said(open_field, "", column))
            open_field = alone.lastgroup or ""
            continue
        if not matches:
            if open_field:
                found.append(Said(open_field, _value(text), column))
            open_field = ""
            continue
        if open_field and text[: matches[0].start()].strip():
            found.append(Said(open_field, _value(text[: matches[0].start()]), column))
        open_field = ""
        ends = [match.start() for match in matches[1:]] + [len(text)]
        for match, end in zip(matches, ends, strict=True):
            value = _value(text[match.end() : end])
            if not value and end == len(text):
                open_field = match.lastgroup or ""
            else:
                found.append(Said(match.lastgroup or "", value, column))
    if open_field:
        found.append(Said(open_field, "", cells[-1][0]))
    return _sorted_out(found)


def _value(text: str) -> str:
    return re.sub(r"[(（](盖章|公章|章|签章|签字|加盖公章)[)）]", "", BLANKS.sub(" ", text)).strip(
        " ,，;；。:："
    )


def _sorted_out(found: Sequence[Said]) -> list[Said]:
    """Contacts with a phone behind the name are parted into both."""
    parts: list[Said] = []
    for part in found:
        if not part.value or part.value.endswith(":"):
            # The label is there and nothing behind it: that is said of a branch only.
            if part.field == "branch":
                parts.append(Said("branch", "", part.column))
            continue
        if part.field in ("both", "contact"):
            people = split_people(part.value)
            number = next((person.phone for person in people if person.phone), "")
            name = "、".join(person.name for person in people if person.name) or part.value
            parts.append(Said("contact", name, part.column))
            digits = number or next(iter(re.findall(r"[\d-]{7,}", part.value)), "")
            if digits:
                parts.append(Said("contact_phone", digits, part.column))
        elif part.field in ("branch", "contact_phone"):
            parts.append(part)
    return parts


def is_total(texts: Sequence[tuple[int, str]]) -> bool:
    """合计 rows and their like."""
    return any(TOTAL.match(text) for _, text in texts[:3])


def counted(texts: Sequence[tuple[int, str]]) -> tuple[int, str] | None:
    """What a total row counts: a number, and 人 or 对."""
    match = COUNTED.search(" ".join(text for _, text in texts))
    if not match:
        return None
    return int(match[1]), "people" if match[2] in "人名" else "entries"


def is_note(texts: Sequence[tuple[int, str]]) -> bool:
    """Notes, signatures, dates: rows that are about the form and name nobody."""
    if not texts:
        return False
    first = squeezed(texts[0][1])
    if first.startswith("#") or NOTE.match(first) or DATE.match(first):
        return True
    return len(texts) == 1 and (
        len(first) > 40 or bool(TITLE.search(first)) or bool(re.match(r"^\d{1,2}[、.]\s*\D{12,}", first))
    )


def is_example(texts: Sequence[tuple[int, str]]) -> bool:
    """A row that shows how the form is filled in."""
    return any(EXAMPLE.match(text) for _, text in texts[:2])


def only_labels(texts: Sequence[tuple[int, str]]) -> bool:
    """A second row of headings under the first."""
    return all(heading(text) for _, text in texts)


def branch_of_title(text: str) -> str:
    """化学系工会拖拉机比赛报名表 → 化学系工会; empty where a title names no branch.

    >>> branch_of_title("化学系工会拖拉机比赛报名表")
    '化学系工会'
    """
    text = squeezed(text)
    match = OF_TITLE.match(text)
    if not match or re.search(r"\d{4}|届|大学|总工会|比赛|报名", match["branch"]):
        return ""
    return match["branch"]
