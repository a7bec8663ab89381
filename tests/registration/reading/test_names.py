"""Who stands in a name cell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.registration.reading.names import is_han, plain, split_people
from tournament.registration.reading.surnames import COMPOUND, SINGLE, begins_with_surname


def names(text: str) -> list[str]:
    return [person.name for person in split_people(text)]


@pytest.mark.parametrize(
    ("written", "people"),
    [
        ("张三、李四", ["张三", "李四"]),
        ("张三/李四", ["张三", "李四"]),
        ("张三 李四", ["张三", "李四"]),
        ("张三 & 李四", ["张三", "李四"]),
        ('"张三","李四"', ["张三", "李四"]),
        ("张三，李四", ["张三", "李四"]),
        ("张三；李四；", ["张三", "李四"]),
        ("张三\n李四", ["张三", "李四"]),
        ("张三+李四", ["张三", "李四"]),
        ("张三\\李四", ["张三", "李四"]),
        ("张三|李四", ["张三", "李四"]),
        ("张三-李四", ["张三", "李四"]),
        ("张三——李四", ["张三", "李四"]),
        ("张三和李四", ["张三", "李四"]),
        ("张三 李四 王五", ["张三", "李四", "王五"]),
        ("1.张三 2.李四", ["张三", "李四"]),
        ("①张三②李四", ["张三", "李四"]),
        ("张三（男）李四（女）", ["张三", "李四"]),
        ("张 三、李　四", ["张三", "李四"]),
        ("Anna 王五", ["Anna", "王五"]),
        ("王五 John Smith", ["王五", "John Smith"]),
        ("张三—李四", ["张三", "李四"]),
        ("张三～李四", ["张三", "李四"]),
        ("诸 葛 亮 张 三", ["诸葛亮", "张三"]),
        ("张 三 丰 李 四", ["张三丰", "李四"]),
        ("司 马 相 如", ["司马相如"]),
    ],
)
def test_two_people_in_one_cell_are_two_people(written, people):
    assert names(written) == people


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("张 三", "张三"),
        ("张　三", "张三"),
        ("  张三\u00a0", "张三"),
        ("王 小明", "王小明"),
        ("欧阳 修", "欧阳修"),
        ("欧阳 娜娜", "欧阳娜娜"),
        ("诸 葛 亮", "诸葛亮"),
        ("张和平", "张和平"),
        ("和平", "和平"),
        ("John Smith", "John Smith"),
        ("阿依古丽·买买提", "阿依古丽·买买提"),
        ("阿依古丽•买买提", "阿依古丽·买买提"),
        ("1、张三", "张三"),
        ("张三（队长）", "张三"),
        ("㛃䶮", "㛃䶮"),
        ("𬱟 𠅤", "𬱟𠅤"),
        ("O'Brien", "O Brien"),
    ],
)
def test_one_person_is_one_person_however_spaced(written, name):
    assert names(written) == [name]


@pytest.mark.parametrize("written", ["", " ", "无", "/", "-", "——", "暂无", "、", "\u200b"])
def test_cell_that_names_nobody_has_no_people(written):
    assert names(written) == []


@pytest.mark.parametrize(
    ("written", "doubt"),
    [
        ("待定", "pending"),
        ("张三1", "digits"),
        ("张?", "damaged"),
        ("张\ufffd", "damaged"),
        ("张□", "damaged"),
        ("王\ue123", "private"),
        ("<b>张三</b>", "odd_characters"),
        ("李", "short"),
        ("张" * 31, "long"),
        ("欧阳娜娜司马懿诸葛亮", "unlike_a_name"),
        ("张 三 李 四", "parted"),
        ("阿依古丽 买买提", "parted"),
        ("张三 李", "joined"),
        ("\u202e张三", "invisible"),
    ],
)
def test_what_is_odd_about_a_name_is_said(written, doubt):
    assert doubt in {doubt for person in split_people(written) for doubt in person.doubts}


def test_number_behind_a_name_is_its_phone_and_bracket_its_note():
    first, second = split_people("张三（队长）13800138001，李四 138-0013-8002")
    assert (first.name, first.phone, first.aside) == ("张三", "13800138001", "队长")
    assert (second.name, second.phone, second.aside) == ("李四", "13800138002", "")


def test_markup_is_kept_as_one_text():
    assert names("<script>alert(1)</script>") == ["<script>alert(1)</script>"]


def test_character_that_older_windows_kept_elsewhere_comes_home():
    assert names("王\ue863") == ["王䶮"]


GIVEN = "明华伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛超㛃𬱟𠅤䶮喆昇堃犇"
surnames = st.one_of(st.sampled_from(sorted(SINGLE - {"和", "与"})), st.sampled_from(sorted(COMPOUND)))
given_names = st.text(st.sampled_from(GIVEN), min_size=1, max_size=2)
people = st.builds(lambda surname, name: surname + name, surnames, given_names)
separators = st.sampled_from(["、", "/", "，", ",", "；", ";", "\n", "|", "\\", "＋", "&", " / ", "、 "])


@given(st.lists(people, min_size=1, max_size=4), separators)
def test_names_joined_by_a_separator_come_apart_again(written, separator):
    assert names(separator.join(written)) == written


@given(people)
def test_finished_name_is_read_as_it_is(name):
    (person,) = split_people(name)
    assert person.name == name
    assert not person.doubts


@given(people)
def test_spaces_between_all_characters_of_a_name_do_not_change_it(name):
    if len(name) <= 3:
        assert names(" ".join(name)) == [name]
        assert names("　".join(name)) == [name]


@given(st.lists(people.filter(lambda name: name not in COMPOUND and len(name) > 1), min_size=2, max_size=2))
def test_two_whole_names_with_a_space_between_are_two_people(written):
    if written[0][:2] not in COMPOUND:
        assert names(" ".join(written)) == written


@given(st.text(max_size=60))
def test_any_text_is_read_without_an_exception_and_reading_its_names_again_changes_nothing(text):
    for person in split_people(text):
        assert person.name == person.name.strip()
        if not person.doubts:
            assert names(person.name) == [person.name]


@given(st.text(max_size=60))
def test_plain_text_has_nothing_invisible_and_is_plain_already(text):
    once = plain(text)
    assert plain(once) == once
    assert "\u200b" not in once and "\u202e" not in once


def test_rare_characters_are_chinese_characters():
    assert all(map(is_han, "㛃䶮𬱟𠅤〇"))
    assert not is_han("A") and not is_han("、")
    assert begins_with_surname("欧阳修") and not begins_with_surname("娜娜")
