"""The form that is handed out can be filled in and read; what is exported is read back unchanged."""

import io
import re
import zipfile

import openpyxl
import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tournament.registration.form_workbook import write_entries, write_entry_form
from tournament.registration.reading import ProposedEntry, ProposedPlayer, read_entries
from tournament.registration.reading.names import doubts_of, squeezed

LANGUAGES = pytest.mark.parametrize("language", ["zh-hans", "en"])
HOSTILE = [
    "=1+1",
    '=HYPERLINK("http://x")',
    "+1",
    "-1",
    "@SUM(A1)",
    "<script>alert(1)</script>",
    "{{7*7}}",
    "'--",
    "\x07bell",
]


def filled(content: bytes, cells: dict[str, object]) -> bytes:
    """The form as somebody fills it in with another program."""
    book = openpyxl.load_workbook(io.BytesIO(content))
    for place, value in cells.items():
        book.worksheets[0][place] = value
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def bare(entries: tuple[ProposedEntry, ...]) -> list[tuple[object, ...]]:
    """Entries without the cells they come from."""
    return [
        (
            entry.branch,
            entry.label,
            entry.contact,
            entry.contact_phone,
            [
                (player.name, player.phone, player.staff_number, player.sex, player.note, player.reserve)
                for player in entry.players
            ],
        )
        for entry in entries
    ]


def divisions(entries: tuple[ProposedEntry, ...]) -> list[tuple[str, str]]:
    """What entries say of their division and of the second branch of a joint team."""
    return [(entry.division, entry.joint) for entry in entries]


@LANGUAGES
def test_form_filled_in_by_hand_is_read_without_a_problem(language):
    with translation.override(language):
        form = write_entry_form(
            "机关拖拉机扑克比赛", branches=["化学系", "机关"], notes=["每单位限报两对。"], deadline="11月8日"
        )
    sent = filled(
        form,
        {
            "B2": "化学系",
            "D2": "孙立",
            "F2": 13800138000,
            "B6": "张三",
            "C6": "男",
            "D6": "13800138001",
            "B7": "㛃䶮",
            "D7": 13800138002,
            "F7": "队长",
            "B8": "王小明",
            "D8": "13800138003",
            "E8": "20051234",
            "B9": "赵敏",
            "D9": "13800138004",
        },
    )
    reading = read_entries("form.xlsx", sent)
    assert reading.problems == ()
    assert bare(reading.entries) == [
        (
            *("化学系", "", "孙立", "13800138000"),
            [("张三", "13800138001", "", "male", "", False), ("㛃䶮", "13800138002", "", "", "队长", False)],
        ),
        (
            *("化学系", "", "孙立", "13800138000"),
            [
                ("王小明", "13800138003", "20051234", "", "", False),
                ("赵敏", "13800138004", "", "", "", False),
            ],
        ),
    ]


@LANGUAGES
def test_blank_form_sent_back_names_nobody_and_says_so(language):
    with translation.override(language):
        form = write_entry_form("比赛")
    reading = read_entries("form.xlsx", form)
    assert reading.entries == ()
    assert [problem.code for problem in reading.problems] == ["no_players"]


def test_second_pair_left_half_empty_is_said_at_its_cell():
    sent = filled(
        write_entry_form("比赛", branch="化学系"),
        {"B6": "张三", "D6": 13800138001, "B7": "李四", "B8": "王明"},
    )
    reading = read_entries("form.xlsx", sent)
    assert [(problem.code, problem.at.rpartition("!")[2]) for problem in reading.problems] == [
        ("too_few_players", "B8"),
        ("phone_missing", "D8"),
    ]


def test_form_can_be_handed_out_filled_in_for_correction():
    entry = ProposedEntry(
        *("化学系", "孙立", "13800138000", ""),
        (
            ProposedPlayer("张三", "13800138001", sex="male"),
            ProposedPlayer("李四", "13800138002", staff_number="007"),
            ProposedPlayer("王明", "13800138003", reserve=True),
        ),
    )
    reading = read_entries("form.xlsx", write_entry_form("比赛", entries=[entry], reserves=1))
    ((_, _, contact, phone, players),) = bare(reading.entries)
    assert (contact, phone) == ("孙立", "13800138000")
    assert [(player[0], player[5]) for player in players] == [
        ("张三", False),
        ("李四", False),
        ("王明", True),
    ]
    assert reading.problems == ()


