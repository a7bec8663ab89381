"""Whose form it is: the branch as the form spells it, the branch as it is known, and a second team's name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from .lines import branch_of_title
from .names import squeezed

TEAM = re.compile(r"^(?P<branch>.+?)\s*[(（]?\s*(?P<team>第?[一二三四五六七八九1-9A-D]\s*队)\s*[)）]?$")
ENDING = re.compile(r"(分工会|部门工会|基层工会|工会小组|工会|委员会|分会)$")
GENERIC = re.compile(
    r"^(sheet|工作表|表|table|chart)\s*\d*(\s*\(\d+\))?$|报名|名单|汇总|登记|统计|总表|信息|回执|附件|模板|样表|^csv$|导出|下载|新建|副本|^\d+$|untitled|entr|book\d|工作簿",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Known:
    """A branch's name, its team's label, and how it was found: ``same``, ``matched``, ``unknown``; a
    suggestion."""

    branch: str
    label: str = ""
    how: str = "same"
    suggestion: str = ""


def _core(name: str) -> str:
    name = re.sub(r"[\s()（）·、,，.-]+", "", squeezed(name))
    shorter = ENDING.sub("", name)
    return (shorter if len(shorter) > 1 else name).lower()


def recognise(text: str, known: Sequence[str]) -> Known:
    """The known branch that a text means, or the text itself.

    >>> recognise("化学系二队", ["化学系分工会"])
    Known(branch='化学系分工会', label='二队', how='matched', suggestion='')
    """
    text = re.sub(r"^[\s:]+|[\s:]+$", "", squeezed(text))
    if text not in known:
        # 机关 分工会, or a name over two lines of its cell.
        text = re.sub(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])", "", text)
    if not text or text in known:
        return Known(text)
    if not known:
        return _team(text)
    whole = _match(text, known)
    if whole is not None:
        return whole
    team = _team(text)
    if team.label:
        inner = Known(team.branch) if team.branch in known else _match(team.branch, known)
        if inner is not None:
            return Known(inner.branch, team.label, inner.how)
    close = difflib.get_close_matches(_core(team.branch), [_core(name) for name in known], 1, 0.6)
    suggestion = next((name for name in known if close and _core(name) == close[0]), "")
    return Known(team.branch, team.label, "unknown", suggestion)


def _match(text: str, known: Sequence[str]) -> Known | None:
    same = [name for name in known if _core(name) and _core(name) == _core(text)]
    return Known(same[0], how="matched") if len(same) == 1 else None


def _team(text: str) -> Known:
    match = TEAM.match(text)
    if match and len(match["branch"]) > 1:
        return Known(match["branch"].strip(), re.sub(r"\s", "", match["team"]))
    return Known(text)


def of_a_name(name: str, known: Sequence[str], several: bool = False) -> str:
    """The branch that a sheet's or a file's name means; empty for 报名表, Sheet1 and the like.

    ``several``: the sheet is one of several with tables, so its name tells them apart.
    """
    name = re.sub(r"\(\d+\)$|[-_]\d+$|^\d+[-_.、]", "", squeezed(name)).strip(" -_")
    for branch in sorted(known, key=len, reverse=True):
        if branch and branch in name:
            return branch
    found = branch_of_title(name)
    if found:
        return found
    plain = name and not GENERIC.search(name) and re.search(r"[\u3400-\u9fff]", name)
    return name if several and plain else ""
