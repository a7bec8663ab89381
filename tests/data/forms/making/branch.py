"""One form per branch, as the regulation prints it, with what branches do to it."""

from __future__ import annotations

from .writers import form, libreoffice, old_workbook, workbook

TITLE = "拖拉机扑克比赛报名表"
LINE = "单位：化学系    联系人：孙立    联系电话：13800138000"
HEAD = ["序号", "姓 名", "联系手机", "备注"]
FOUR = [
    [1, "张三", "13800138001", None],
    [None, "李四", "13800138002", None],
    [2, "王小明", "13800138003", None],
    [None, "赵敏", "13800138004", None],
]
PAIRS = ["化学系: 张三 13800138001 + 李四 13800138002", "化学系: 王小明 13800138003 + 赵敏 13800138004"]
MERGED = ["A1:D1", "A2:D2", "A4:A5", "A6:A7"]


def regulation_form() -> bytes:
    return workbook((("报名表"), [[TITLE], [LINE], HEAD, *FOUR], MERGED))


@form(
    "01-regulation-form.xlsx",
    "openpyxl",
    "title, one line for branch and contact, merged serials",
    reads=PAIRS,
)
def _() -> bytes:
    return regulation_form()


@form("02-regulation-form-lo.xlsx", "LibreOffice", "the same as LibreOffice writes it", reads=PAIRS)
def _() -> bytes:
    return libreoffice(regulation_form(), "xlsx", "xlsx")


@form("03-regulation-form.ods", "LibreOffice", "the same as OpenDocument", reads=PAIRS)
def _() -> bytes:
    return libreoffice(regulation_form(), "xlsx", "ods")


@form(
    "04-regulation-form-lo.xls", "LibreOffice", "the same as LibreOffice writes the older kind", reads=PAIRS
)
def _() -> bytes:
    return libreoffice(regulation_form(), "xlsx", "xls")


@form("05-regulation-form.xls", "xlwt", "the same as the older Excel", reads=PAIRS)
def _() -> bytes:
    areas = [(0, 0, 0, 3), (1, 1, 0, 3), (3, 4, 0, 0), (5, 6, 0, 0)]
    return old_workbook(("报名表", [[TITLE], [LINE], HEAD, *FOUR], areas))


@form(
    "06-line-in-cells.xlsx",
    "openpyxl",
    "单位 | 化学系 | 联系人 | … each in its own cell, without colons",
    reads=PAIRS,
)
def _() -> bytes:
    line = ["单位", "化学系", "联系人", "孙立", "联系电话", 13800138000]
    return workbook(("Sheet1", [[TITLE], line, [], HEAD, *FOUR], []))


@form("07-line-below.xlsx", "openpyxl", "the contact's line stands below the table", reads=PAIRS)
def _() -> bytes:
    rows = [[TITLE], HEAD, *FOUR, ["填报单位（盖章）：化学系", None, "联系人：孙立 联系电话：13800138000"]]
    return workbook(("Sheet1", rows, []))


@form(
    "08-empty-template-rows.xlsx",
    "openpyxl",
    "numbered rows that nobody filled, total, notes, signature and date below",
    reads=PAIRS,
)
def _() -> bytes:
    rows = [[TITLE], [LINE], HEAD]
    rows += [[number, name, phone, None] for number, (_, name, phone, _) in enumerate(FOUR, 1)]
    rows += [
        [5],
        [6],
        [],
        ["合计", "4人"],
        ["注：1.每单位限报两对；2.请于11月8日前报名。"],
        ["领队签字：", None, "年  月  日"],
    ]
    return workbook(("Sheet1", rows, ["A1:D1", "A2:D2"]))


@form(
    "09-wrong-total.xls",
    "xlwt",
    "the total row counts more people than stand above it",
    reads=PAIRS,
    problems=["total_differs A9"],
)
def _() -> bytes:
    return old_workbook(("报名表", [[TITLE], [LINE], HEAD, *FOUR, [], ["共计6人"]], []))


@form(
    "10-spaces-and-digits.xlsx",
    "openpyxl",
    "张 三, full-width spaces and digits, phones as numbers and with dashes",
    reads=["化学系: 张三 13800138001 + 李四 13800138002", "化学系: 欧阳娜娜 13800138003 + 赵敏 13800138004"],
)
def _() -> bytes:
    rows = [
        [TITLE],
        ["单位：　化学系　　联系人：孙　立　　联系电话：１３８００１３８０００"],
        HEAD,
        [1, "张 三", 13800138001],
        [2, "李　四", "１３８００１３８００２"],
        [3, "欧阳 娜娜", "138-0013-8003"],
        [4, " 赵敏 ", "+86 138 0013 8004"],
    ]
    return workbook(("Sheet1", rows, []))


