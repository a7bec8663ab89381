"""Nothing that is uploaded makes an exception other than the refusal in words."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.answers import Refused
from tournament.registration.reading import read_entries
from tournament.registration.reading_wording import word

FORMS = Path(__file__).resolve().parents[2] / "data" / "forms"
WORKBOOKS = ("01-regulation-form.xlsx", "03-regulation-form.ods", "05-regulation-form.xls", "52-gbk.csv")


def read(name: str, content: bytes) -> None:
    try:
        reading = read_entries(name, content, quota=1, known_branches=["化学系"])
    except Refused as refused:
        assert all(word(problem)["message"] for problem in refused.problems)
    else:
        assert all(word(problem)["message"] for problem in reading.problems)


@given(st.binary(max_size=400))
def test_any_bytes(content):
    read("form.xlsx", content)


@given(st.text(max_size=300))
def test_any_text(text):
    read("form.csv", text.encode("utf-8", "surrogatepass"))


CELLS = st.sampled_from(
    [
        *(
            "单位",
            "姓名",
            "队员1",
            "队员2",
            "电话",
            "手机1",
            "备注",
            "序号",
            "组号",
            "性别",
            "工号",
            "联系人",
            "替补",
            "队名",
        ),
        *(
            "张三",
            "李四",
            "张三、李四",
            "欧阳 修",
            "化学系",
            "化学系二队",
            "13800138001",
            "1380013800",
            "男",
            "1",
            "2",
            "3",
        ),
        *(
            "单位：化学系",
            "联系人：孙立 13800138000",
            "合计",
            "共4人",
            "注：请填写",
            "例",
            "领队签字：",
            "待定",
            "无",
            "",
            "",
            "",
        ),
    ]
)


@given(st.lists(st.lists(CELLS, max_size=7), max_size=14))
def test_any_order_of_what_forms_say(rows):
    read("form.csv", "\n".join("\t".join(row) for row in rows).encode())


@pytest.mark.parametrize("name", WORKBOOKS)
def test_damaged_copies_of_real_forms(name):
    original = (FORMS / name).read_bytes()
    chance = random.Random(name)
    for _ in range(150):
        content = bytearray(original)
        for _ in range(chance.randint(1, 12)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        read(name, bytes(content))
