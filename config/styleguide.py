"""The style guide: every component of the design system on one page, with sample data.

It is there for who builds pages and for the browser tests, never in a hall. The samples are Chinese on
purpose: that is what the type has to carry.
"""

import datetime as dt

import django_tables2 as tables
from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}

TILES = [
    ("confirmed", 1, ["王小明/李建国", "𠅤㛃/欧阳䶮"], "A · 9"),
    ("playing", 2, ["陈伟/赵丽娟", "孙浩/周婷"], "7 · 5"),
    ("waiting", 3, ["吴敏/郑凯", "冯雪/褚明"], ""),
    ("disputed", 4, ["卫东/蒋勇", "沈洁/韩磊"], "10 · 10"),
    ("late", 5, ["杨帆/朱琳", "秦岭/尤佳"], "6 · 8"),
    ("not-started", 12, ["许诺/何静", "吕布/施雯"], ""),
]

BANDS = [
    {"points": "0", "worth": "+3", "note": "大光"},
    {"points": "5–35", "worth": "+2", "note": "小光"},
    {"points": "40–75", "worth": "+1", "note": "守庄"},
    {"points": "80–115", "worth": "0", "note": "下台", "threshold": True, "here": True},
    {"points": "120–155", "worth": "+1", "note": "上台升 1 级"},
    {"points": "160–200", "worth": "+2", "note": "上台升 2 级"},
]

BRACKET = [
    {
        "label": "半决赛",
        "matches": [
            {
                "url": "#",
                "sides": [
                    {"name": "王小明/李建国", "score": "A", "winner": True},
                    {"name": "吴敏/郑凯", "score": "9"},
                ],
            },
            {"sides": [{"name": "陈伟/赵丽娟", "score": ""}, {"name": "卫东/蒋勇", "score": ""}]},
        ],
    },
    {"label": "决赛", "matches": [{"sides": [{"name": "王小明/李建国"}, {"name": "第 2 场胜者"}]}]},
]


class SampleForm(forms.Form):
    """One field of each kind."""

    name = forms.CharField(
        label="赛事名称",
        help_text="印在秩序册和成绩单上。",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    entries = forms.IntegerField(label="参赛对数", min_value=4, max_value=512)
    day = forms.DateField(label="比赛日期", required=False, widget=forms.DateInput(attrs={"type": "date"}))
    branch = forms.ChoiceField(label="分工会", choices=[("1", "机械学院"), ("2", "后勤集团")])
    first = forms.ChoiceField(
        label="首轮对阵",
        choices=[("lot", "抽签"), ("seed", "按种子")],
        widget=forms.RadioSelect,
        initial="lot",
    )
    avoid = forms.BooleanField(
        label="尽量避免重复对阵", required=False, help_text="规程没有要求时也可以打开。"
    )
    note = forms.CharField(label="备注", required=False, widget=forms.Textarea(attrs={"rows": 3}))


class SampleTable(tables.Table):
    """A standings table as django-tables2 draws it."""

    rank = tables.Column(verbose_name="名次", attrs={"th": {"class": "num"}, "td": {"class": "rank"}})
    pair = tables.Column(verbose_name="选手", attrs={"td": {"class": "names"}})
    branch = tables.Column(verbose_name="分工会")
    points = tables.Column(verbose_name="场分", attrs=NUMBER)
    difference = tables.Column(verbose_name="级差", attrs=NUMBER)
    label = "名次表"


def sample_rows() -> list[dict[str, object]]:
    """Twelve pairs with points and level differences."""
    names = ["王小明/李建国", "𠅤㛃/欧阳䶮", "陈伟/赵丽娟", "孙浩/周婷", "吴敏/郑凯", "冯雪/褚明"] * 2
    return [
        {
            "rank": place,
            "pair": pair,
            "branch": "机械与电气工程学院" if place % 2 else "后勤集团",
            "points": 8 - place // 2,
            "difference": f"{12 - 2 * place:+d}",
        }
        for place, pair in enumerate(names, start=1)
    ]


def styleguide(request: HttpRequest) -> HttpResponse:
    """Every component on one page; ``?screen`` shows the dark version for the hall's big screen."""
    now = timezone.now()
    table = SampleTable(sample_rows(), order_by="rank")
    tables.RequestConfig(request, paginate={"per_page": 8}).configure(table)
    broken = SampleForm({"name": "", "entries": "3", "branch": "1", "first": "lot"})
    context = {
        "event": {"name": "2026 年教职工升级比赛"},
        "event_url": "#",
        "role": "裁判长",
        "tabs": [
            {"url": "#", "label": "首页", "current": True},
            {"url": "#", "label": "报名", "count": 32},
            {"url": "#", "label": "编排"},
            {"url": "#", "label": "裁判台", "count": 3},
            {"url": "#", "label": "名次"},
            {"url": "#", "label": "打印"},
        ],
        "breadcrumb": [
            {"url": "#", "label": "我的赛事"},
            {"url": "#", "label": "第 2 轮"},
            {"label": "样式"},
        ],
        "form": broken,
        "clean": SampleForm(initial={"entries": 32}),
        "table": table,
        "page": Paginator(range(95), 20).page(2),
        "tiles": [
            dict(zip(("state", "number", "pairs", "levels"), tile, strict=True))
            | {"url": f"?table={tile[1]}"}
            for tile in TILES
        ],
        "states": [tile[0] for tile in TILES],
        "levels": ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"],
        "points": [{"value": n, "label": n, "checked": n == 80} for n in range(0, 205, 5)],
        "sides": [
            {"value": "A", "label": "王小明/李建国", "checked": True},
            {"value": "B", "label": "陈伟/赵丽娟"},
        ],
        "open_choices": [
            {
                "value": "allow",
                "label": "允许再次相遇",
                "detail": "严格按名次相邻编排。",
                "default": True,
                "checked": True,
            },
            {"value": "avoid", "label": "尽量避免", "detail": "能避免时，相邻名次让位给没有遇过的对手。"},
        ],
        "steps": [
            {"label": "报名", "state": "done", "note": "32 对"},
            {"label": "第 1 轮", "state": "done", "note": "16 桌"},
            {"label": "第 2 轮", "state": "now", "note": "还有 3 桌", "url": "#"},
            {"label": "第 3 轮", "state": "later"},
            {"label": "颁奖", "state": "later"},
        ],
        "audit": [
            {
                "at": now,
                "who": "张老师",
                "what": "更正了第 2 轮 7 桌第 5 副的得分。",
                "before": "75",
                "after": "80",
                "reason": "记分员笔误，双方确认",
            },
            {"at": now - dt.timedelta(minutes=9), "who": "裁判 刘", "what": "确认了第 2 轮 3 桌的成绩。"},
        ],
        "keys": [
            {"press": ["J", "K"], "label": "下一桌、上一桌"},
            {"press": ["Enter"], "label": "打开"},
            {"press": ["/"], "label": "改每轮分钟"},
        ],
        "bands": BANDS,
        "rounds": BRACKET,
        "now": now,
        "deadline": now + dt.timedelta(minutes=47, seconds=12),
        "will": ["第 2 轮的 16 桌对阵作废，选手手机上立即看不到。", "重新抽签会得到一个新的号码。"],
        "stays": ["作废的抽签和它的号码留在记录里。", "第 1 轮的成绩不变。"],
    }
    return render(
        request, "styleguide_screen.html" if "screen" in request.GET else "styleguide.html", context
    )
