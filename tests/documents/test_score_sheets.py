from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
import segno
from django.utils import translation
from hypothesis import given, settings
from pypdf import PdfReader

from tests.documents.reading import all_faults, all_text, fonts_of, read_pdf, squeezed
from tests.documents.samples import ABOUT, HOSTILE, LABELS, LONG, hostile_parties, party
from tournament.documents import typefaces
from tournament.documents.page import A4, write
from tournament.documents.qr import QUIET, dark_bars
from tournament.documents.score_sheets import (
    LOWEST_LINE,
    ScoreSheet,
    blank,
    in_cut_order,
    plan_score_sheets,
    score_sheets,
)
from tournament.documents.typefaces import printed
from tournament.documents.values import Labels, Party

ADDRESS = "http://192.168.1.20:8000/t/q7Xk2m/12"


def sheet(table, **changes) -> ScoreSheet:
    made = ScoreSheet(
        table,
        "第 2 轮",
        party(2 * table),
        replace(party(2 * table + 1), seats=("E", "W")),
        LABELS,
        start=("2", "2"),
        address=ADDRESS,
        reminder="每轮 60 分钟；最后 10 分钟裁判提醒，再打一副牌，打完结束比赛。",
    )
    return replace(made, **changes)


def in_english(work, *values):
    with translation.override("en"):
        return work(*values)


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def test_two_sheets_share_a_page_and_each_tells_event_round_and_page():
    pages = read_pdf(score_sheets(ABOUT, [sheet(1), sheet(2), sheet(3)]))
    assert len(pages) == 2
    first = squeezed(pages[0].text)
    assert first.count(squeezed(f"{ABOUT.event}·{ABOUT.stage}·{ABOUT.title}")) == 2
    assert first.count("Page1of2") == 2
    assert first.count("Printed2026-11-3009:30") == 2
    assert squeezed(pages[1].text).count("Page2of2") == 1


def test_table_number_can_be_read_across_the_table():
    page = read_pdf(score_sheets(ABOUT, [sheet(12)]))[0]
    biggest = max(page.pieces, key=lambda piece: piece.size)
    assert biggest.text == "12"
    assert biggest.size >= 55


def test_names_branches_numbers_and_seats_are_on_the_sheet():
    made = sheet(3)
    text = all_text(score_sheets(ABOUT, [made]))
    for side in (made.a, made.b):
        for expected in (side.branch, *side.players, f"No.{side.number}"):
            assert squeezed(expected) in text
    pieces = [piece.text for piece in read_pdf(score_sheets(ABOUT, [made]))[0].pieces]
    assert [letter for letter in pieces if letter in "NESW"] == ["N", "S", "E", "W"]


def test_hand_column_carries_the_label_of_the_rule_set():
    other = Labels(hand="盘", game="局", match="场")
    for labels in (LABELS, other):
        pieces = [p.text for p in read_pdf(score_sheets(ABOUT, [sheet(1, labels=labels)]))[0].pieces]
        assert labels.hand in pieces


@pytest.mark.parametrize("lines", [1, 8, 11])
def test_half_a_page_has_as_many_lines_as_ordered(lines):
    pages = read_pdf(score_sheets(ABOUT, [sheet(n, lines=lines, start=("", "")) for n in (50, 60)]))
    assert len(pages) == 1
    numbers = [piece.text for piece in pages[0].pieces if piece.size == 9.5 and piece.text.isdigit()]
    assert sorted(numbers) == sorted([str(n) for n in range(1, lines + 1)] * 2)


def test_sheet_with_more_lines_than_half_a_page_holds_gets_a_page():
    assert len(read_pdf(score_sheets(ABOUT, [sheet(1, lines=20), sheet(2, lines=20)]))) == 2


def test_lines_are_high_enough_to_write_on():
    for pdf in (score_sheets(ABOUT, [sheet(1)]), score_sheets(ABOUT, [sheet(1, games=3, lines=8)])):
        page = read_pdf(pdf)[0]
        tops = sorted({round(y1, 1) for x1, y1, x2, y2 in page.rules if y1 == y2 and x2 - x1 > 400})
        gaps = [high - low for low, high in pairwise(tops)]
        writable = [gap for gap in gaps if gap > 10]
        assert len(writable) >= 8
        assert min(writable) >= LOWEST_LINE - 0.2


def test_best_of_three_has_a_grid_for_each_game_on_one_page():
    pages = read_pdf(score_sheets(ABOUT, [sheet(1, games=3, lines=8)]))
    assert len(pages) == 1
    for game in (1, 2, 3):
        assert f"盘{game}" in squeezed(pages[0].text)


def test_long_games_of_a_best_of_three_get_a_page_each():
    pages = read_pdf(score_sheets(ABOUT, [sheet(1, games=3, lines=20)]))
    assert len(pages) == 3
    for game, page in enumerate(pages, start=1):
        assert f"盘{game}" in squeezed(page.text)
        assert squeezed(sheet(1).a.players[0]) in squeezed(page.text)


def test_blank_sheet_has_lines_and_signatures_and_no_names():
    pdf = score_sheets(ABOUT, [blank(LABELS), blank(LABELS)])
    text = all_text(pdf)
    assert text.count("SignatureA") == 2
    assert "Scan" not in text
    assert all_faults(pdf) == []


