from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.documents.reading import all_faults, all_text, read_pdf, squeezed
from tests.documents.samples import ABOUT, HOSTILE, MOMENT, hostile_parties, party
from tournament.documents.draw_records import DiscardedDraw, DrawnLot, DrawRecord, draw_record_pdf
from tournament.documents.result_slips import BoardLine, ResultSlip, result_slips
from tournament.documents.typefaces import printed
from tournament.documents.values import Party

SIGNERS = ("Chief referee", "Committee", "Leaders", "Minutes")


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def record(lots: int, discarded: int = 0) -> DrawRecord:
    return DrawRecord(
        method="按签号随机排列。",
        seed="7f3a-91c2-0be4",
        drawn_at=MOMENT,
        drawn_by="王老师",
        number=discarded + 1,
        count=discarded + 1,
        lots=tuple(DrawnLot(n + 1, party(n), f"{'ABCD'[n % 4]} 组 {n // 4 + 1} 号") for n in range(lots)),
        rules=("同一单位的选手不分在同一小组。",),
        discarded=tuple(
            DiscardedDraw(n + 1, f"seed-{n}", MOMENT - timedelta(minutes=n), f"原因{n}")
            for n in range(discarded)
        ),
        signers=SIGNERS,
    )


def slip(boards: int) -> ResultSlip:
    lines = tuple(BoardLine(n + 1, party(n), party(n + 4)) for n in range(boards))
    return ResultSlip("第 1 轮", Party(1, "机关一队"), Party(2, "后勤联队"), lines)


def test_record_has_what_is_needed_to_repeat_the_draw_and_who_was_there():
    made = record(24, discarded=2)
    text = all_text(draw_record_pdf(ABOUT, made))
    for expected in (
        "Draw3of3",
        made.method,
        made.seed,
        "2026-11-3009:30:00",
        made.drawn_by,
        made.rules[0],
        *SIGNERS,
    ):
        assert squeezed(expected) in text
    for lot in made.lots:
        assert squeezed(f"{lot.lot}{lot.party.number}{lot.party.branch}{lot.party.names}{lot.place}") in text


def test_discarded_draws_stay_on_the_record_with_seed_time_and_reason():
    text = all_text(draw_record_pdf(ABOUT, record(8, discarded=3)))
    for n in range(3):
        moment = f"{MOMENT - timedelta(minutes=n):%Y-%m-%d%H:%M:%S}"
        assert f"{n + 1}seed-{n}{moment}原因{n}" in text
    assert "discarded" not in all_text(draw_record_pdf(ABOUT, record(8)))


@pytest.mark.parametrize("lots", [0, 1, 25, 26, 27, 28, 29, 30, 100])
@pytest.mark.parametrize("discarded", [0, 1, 35])
def test_record_of_any_length_stays_in_its_cells_and_is_signed_once(lots, discarded):
    pdf = draw_record_pdf(ABOUT, record(lots, discarded))
    assert all_faults(pdf) == []
    text = all_text(pdf)
    for signer in SIGNERS:
        assert text.count(squeezed(signer)) == 1


@given(st.lists(hostile_parties(), min_size=1, max_size=8), HOSTILE, HOSTILE)
@settings(max_examples=20)
def test_hostile_words_stay_on_the_record(parties, method, reason):
    lots = tuple(DrawnLot(n, one, "A") for n, one in enumerate(parties))
    discarded = (DiscardedDraw(1, "seed", MOMENT, reason),)
    pdf = draw_record_pdf(
        ABOUT, replace(record(0), lots=lots, method=method, discarded=discarded, rules=(reason * 4,))
    )
    assert all_faults(pdf) == []
    text = all_text(pdf)
    assert squeezed(printed(method)) in text
    assert all(squeezed(printed(one.branch)) in text for one in parties)


def test_slip_has_a_line_for_each_board_and_room_for_three_signatures():
    pages = read_pdf(result_slips(ABOUT, [slip(3), slip(3), slip(3)]))
    assert len(pages) == 2
    first = squeezed(pages[0].text)
    for n in range(3):
        assert squeezed(party(n).names) in first
        assert squeezed(party(n + 4).names) in first
    for word in ("SignatureA", "SignatureB", "Referee"):
        assert first.count(word) == 2
    assert "机关一队" in first


def test_known_result_is_printed_on_the_slip():
    line = BoardLine(5, party(0), party(1), ("J", "10"), ("2", "0"))
    pieces = [
        p.text
        for p in read_pdf(result_slips(ABOUT, [replace(slip(1), boards=(line,), points=("6", "3"))]))[
            0
        ].pieces
    ]
    assert {"J", "10", "2", "0", "6", "3", "5"} <= set(pieces)


@pytest.mark.parametrize("boards", [0, 1, 3, 5, 9, 20])
def test_slip_of_any_number_of_boards_stays_in_its_cells(boards):
    assert all_faults(result_slips(ABOUT, [slip(boards), slip(boards)])) == []


@given(hostile_parties(), hostile_parties(), st.integers(1, 5))
@settings(max_examples=20)
def test_hostile_names_stay_on_the_slip(a, b, boards):
    lines = tuple(BoardLine(n, a, b) for n in range(boards))
    pdf = result_slips(ABOUT, [ResultSlip("第 1 轮", a, b, lines)])
    assert all_faults(pdf) == []
    assert squeezed(printed(a.names)) in all_text(pdf)
