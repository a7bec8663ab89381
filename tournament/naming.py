"""How players are called by whoever looks: in full, by surname, or by the number of their pair only.

A page of an event says once how its visitor may call people; every name that is shown on it follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

FULL, SURNAME, NUMBER = "full", "surname", "number"

# Surnames of two characters.
COMPOUND = frozenset(
    [
        *("欧阳", "太史", "端木", "上官", "司马", "东方", "独孤", "南宫", "万俟", "闻人", "夏侯", "诸葛"),
        *("尉迟", "公羊", "赫连", "澹台", "皇甫", "宗政", "濮阳", "公冶", "太叔", "申屠", "公孙", "慕容"),
        *("仲孙", "钟离", "长孙", "宇文", "司徒", "鲜于", "司空", "闾丘", "子车", "亓官", "司寇", "巫马"),
        *("公西", "颛孙", "壤驷", "公良", "漆雕", "乐正", "宰父", "谷梁", "拓跋", "夹谷", "轩辕", "令狐"),
        *("段干", "百里", "呼延", "东郭", "南门", "羊舌", "微生", "梁丘", "左丘", "东门", "西门", "第五"),
        *("纳兰", "完颜", "耶律", "叶赫", "那拉", "爱新", "觉罗"),
    ]
)
# What stands behind a surname in the place of the given name.
SOMEBODY = "某"

_how: ContextVar[str] = ContextVar("how players are called", default=FULL)


@contextmanager
def calling(how: str) -> Iterator[None]:
    """Within this block players are called so: ``full``, ``surname`` or ``number``."""
    token = _how.set(how)
    try:
        yield
    finally:
        _how.reset(token)


def how_called() -> str:
    """How players are called now."""
    return _how.get()


def surname_only(name: str) -> str:
    """A name without the given name; of another script its first letter.

    >>> surname_only("张三"), surname_only("欧阳修"), surname_only("John Smith")
    ('张某', '欧阳某', 'J.')
    """
    if not name or not name[0].isalpha():
        return name
    if ord(name[0]) < 0x2E80:
        return f"{name[0]}."
    length = 2 if name[:2] in COMPOUND and len(name) > 2 else 1
    return name[:length] + SOMEBODY
