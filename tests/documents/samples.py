"""Invented branches and players for the documents' tests, ordinary and hostile."""

from datetime import datetime, timedelta, timezone

from hypothesis import strategies as st

from tournament.documents.values import About, Labels, Party

MOMENT = datetime(2026, 11, 30, 9, 30, tzinfo=timezone(timedelta(hours=8)))
ABOUT = About(event="第七届“级差”升级比赛", title="计分表", printed_at=MOMENT, stage="第 2 轮")
LABELS = Labels(hand="局", game="盘", match="盘")
RARE = ("㛃", "䶮", "𬱟", "𫖯", "喆", "昇", "堃", "犇", "䲜", "𠅤")
BRANCHES = ("机关第三分工会", "后勤集团分工会", "图书馆", "马克思主义学院与外国语学院联合分工会")
NAMES = (
    "张三",
    "李㛃",
    "欧阳晓明",
    "𬱟𠅤",
    "买买提·艾力江·阿不都热合曼",
    "王堃",
    "Anne-Marie O'Neill",
    "赵犇",
)

LETTERS = st.sampled_from(
    "一二三王李张赵欧阳司马晓明国庆，。·（）“”—㛃䶮𬱟𠅤喆堃犇ABCiWwm0189-/'. \u3000\u200b😀\U00020021"
)
HOSTILE = st.text(LETTERS, min_size=1, max_size=40).filter(lambda text: bool(text.strip(" \u3000\u200b")))
LONG = "买买提·艾力江·阿不都热合曼·哈力克·吾斯曼·库尔班江·阿卜杜拉·热合木图拉"


def party(number: int = 0) -> Party:
    """The pair with this number, always the same."""
    first, second = NAMES[number % len(NAMES)], NAMES[(number * 3 + 1) % len(NAMES)]
    return Party(number + 1, BRANCHES[number % len(BRANCHES)], (first, second), ("N", "S"))


def hostile_parties() -> st.SearchStrategy[Party]:
    return st.builds(
        Party,
        number=st.integers(1, 9999),
        branch=HOSTILE,
        players=st.tuples(HOSTILE, HOSTILE),
        seats=st.just(("E", "W")),
    )
