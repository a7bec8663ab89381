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
LONGEST = 40
SUGGESTIONS = 100
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


class Branches:
    """The branches that are known, to which the spellings of a file are matched; each spelling is looked up
    once.

    >>> Branches(["化学系分工会"]).recognise("化学系二队")
    Known(branch='化学系分工会', label='二队', how='matched', suggestion='')
    """

    def __init__(self, known: Sequence[str]) -> None:
        self.names = tuple(known)
        self._exact = frozenset(known)
        self._cores: dict[str, list[str]] = {}
        for name in known:
            if core := _core(name):
                self._cores.setdefault(core, []).append(name)
        self._found: dict[str, Known] = {}
        self._suggestions = SUGGESTIONS

    def recognise(self, written: str) -> Known:
        """The known branch that a text means; else the text itself, perhaps with the branch that is most
        like it."""
        if written not in self._found:
            self._found[written] = self._look_up(written)
        return self._found[written]

    def _look_up(self, written: str) -> Known:
        text = re.sub(r"^[\s:]+|[\s:]+$", "", squeezed(written))
        if text not in self._exact:
            # 机关 分工会, or a name over two lines of its cell.
            text = re.sub(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])", "", text)
        if not text or text in self._exact:
            return Known(text)
        team = _team(text)
        if not self.names:
            return team
        if whole := self._match(text):
            return Known(whole, how="matched")
        inner = self._match(team.branch) if team.label else ""
        if inner:
            return Known(inner, team.label, "same" if inner == team.branch else "matched")
        return Known(team.branch, team.label, "unknown", self._suggestion(team.branch))

    def _match(self, text: str) -> str:
        if text in self._exact:
            return text
        same = self._cores.get(_core(text), [])
        return same[0] if len(same) == 1 else ""

    def _suggestion(self, text: str) -> str:
        """The known branch that is spelt most alike; sought for some hundred spellings, as it takes its
        time."""
        if len(text) > LONGEST or self._suggestions == 0:
            return ""
        self._suggestions -= 1
        close = difflib.get_close_matches(_core(text), self._cores, 1, 0.6)
        return self._cores[close[0]][0] if close else ""


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