@form(
    "11-two-in-a-cell.xlsx",
    "openpyxl",
    "two people in one cell, with every sign that people use, their phones likewise",
    reads=[
        "化学系: 张三 13800138001 + 李四 13800138002",
        "化学系: 王小明 13800138003 + 赵敏 13800138004",
        "化学系: 孙立 13800138005 + 周平 13800138006",
        "化学系: 吴刚 13800138007 + 郑爽",
        "化学系: 钱进 13800138009 + 冯唐 13800138010",
    ],
)
def _() -> bytes:
    rows = [
        ["参赛单位：化学系"],
        ["序号", "队员", "联系电话"],
        [1, "张三、李四", "13800138001、13800138002"],
        [2, "王小明/赵敏", "13800138003/13800138004"],
        [3, "孙立 周平", "13800138005 13800138006"],
        [4, "吴刚和郑爽", 13800138007],
        [5, "钱进\n冯唐", "13800138009\n13800138010"],
    ]
    return workbook(("Sheet1", rows, []))


@form(
    "12-numbers-in-names.xlsx",
    "openpyxl",
    "phones and remarks written behind the names; a name with a digit",
    reads=["化学系: 张三 13800138001 + 李四 13800138002", "化学系: 王小明 13800138003 + 赵敏2 13800138004"],
    problems=["name_digits B6"],
)
def _() -> bytes:
    rows = [
        ["单位：化学系"],
        ["序号", "姓名", "备注"],
        [1, "张三13800138001"],
        [2, "李四（13800138002）"],
        [3, "王小明（队长） 13800138003"],
        [4, "赵敏2 13800138004"],
    ]
    return workbook(("Sheet1", rows, []))


@form(
    "13-odd-count.xlsx",
    "openpyxl",
    "three people where pairs are asked for",
    reads=["化学系: 张三 13800138001 + 李四 13800138002", "化学系: 王小明 13800138003"],
    problems=["too_few_players B6"],
)
def _() -> bytes:
    return workbook(("Sheet1", [[TITLE], [LINE], HEAD, *FOUR[:3]], []))


@form(
    "14-phones-that-are-none.xlsx",
    "openpyxl",
    "ten digits, twelve digits, an identity card, a word, an internal number",
    reads=[
        "化学系: 张三 1380013800 + 李四 138001380022",
        "化学系: 王小明 + 赵敏",
        "化学系: 孙立 66123 + 周平 05582591234",
    ],
    problems=[
        "phone_digits C3",
        "phone_digits C4",
        "phone_identity C5",
        "phone_no_phone C6",
        "phone_short C7",
        "phone_missing C5",
    ],
)
def _() -> bytes:
    rows = [
        ["单位：化学系"],
        ["序号", "姓名", "电话"],
        [1, "张三", 1380013800],
        [2, "李四", "138001380022"],
        [3, "王小明", "340123199001011234"],
        [4, "赵敏", "见微信群"],
        [5, "孙立", "66123"],
        [6, "周平", "0558-2591234"],
    ]
    return workbook(("Sheet1", rows, []))


@form(
    "15-missing-and-pending-names.xlsx",
    "openpyxl",
    "a phone without a name, 待定, and 无",
    reads=["化学系: 张三 13800138001 + ? 13800138002", "化学系: 王小明 13800138003 + ?"],
    problems=["name_missing B4", "name_pending B6"],
)
def _() -> bytes:
    rows = [
        ["单位：化学系"],
        ["序号", "姓名", "电话"],
        [1, "张三", "13800138001"],
        [2, None, "13800138002"],
        [3, "王小明", "13800138003"],
        [4, "待定", None],
        [5, "无", "无"],
    ]
    return workbook(("Sheet1", rows, []))


@form(
    "16-gap-in-a-pair.xlsx",
    "openpyxl",
    "an empty row between the two of a pair",
    reads=PAIRS,
    problems=["pair_across_gap B5"],
)
def _() -> bytes:
    rows = [
        ["单位：化学系"],
        [None, "姓名", "电话"],
        [None, "张三", "13800138001"],
        [],
        [None, "李四", "13800138002"],
        [None, "王小明", "13800138003"],
        [None, "赵敏", "13800138004"],
    ]
    return workbook(("Sheet1", rows, []))


@form(
    "17-example-row.xlsx",
    "openpyxl",
    "the form's own example row is left in",
    reads=PAIRS,
    problems=["example_skipped A3"],
)
def _() -> bytes:
    rows = [["单位：化学系"], HEAD, ["例", "张大山", "13912345678", "队长"], *FOUR]
    return workbook(("Sheet1", rows, []))


