"""Invented branches and people. Nobody of these names is meant."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tournament.registration.reading import ProposedEntry, ProposedPlayer

SURNAMES = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕"
GIVEN = (
    "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华建国志红梅建辉兰文斌鹏宇浩然晨曦子涵欣怡佳颖喆昇堃犇㛃䶮"
)
UNITS = (
    "机关",
    "文学院",
    "数学学院",
    "物理学院",
    "化学学院",
    "生命科学学院",
    "经济学院",
    "法学院",
    "外国语学院",
    "图书馆",
    "后勤集团",
    "附属医院",
    "附属中学",
    "信息学院",
    "土木学院",
    "体育部",
    "出版社",
    "财务处",
    "保卫处",
    "离退休工作处",
)


def names(random: Random) -> Iterator[str]:
    """Names that do not repeat, as long as anybody needs."""
    taken: set[str] = set()
    while True:
        name = random.choice(SURNAMES) + "".join(random.choices(GIVEN, k=random.choice((1, 2, 2, 2))))
        if name not in taken:
            taken.add(name)
            yield name


def pairs(random: Random, count: int, players: int = 2, per_branch: int = 3) -> list[ProposedEntry]:
    """``count`` invented pairs, about ``per_branch`` to a branch, with phone numbers that are nobody's."""
    supply = names(random)
    branches = max(2, -(-count // per_branch))
    found = []
    for number in range(count):
        unit = UNITS[number % branches % len(UNITS)]
        round_ = number % branches // len(UNITS)
        branch = f"{unit}分工会" if not round_ else f"{unit}第{round_ + 1}分工会"
        found.append(
            ProposedEntry(
                branch=branch,
                contact=next(supply),
                contact_phone=_phone(random),
                label="",
                players=tuple(
                    ProposedPlayer(name=next(supply), phone=_phone(random)) for _ in range(players)
                ),
            )
        )
    return found


def _phone(random: Random) -> str:
    """A number of a range that is given to nobody."""
    return f"199{random.randrange(10**8):08d}"
