"""Master sheets and several branches in one file."""

from __future__ import annotations

import io

import openpyxl

from .branch import HEAD, PAIRS, TITLE
from .writers import form, libreoffice, made, old_workbook, workbook

MASTER = [
    "化学系: 张三 13800138001 + 李四 13800138002",
    "机关: 王小明 13800138003 + 赵敏 13800138004",
    "机关: 孙立 13800138005 + 周平 13800138006",
]


@form(
    "24-master-merged.xlsx",
    "openpyxl",
    "all branches on one sheet, the branch merged over its rows",
    reads=MASTER,
)
def _() -> bytes:
    rows = [
        [TITLE],
        ["单位", "姓名", "联系电话", "备注"],
        ["化学系", "张三", 13800138001],
        [None, "李四", 13800138002],
        ["机关", "王小明", 13800138003],
        [None, "赵敏", 13800138004],
        [None, "孙立", 13800138005],
        [None, "周平", 13800138006],
    ]
    return workbook(("汇总", rows, ["A1:D1", "A3:A4", "A5:A8"]))


@form("25-master-merged.ods", "LibreOffice", "the same as OpenDocument, with comments on cells", reads=MASTER)
def _() -> bytes:
    book = openpyxl.load_workbook(io.BytesIO(made("24-master-merged.xlsx")))
    book.active["B3"].comment = openpyxl.comments.Comment("队长，电话晚上打", "工会")
    out = io.BytesIO()
    book.save(out)
    return libreoffice(out.getvalue(), "xlsx", "ods")


@form(
    "26-master-not-merged.xlsx",
    "openpyxl",
    "the branch is written once and its cells below are left empty",
    reads=MASTER,
    problems=["branch_carried_down A3"],
)
def _() -> bytes:
    rows = [
        ["单位", "姓名", "联系电话"],
        ["化学系", "张三", 13800138001],
        [None, "李四", 13800138002],
        ["机关", "王小明", 13800138003],
        [None, "赵敏", 13800138004],
        [None, "孙立", 13800138005],
        [None, "周平", 13800138006],
    ]
    return workbook(("汇总", rows, []))


@form("27-master-pair-a-row.xls", "xlwt", "one pair a row, each with its phone", reads=MASTER)
def _() -> bytes:
    rows = [
        ["序号", "部门工会", "队员1", "电话", "队员2", "电话", "备注"],
        [1, "化学系", "张三", 13800138001, "李四", 13800138002],
        [2, "机关", "王小明", 13800138003, "赵敏", 13800138004],
        [3, "机关", "孙立", 13800138005, "周平", 13800138006],
    ]
    return old_workbook(("汇总", rows, []))


@form("28-master-phones-last.xlsx", "openpyxl", "姓名1 姓名2 电话1 电话2, contacts in columns", reads=MASTER)
def _() -> bytes:
    rows = [
        ["分工会", "联系人", "联系电话", "姓名1", "姓名2", "电话1", "电话2"],
        ["化学系", "陈真", 13800138090, "张三", "李四", 13800138001, 13800138002],
        ["机关", "霍东", 13800138091, "王小明", "赵敏", 13800138003, 13800138004],
        ["机关", "霍东", 13800138091, "孙立", "周平", 13800138005, 13800138006],
    ]
    return workbook(("汇总", rows, []))


@form(
    "29-sheet-per-branch.xlsx",
    "openpyxl",
    "one sheet a branch, named after it, beside one of instructions",
    reads=MASTER,
    problems=["branch_from_sheet A1", "branch_from_sheet A1"],
)
def _() -> bytes:
    head = ["姓名", "电话"]
    return workbook(
        ("填表说明", [["填表说明"], ["1. 每单位限报两对。"], ["2. 请勿改动表头。"]], []),
        ("化学系", [head, ["张三", 13800138001], ["李四", 13800138002]], []),
        (
            "机关",
            [
                head,
                ["王小明", 13800138003],
                ["赵敏", 13800138004],
                ["孙立", 13800138005],
                ["周平", 13800138006],
            ],
            [],
        ),
    )


@form(
    "30-stacked-forms.xlsx",
    "openpyxl",
    "the forms of two branches one below the other on one sheet",
    reads=MASTER,
)
def _() -> bytes:
    rows = [
        [TITLE],
        ["单位：化学系  联系人：陈真 13800138090"],
        HEAD,
        [1, "张三", 13800138001],
        [2, "李四", 13800138002],
        ["合计：2人"],
        [],
        [TITLE],
        ["单位：机关  联系人：霍东 13800138091"],
        HEAD,
        [1, "王小明", 13800138003],
        [2, "赵敏", 13800138004],
        HEAD,
        [3, "孙立", 13800138005],
        [4, "周平", 13800138006],
        ["合计：4人"],
    ]
    return workbook(("Sheet1", rows, ["A1:D1", "A8:D8"]))


