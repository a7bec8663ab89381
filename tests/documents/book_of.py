"""An invented programme, from which tests and pictures are made."""

from dataclasses import replace

from tests.documents.brackets_of import bracket
from tests.documents.samples import ABOUT, BRANCHES, party
from tournament.documents.books import (
    Appointment,
    Award,
    Cover,
    Delegation,
    Duty,
    Section,
    awards_section,
    duties_section,
    entries_section,
    planned_section,
    schedule_section,
    text_section,
)
from tournament.documents.brackets import plan_brackets
from tournament.documents.cross_tables import CrossTable, plan_cross_tables
from tournament.documents.prose import Paragraph

BOOK = replace(ABOUT, title="秩序册", stage="")
COVER = Cover(
    ("主办：某某大学工会委员会", "承办：教职工棋牌协会"), "地点：教工之家", "二〇二六年十一月三十日"
)
NOTICE = (
    "各分工会：为活跃教职工业余文化生活，增进交流，经研究决定举办第七届“级差”升级比赛，现将有关事项通知如下，请认真组织参加。",
    Paragraph("一、时间地点", heading=True),
    "十一月三十日上午九时，教工之家一楼大厅。请提前十五分钟到场签到，迟到十分钟视为弃权。",
    Paragraph("二、报名办法", heading=True),
    "以分工会为单位报名，每个单位不超过两对，选手须为在职教职工，报名后不得更换。",
)


def sections(regulation: int = 12) -> list[Section]:
    """The sections of the programme; ``regulation`` is its number of clauses."""
    clauses: list[Paragraph | str] = []
    for number in range(1, regulation + 1):
        clauses.append(Paragraph(f"第{number}条", heading=True))
        clauses.append(
            "每轮比赛六十分钟，最后十分钟裁判提醒，再打一副牌，打完结束比赛。胜两分，平一分，负零分。"
            * (number % 4 + 1)
        )
    groups = [
        CrossTable(f"{letter} 组", tuple(party(n) for n in range(5)), totals=("积分", "级差"))
        for letter in "ABCD"
    ]
    delegations = [
        Delegation(branch, tuple(party(4 * n + place) for n in range(3)), "领队老师")
        for place, branch in enumerate(BRANCHES)
    ]
    return [
        text_section(BOOK, "比赛通知", NOTICE),
        text_section(BOOK, "竞赛规程", clauses),
        duties_section(
            BOOK, "组织委员会", [Duty("主任", ("王主席",)), Duty("委员", ("李老师", "张老师", "赵老师"))]
        ),
        duties_section(
            BOOK, "裁判员名单", [Duty("裁判长", ("钱老师",)), Duty("裁判员", ("孙老师", "周老师"))]
        ),
        entries_section(BOOK, "参赛名单", [*delegations, Delegation("体育部", ())]),
        schedule_section(
            BOOK, "竞赛日程", [Appointment("9:00", "第 1 轮", "一楼大厅"), Appointment("10:15", "第 2 轮")]
        ),
        planned_section("小组循环表", plan_cross_tables(replace(BOOK, title="循环表"), groups)),
        planned_section("淘汰赛对阵图", plan_brackets(replace(BOOK, title="对阵图"), [bracket(8)])),
        awards_section(
            BOOK, "获奖名单", [Award("冠军", party(1)), Award("季军", party(2)), Award("季军", party(3))]
        ),
    ]