def test_cut_stack_is_in_order():
    sheets = [sheet(number) for number in range(1, 8)]
    order = in_cut_order(sheets)
    upper = [made.table for made in order[0::2]]
    lower = [made.table for made in order[1::2] if made is not None]
    assert upper + lower == [1, 2, 3, 4, 5, 6, 7]
    pages = read_pdf(score_sheets(ABOUT, sheets, cut_order=True))
    assert len(pages) == 4
    biggest = [max(page.pieces, key=lambda piece: (piece.size, piece.base)).text for page in pages]
    assert biggest == ["1", "2", "3", "4"]


def test_whole_sheet_stays_in_its_cells():
    sheets = [sheet(number) for number in range(1, 30)]
    assert all_faults(score_sheets(ABOUT, sheets)) == []
    assert all_faults(score_sheets(ABOUT, sheets, to_a_page=1)) == []
    assert all_faults(score_sheets(ABOUT, [sheet(1, games=3, lines=8)])) == []


@given(hostile_parties(), hostile_parties(), HOSTILE)
@settings(max_examples=25)
def test_hostile_names_stay_in_their_cells_and_are_printed_whole(a, b, event):
    pdf = score_sheets(replace(ABOUT, event=event), [sheet(1, a=a, b=b)])
    assert all_faults(pdf) == []
    text = all_text(pdf)
    for name in (*a.texts, *b.texts):
        assert squeezed(printed(name)) in text


@pytest.mark.parametrize("length", range(1, 41, 3))
def test_names_of_any_length_stay_in_their_cells(length):
    long = Party(1, LONG[:length], (LONG[:length], "一" * length), ("N", "S"))
    latin = Party(2, "W" * length, ("W" * length, "i" * length), ("E", "W"))
    pdf = score_sheets(ABOUT, [sheet(1, a=long, b=latin), sheet(2, a=latin, b=long)])
    assert all_faults(pdf) == []


def test_chinese_sheet_stays_in_its_cells():
    with translation.override("zh-hans"):
        assert all_faults(score_sheets(ABOUT, [sheet(1), sheet(2, games=1)])) == []


def test_qr_code_holds_the_address_and_is_drawn_as_squares():
    width, bars = dark_bars(ADDRESS)
    code = segno.make(ADDRESS, error="m", micro=False, boost_error=False, mask=3)
    rectangles = [tuple(map(int, bar.split())) for bar in bars.removesuffix(" re").split(" re ")]
    assert {height for *_rest, height in rectangles} == {1}
    drawn = {
        (row - QUIET, column - QUIET)
        for first, row, length, _height in rectangles
        for column in range(first, first + length)
    }
    expected = {(r, c) for r, squares in enumerate(code.matrix) for c, dark in enumerate(squares) if dark}
    assert drawn == expected
    assert width == len(code.matrix) + 8
    page = PdfReader(BytesIO(score_sheets(ABOUT, [sheet(1)]))).pages[0]
    assert [link.get_object()["/A"]["/URI"] for link in page["/Annots"]] == [ADDRESS]
    assert list(page.images) == []


def test_address_of_this_machine_stands_beside_the_code_for_whoever_cannot_scan():
    host = "192.168.100.200:18000"
    pdf = score_sheets(replace(ABOUT, host=host), [sheet(1), sheet(2)])
    assert all_text(pdf).count(host) == 2
    assert all_faults(pdf) == []
    assert host not in all_text(score_sheets(replace(ABOUT, host=host), [sheet(1, address="")]))


def test_files_made_at_the_same_time_do_not_disturb_each_other():
    """Eight threads that find no font loaded write what one writes alone."""
    work = [[sheet(number) for number in range(first, first + 12)] for first in range(1, 9)]
    expected = [score_sheets(ABOUT, sheets) for sheets in work]
    typefaces.forget()
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda sheets: in_english(score_sheets, ABOUT, sheets), work))
    assert made == expected


def test_file_says_what_it_is():
    reader = PdfReader(BytesIO(score_sheets(ABOUT, [sheet(1), sheet(2), sheet(3)])))
    assert reader.metadata.title == f"{ABOUT.event} · {ABOUT.stage} · {ABOUT.title}"
    assert reader.metadata.author == ABOUT.event
    assert reader.metadata.creation_date == ABOUT.printed_at
    assert reader.trailer["/Root"]["/Lang"] == "zh-CN"
    assert [mark.title for mark in reader.outline] == ["Table 1 · 2", "Table 3"]
    assert all(tuple(map(float, page.mediabox[2:])) == pytest.approx(A4) for page in reader.pages)


def test_progress_is_told_page_by_page_and_what_it_raises_ends_the_work():
    told = []
    pages = plan_score_sheets(ABOUT, [sheet(number) for number in range(1, 8)])
    write(ABOUT, pages, lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]

    def cancel(done, _total):
        if done == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        write(ABOUT, pages, cancel)


def test_no_sheets_give_a_page_that_says_so():
    pages = read_pdf(score_sheets(ABOUT, []))
    assert len(pages) == 1
    assert "There is nothing to print here yet." in pages[0].text


def test_same_values_give_the_same_bytes():
    assert score_sheets(ABOUT, [sheet(1)]) == score_sheets(ABOUT, [sheet(1)])


def test_fonts_are_embedded():
    assert all(font.embedded for font in fonts_of(score_sheets(ABOUT, [sheet(1)])).values())