@form(
    "31-hidden-sheet.xls",
    "xlwt",
    "last year's list on a hidden sheet",
    reads=["化学系: 张三 13800138001 + 李四 13800138002"],
    problems=["hidden_sheet 去年"],
)
def _() -> bytes:
    now = [["单位", "姓名", "电话"], ["化学系", "张三", 13800138001], ["化学系", "李四", 13800138002]]
    then = [["单位", "姓名", "电话"], ["化学系", "钱进", 13800138009], ["化学系", "冯唐", 13800138010]]
    return old_workbook(("今年", now, []), ("去年", then, []), hidden=("去年",))


@form(
    "32-second-team.xlsx",
    "openpyxl",
    "二队 behind the branch's name",
    reads=[
        "化学系: 张三 13800138001 + 李四 13800138002",
        "化学系/二队: 王小明 13800138003 + 赵敏 13800138004",
    ],
    options={"known_branches": ["化学系", "机关"]},
)
def _() -> bytes:
    rows = [
        ["单位", "队员1", "手机1", "队员2", "手机2"],
        ["化学系", "张三", 13800138001, "李四", 13800138002],
        ["化学系（二队）", "王小明", 13800138003, "赵敏", 13800138004],
    ]
    return workbook(("Sheet1", rows, []))


@form(
    "33-branch-names.xlsx",
    "openpyxl",
    "branches in other words than the list's: one is matched, one is misspelt",
    reads=[
        "化学系分工会: 张三 13800138001 + 李四 13800138002",
        "计箅机学院: 王小明 13800138003 + 赵敏 13800138004",
    ],
    problems=["branch_unknown_similar A3"],
    options={"known_branches": ["化学系分工会", "计算机学院分工会"]},
)
def _() -> bytes:
    rows = [
        ["单位", "队员1", "手机1", "队员2", "手机2"],
        ["化学系", "张三", 13800138001, "李四", 13800138002],
        ["计箅机学院", "王小明", 13800138003, "赵敏", 13800138004],
    ]
    return workbook(("Sheet1", rows, []))


@form(
    "34-twice.xlsx",
    "openpyxl",
    "one person in two branches, and one name twice in a branch",
    reads=[
        "化学系: 张三 13800138001 + 李四 13800138002",
        "机关: 张三 13800138001 + 赵敏 13800138004",
        "机关: 孙立 13800138005 + 周平 13800138006",
        "机关: 孙立 13800138007 + 吴刚 13800138008",
    ],
    problems=["person_twice B3", "same_name B5"],
)
def _() -> bytes:
    rows = [
        ["单位", "队员1", "手机1", "队员2", "手机2"],
        ["化学系", "张三", 13800138001, "李四", 13800138002],
        ["机关", "张三", 13800138001, "赵敏", 13800138004],
        ["机关", "孙立", 13800138005, "周平", 13800138006],
        ["机关", "孙立", 13800138007, "吴刚", 13800138008],
    ]
    return workbook(("Sheet1", rows, []))


@form(
    "35-quota.xls",
    "xlwt",
    "three pairs of a branch that may send two",
    reads=["化学系: 张三 + 李四", "化学系: 王小明 + 赵敏", "化学系: 孙立 + 周平"],
    problems=["quota_exceeded B4"],
    options={"quota": 2},
)
def _() -> bytes:
    rows = [
        ["单位", "队员1", "队员2"],
        ["化学系", "张三", "李四"],
        ["化学系", "王小明", "赵敏"],
        ["化学系", "孙立", "周平"],
    ]
    return old_workbook(("Sheet1", rows, []))


@form(
    "36-shared-phone.xlsx",
    "openpyxl",
    "one number copied down to everybody",
    reads=["化学系: 张三 13800138001 + 李四 13800138001"],
    problems=["phone_shared C4"],
)
def _() -> bytes:
    rows = [["单位：化学系"], ["序号", "姓名", "电话"], [1, "张三", 13800138001], [2, "李四", 13800138001]]
    return workbook(("Sheet1", rows, []))