@form(
    "18-reserve.xlsx",
    "openpyxl",
    "a pair number that binds three rows, the third a reserve",
    reads=[
        "化学系: 张三 13800138001 + 李四 13800138002 + 孙立 13800138005(替)",
        "化学系: 王小明 13800138003 + 赵敏 13800138004",
    ],
)
def _() -> bytes:
    rows = [
        ["单位：化学系"],
        ["组号", "姓名", "电话", "备注"],
        [1, "张三", 13800138001],
        [1, "李四", 13800138002],
        [1, "孙立", 13800138005, "替补"],
        [2, "王小明", 13800138003],
        [2, "赵敏", 13800138004],
    ]
    return workbook(("Sheet1", rows, []))


@form(
    "19-too-many-in-a-pair.xlsx",
    "openpyxl",
    "three people under one merged number, none of them a reserve",
    reads=[
        "化学系: 张三 13800138001 + 李四 13800138002 + 孙立 13800138005",
        "化学系: 王小明 13800138003 + 赵敏 13800138004",
    ],
    problems=["too_many_players B5"],
)
def _() -> bytes:
    rows = [
        ["单位：化学系"],
        HEAD,
        [1, "张三", 13800138001],
        [None, "李四", 13800138002],
        [None, "孙立", 13800138005],
        [2, "王小明", 13800138003],
        [None, "赵敏", 13800138004],
    ]
    return workbook(("Sheet1", rows, ["A3:A5", "A6:A7"]))


@form("20-headings-of-two-rows.xlsx", "openpyxl", "队员一 and 队员二 merged over 姓名 and 手机", reads=PAIRS)
def _() -> bytes:
    rows = [
        [TITLE],
        ["单位：化学系"],
        ["序号", "队员一", None, None, "队员二", None, None, "备注"],
        [None, "姓名", "性别", "手机", "姓名", "性别", "手机", None],
        [1, "张三", "男", 13800138001, "李四", "女", 13800138002],
        [2, "王小明", "男", 13800138003, "赵敏", "女", 13800138004],
    ]
    return workbook(("Sheet1", rows, ["A3:A4", "B3:D3", "E3:G3", "H3:H4", "A1:H1"]))


@form("21-side-by-side.xls", "xlwt", "the list goes on beside itself", reads=PAIRS)
def _() -> bytes:
    rows = [
        [TITLE],
        ["单位：化学系"],
        ["序号", "姓名", "电话", "序号", "姓名", "电话"],
        [1, "张三", 13800138001, 3, "王小明", 13800138003],
        [2, "李四", 13800138002, 4, "赵敏", 13800138004],
    ]
    return old_workbook(("Sheet1", rows, []))


@form(
    "22-name-cell-over-two-rows.xlsx", "openpyxl", "both names in one merged cell, a phone a row", reads=PAIRS
)
def _() -> bytes:
    rows = [
        ["单位：化学系"],
        HEAD,
        [1, "张三、李四", 13800138001],
        [None, None, 13800138002],
        [2, "王小明、赵敏", 13800138003],
        [None, None, 13800138004],
    ]
    return workbook(("Sheet1", rows, ["A3:A4", "B3:B4", "A5:A6", "B5:B6"]))


@form(
    "23-sex-and-staff-number.xls",
    "xlwt",
    "sex, staff number and age beside the names",
    reads=["化学系: 张三 13800138001 + 李四 13800138002"],
    problems=["sex_unknown C5"],
)
def _() -> bytes:
    rows = [
        [TITLE],
        ["单位：化学系"],
        ["序号", "姓名", "性别", "年龄", "工号", "手机号码"],
        [1, "张三", "男", 45, "20051234", 13800138001],
        [2, "李四", "不详", 38, "20121111", 13800138002],
    ]
    return old_workbook(("Sheet1", rows, []))


@form("94-labels-and-values.xlsx", "openpyxl", "no table at all: each value behind its label", reads=PAIRS)
def _() -> bytes:
    rows = [
        [TITLE],
        ["单位", "化学系", "联系人", "孙立", "电话", 13800138000],
        ["队员一", "张三", "手机", 13800138001, "性别", "男"],
        ["队员二", "李四", "手机", 13800138002, "性别", "女"],
        ["队员三", "王小明", "手机", 13800138003, "性别", "男"],
        ["队员四", "赵敏", "手机", 13800138004, "性别", "女"],
        ["单位意见（盖章）", None, None, None, "2026年3月1日"],
    ]
    return workbook(("Sheet1", rows, ["A1:F1", "A7:B7"]))