def test_form_has_drop_downs_checks_and_print_set_up():
    form = openpyxl.load_workbook(
        io.BytesIO(write_entry_form("比赛", branches=["化学系"], entries_allowed=3))
    )
    sheet = form.worksheets[0]
    checks = {str(check.sqref): check.type for check in sheet.data_validations.dataValidation}
    assert checks == {"B6:B11": "custom", "C6:C11": "list", "D6:D11": "custom", "B2": "list"}
    assert sheet.freeze_panes == "A5"
    assert sheet.page_setup.paperSize == int(sheet.PAPERSIZE_A4)
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.print_title_rows == "$4:$4"
    assert form.worksheets[1].sheet_state == "hidden"
    assert all(sheet[f"D{row}"].number_format == "@" for row in range(6, 12))


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_is_ever_a_formula(text):
    entry = ProposedEntry(text, text, "", text, (ProposedPlayer(text, note=text),))
    for content in (
        write_entries([entry], title=text),
        write_entry_form(text, branch=text, notes=[text], entries=[entry], deadline=text),
        write_entry_form(text, branches=[text]),
    ):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            for name in packed.namelist():
                if name.startswith("xl/worksheets/"):
                    assert not re.search(rb"<f[ >]", packed.read(name))


def test_export_of_hostile_names_is_read_back_as_it_was():
    entries = tuple(
        ProposedEntry(
            "化学系", players=(ProposedPlayer(name, "13800138001"), ProposedPlayer("张、三", "13800138002"))
        )
        for name in HOSTILE[:-1]
    )
    reading = read_entries("export.xlsx", write_entries(entries, title="x"), known_branches=["化学系"])
    assert bare(reading.entries) == bare(entries)


HAN = "张李王赵孙周吴郑化学系机关分工会㛃䶮𬱟𠅤明华芳"
words = st.text(st.sampled_from(HAN + "ABab·"), min_size=1, max_size=12).map(squeezed).filter(bool)
names = (
    st.text(st.sampled_from(HAN + "ABC ·、/和-'"), min_size=1, max_size=12)
    .map(squeezed)
    .filter(lambda name: name not in ("-", "/", "无") and any(map(str.isalpha, name)) and len(name) > 1)
)
phones = st.one_of(st.just(""), st.integers(10**9, 10**10 - 1).map(lambda number: f"13{number % 10**9:09d}"))
players = st.builds(
    ProposedPlayer,
    name=names,
    phone=phones,
    staff_number=st.one_of(st.just(""), st.integers(1, 10**8).map(lambda number: f"0{number}")),
    sex=st.sampled_from(["", "male", "female"]),
    note=st.one_of(st.just(""), words),
    reserve=st.booleans(),
)
entries_of_events = st.lists(
    st.builds(
        ProposedEntry,
        branch=st.one_of(st.just(""), words),
        contact=st.one_of(st.just(""), words),
        contact_phone=phones,
        label=st.one_of(st.just(""), words),
        players=st.lists(players, min_size=1, max_size=4).map(tuple),
        division=st.sampled_from(["", "退休组", "在职组"]),
        joint=st.sampled_from(["", "物理学院", "图书馆"]),
    ),
    min_size=1,
    max_size=6,
)


@LANGUAGES
@given(entries=entries_of_events)
def test_export_and_import_change_nothing(language, entries):
    with translation.override(language):
        content = write_entries(entries, title="报名汇总")
    reading = read_entries(
        "export.xlsx",
        content,
        known_branches=[*(entry.branch for entry in entries if entry.branch), "物理学院", "图书馆"],
        divisions=["退休组", "在职组"],
    )
    assert bare(reading.entries) == bare(tuple(entries))
    assert divisions(reading.entries) == divisions(tuple(entries))


def test_export_prints_wide_with_frozen_headings_and_numbers_as_numbers():
    entries = [ProposedEntry("化学系", players=(ProposedPlayer("张三"), ProposedPlayer("李四")))]
    sheet = openpyxl.load_workbook(io.BytesIO(write_entries(entries, title="汇总"))).active
    assert sheet.freeze_panes == "A3"
    assert sheet.page_setup.orientation == "landscape"
    assert sheet["A3"].value == 1
    assert not doubts_of(sheet["F3"].value)
