"""The words that head a column, as branches write them. A new habit is a new word here."""

from __future__ import annotations

import re


def any_of(words: str) -> str:
    """A pattern for any of the words, the longest first."""
    return "|".join(sorted(map(re.escape, words.split()), key=len, reverse=True))


def _heads(
    core: str, before: str = "", after: str = "", alone: str = "", owned: bool = False
) -> re.Pattern[str]:
    """A heading is a word of ``core``, perhaps with one before and one after it; or a word of ``alone``.

    ``owned``: the word before must be there, for without it the heading means something else.
    """
    pattern = f"(?:{any_of(before)}){'' if owned else '?'}(?:的)?" if before else ""
    pattern += f"(?:{any_of(core)})"
    pattern += f"(?:{any_of(after)})?" if after else ""
    return re.compile(f"{pattern}|{any_of(alone)}" if alone else pattern, re.IGNORECASE)


PEOPLE = (
    "队员 选手 运动员 参赛队员 参赛选手 参赛人员 参赛人 参赛者 报名人 报名人员 上场队员 比赛队员 正式队员 "
    "成员 搭档 组员 球员 队友 对家"
)
# The order counts: the first that fits wins. Headings are compared without spaces, signs and brackets.
FIELDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "contact_phone",
        _heads(
            "电话 手机 方式 号码 手机号 手机号码 电话号码",
            "联系人 负责人 领队 联络人 联系人联系 负责人联系 领队联系",
            alone="contactphone",
            owned=True,
        ),
    ),
    (
        "contact",
        _heads(
            "联系人 联络人 负责人 领队 教练 经办人 填表人 填报人 主席 组长 联络员",
            after="姓名 名字 签字 签名",
            alone="contact contactperson leader",
        ),
    ),
    (
        "staff_number",
        _heads(
            "工号 编号 号 号码",
            "教工 职工 员工 人员 教职工 会员 工会会员 人事 工作证 会员证",
            alone="工号 staffnumber staffno staffid employeenumber employeeno employeeid",
            owned=True,
        ),
    ),
    ("identity", _heads("身份证 身份证号 身份证号码 身份证件号 证件号 证件号码", "居民", alone="idcard")),
    ("sex", _heads("性别 男女 sex gender")),
    ("role", _heads("身份 类别 人员类别 参赛身份 角色 参赛角色 参赛类别")),
    ("spare", _heads("是否替补 是否候补 替补否 isreserve")),
    ("reserve", _heads("替补 候补 后备 预备", after="队员 选手 人员 姓名 队员姓名", alone="reserve")),
    (
        "name",
        _heads(
            "姓名 名字 名单",
            f"参赛 比赛 报名 上场 人员 教师 职工 教职工 会员 老师 组合 配对 {PEOPLE}",
            alone=f"{PEOPLE} 队员组合 选手组合 组合成员 参赛组合 选手对 player players partner name "
            "fullname playername member members",
        ),
    ),
    (
        "phone",
        _heads(
            "电话 手机 移动电话 手机号 手机号码 电话号码 联系方式 联络方式 联系电话 联络电话 联系手机 "
            "联系号码 "
            "通讯方式 长号 短号 号码 手机长号 手机短号",
            "队员 选手 个人 本人 参赛 运动员 搭档 队友",
            alone="phone mobile tel telephone phonenumber mobilenumber",
        ),
    ),
    ("note", _heads("备注 说明 附注 其他 其它 备考 注 特殊说明 note notes remark remarks")),
    (
        "division",
        _heads(
            "参赛组别 竞赛组别 比赛组别 报名组别 组别名称 参赛项目 比赛项目 报名项目 "
            "校区 参赛校区 division category"
        ),
    ),
    (
        "joint",
        _heads(
            "联合单位 联队单位 联合组队 联合组队单位 合作单位 合报单位 联合部门 联合分工会 "
            "jointwith jointbranch"
        ),
    ),
    (
        "pair",
        _heads(
            "号 序 别 次 序号 编号 数",
            "对 组 队 小组 配对 搭档 组合 参赛队 队伍 对子 参赛对",
            alone="第几对 第几组 第几队 组 对 pair pairnumber pairno teamno",
            owned=True,
        ),
    ),
    (
        "label",
        _heads(
            "队名 队伍 队伍名称 参赛队名 参赛队名称 球队名称 组合名 组合名称 参赛队伍 对名 小队 小队名称 "
            "组名 "
            "team teamname pairname"
        ),
    ),
    (
        "branch",
        _heads(
            "单位 部门 学院 院系 系部 科室 处室 分会 分工会 部门工会 工会 基层工会 工会小组 工会分会 "
            "代表队 二级单位 "
            "班组 公司 车间 支行 机构 单位部门 部门单位 工会单位 学院部门 院系部门 单位学院 部门学院 "
            "党支部 组织",
            "所在 所属 参赛 报名 工作 推荐 代表 填报 选送 基层",
            "名称 全称 简称",
            alone="branch branchname unit unitname department organisation organization",
        ),
    ),
    ("serial", _heads("序号 序 编号 号 行号 顺序 no num number serial")),
    (
        "other",
        _heads(
            "年龄 出生年月 出生日期 民族 职务 职称 政治面貌 签名 签字 本人签字 邮箱 电子邮箱 微信 微信号 "
            "qq qq号 学历 "
            "岗位 尺码 衣服尺码 乘车 班车 座位 车号 级别 等级 是否退休 年级 专业 种子 age "
            "email signature"
        ),
    ),
)