@form(
    "37-teams-of-three.xlsx",
    "openpyxl",
    "teams of three with a name of their own",
    reads=["化学系/猛虎队: 张三 + 李四 + 王小明", "机关/蛟龙队: 赵敏 + 孙立 + 周平"],
    options={"players_per_entry": 3},
)
def _() -> bytes:
    rows = [
        ["参赛单位", "队名", "队员姓名"],
        ["化学系", "猛虎队", "张三"],
        ["化学系", "猛虎队", "李四"],
        ["化学系", "猛虎队", "王小明"],
        ["机关", "蛟龙队", "赵敏、孙立、周平"],
    ]
    return workbook(("Sheet1", rows, []))


@form(
    "90-sections.xlsx",
    "openpyxl",
    "branches as lines between their people, with what they send",
    reads=MASTER,
)
def _() -> bytes:
    rows = [
        [TITLE],
        ["序号", "姓名", "联系电话"],
        ["一、化学系（2人）"],
        [1, "张三", 13800138001],
        [2, "李四", 13800138002],
        ["二、机关"],
        [1, "王小明", 13800138003],
        [2, "赵敏", 13800138004],
        [3, "孙立", 13800138005],
        [4, "周平", 13800138006],
    ]
    return workbook(("Sheet1", rows, ["A1:C1", "A3:C3", "A6:C6"]))


@form(
    "91-leader-on-the-list.xlsx",
    "openpyxl",
    "the leader stands on the players' list, told by a column of roles; headings in two languages",
    reads=["化学系: 张三 13800138001 + 李四 13800138002"],
    problems=["not_a_player C3"],
)
def _() -> bytes:
    rows = [
        ["单位：化学系"],
        ["序号 No.", "姓名 Name", "参赛身份", "联系电话 Phone"],
        [1, "陈真", "领队", 13800138090],
        [2, "张三", "队员", 13800138001],
        [3, "李四", "领队兼队员", 13800138002],
    ]
    return workbook(("Sheet1", rows, []))


@form(
    "92-mirrored-units.xls",
    "xlwt",
    "a division column beside the unit, spaces within the unit's name",
    reads=[
        "机关分工会: 张三 13800138001 + 李四 13800138002",
        "离退休工作处: 王小明 13800138003 + 赵敏 13800138004",
    ],
)
def _() -> bytes:
    rows = [
        ["组别", "单 位", "姓 名", "联 系 电 话"],
        ["在职组", "机关 分工会", "张三", "13800138001.0"],
        ["在职组", "机关 分工会", "李四", "13800138002"],
        ["退休组", "离退休\n工作处", "王小明", "手机：13800138003"],
        ["退休组", "离退休\n工作处", "赵敏", "13800138004（微信同号）"],
    ]
    return old_workbook(("Sheet1", rows, []))


@form(
    "93-shifted-columns.xlsx",
    "openpyxl",
    "a row that slipped by one column",
    reads=["化学系: 张三 13800138001 + ?"],
    problems=["name_missing B4", "phone_no_phone C4"],
)
def _() -> bytes:
    rows = [
        ["单位：化学系"],
        ["序号", "姓名", "联系电话"],
        [1, "张三", 13800138001],
        [2, 13800138002, "李四"],
    ]
    return workbook(("Sheet1", rows, []))


@form("95-two-pairs-a-row.ods", "LibreOffice", "one branch a row, 第一对 beside 第二对", reads=PAIRS)
def _() -> bytes:
    rows = [
        ["参赛单位", "领队", "领队电话", "第一对", None, None, None, "第二对", None, None, None],
        [None, None, None, "队员1", "手机", "队员2", "手机", "队员1", "手机", "队员2", "手机"],
        [
            *("化学系", "陈真", 13800138090, "张三", 13800138001, "李四", 13800138002),
            *("王小明", 13800138003, "赵敏", 13800138004),
        ],
    ]
    areas = ["A1:A2", "B1:B2", "C1:C2", "D1:G1", "H1:K1"]
    return libreoffice(workbook(("汇总", rows, areas)), "xlsx", "ods")


@form(
    "97-joint-team.xlsx",
    "openpyxl",
    "a pair of two branches under one number",
    reads=["化学系: 张三 13800138001 + 赵敏 13800138004", "机关: 王小明 13800138003 + 孙立 13800138005"],
    problems=["two_branches B3"],
)
def _() -> bytes:
    rows = [
        ["对号", "单位", "姓名", "手机"],
        [1, "化学系", "张三", 13800138001],
        [1, "机关", "赵敏", 13800138004],
        [2, "机关", "王小明", 13800138003],
        [2, "机关", "孙立", 13800138005],
    ]
    return workbook(("Sheet1", rows, []))
