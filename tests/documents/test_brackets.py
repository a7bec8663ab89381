import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from itertools import combinations

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.answers import Refused
from tests.documents.brackets_of import bracket
from tests.documents.reading import all_faults, all_text, read_pdf, squeezed
from tests.documents.samples import ABOUT, LONG, hostile_parties, party
from tournament.documents.bracket_layout import lay_out
from tournament.documents.brackets import bracket_drawing, bracket_svg, brackets_pdf, parts_of
from tournament.documents.page import A3, A4, landscape
from tournament.documents.typefaces import printed
from tournament.documents.values import Party
from tournament.documents.wording import problem_words

SIZES = {"A4": A4, "A4 broad": landscape(A4), "A3": A3, "A3 broad": landscape(A3)}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def shape(rounds: int) -> list[list[bool]]:
    return [[True] * 2 ** (rounds - 1 - number) for number in range(rounds)]


@given(st.integers(1, 8), st.floats(300, 1200), st.floats(150, 1100))
def test_boxes_stay_inside_and_apart_and_each_stands_between_its_feeders(rounds, width, height):
    layout = lay_out(shape(rounds), width, height)
    boxes = {(place.round, place.index): place.box for place in layout.places}
    assert len(boxes) == 2**rounds - 1
    for box in boxes.values():
        assert box.x >= -0.01
        assert box.right <= width + 0.01
        assert box.y >= -0.01
        assert box.top <= height + 0.01
    for one, other in combinations(boxes.values(), 2):
        assert one.right <= other.x or other.right <= one.x or one.top <= other.y or other.top <= one.y
    for (number, index), box in boxes.items():
        if number:
            feeders = [boxes[number - 1, 2 * index + side].middle for side in (0, 1)]
            assert box.middle == pytest.approx(sum(feeders) / 2)
    assert layout.champion.right <= width + 0.01


def test_bye_has_no_box_and_no_line_comes_from_it():
    layout = lay_out([[False, True], [True]], 600, 300)
    assert [(place.round, place.index) for place in layout.places] == [(0, 1), (1, 0)]
    assert len(layout.joins) == 3 + 1


def test_rounds_that_do_not_halve_are_refused():
    with pytest.raises(ValueError, match="round 2 of 2 has 3 matches"):
        lay_out([[True] * 2, [True] * 3], 600, 300)


@pytest.mark.parametrize("entries", [2, 3, 4, 5, 7, 8, 13, 16, 29, 32, 48, 64, 100, 128, 256])
def test_every_entry_and_match_is_on_the_sheets_and_nothing_overlaps(entries):
    made = bracket(entries, played=1)
    pdf = brackets_pdf(ABOUT, [made])
    assert all_faults(pdf) == []
    text = all_text(pdf)
    for n in range(entries):
        assert squeezed(f"{party(n).number}{party(n).names}") in text
    pieces = [piece.text for page in read_pdf(pdf) for piece in page.pieces]
    numbers = {str(match.number) for row in made.rounds for match in row if match is not None}
    assert numbers <= set(pieces)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("entries", [6, 32, 64])
def test_bracket_stays_in_its_boxes_on_every_sheet(size, entries):
    pdf = brackets_pdf(ABOUT, [bracket(entries, played=2)], SIZES[size])
    assert all_faults(pdf) == []
    assert all((p.width, p.height) == pytest.approx(SIZES[size], abs=0.01) for p in read_pdf(pdf))


def test_large_bracket_is_cut_into_equal_parts_and_the_last_rounds():
    whole = bracket(64)
    parts = parts_of(whole, 20)
    assert [part.leaves for part in parts] == [16, 16, 16, 16, 4]
    matches = [match for part in parts for row in part.rounds for match in row]
    assert sorted(match.number for match in matches) == list(range(1, 64))
    assert parts[0].champion.label == parts[-1].rounds[0][0].a.label == "第 57 场胜者"
    assert parts_of(whole, 64) == [whole]


def test_more_entries_than_a_bracket_holds_are_refused_in_words():
    with pytest.raises(Refused) as caught:
        brackets_pdf(ABOUT, [bracket(257)])
    problem = caught.value.problems[0]
    assert problem.code == "too-many-entries"
    assert "256" in problem_words(problem)["message"]


def test_winner_not_known_yet_is_named_by_the_match():
    assert "第3场胜者" in all_text(brackets_pdf(ABOUT, [bracket(8)]))


def test_results_winner_and_champion_are_shown():
    made = bracket(8, played=3)
    pieces = [piece.text for piece in read_pdf(brackets_pdf(ABOUT, [made]))[0].pieces]
    assert pieces.count("2") >= 3
    assert "冠军" in pieces
    names = squeezed("1" + party(0).names)
    assert sum(squeezed(piece) == names for piece in pieces) == 4  # three rounds and the winner's place


def test_placing_matches_share_the_sheet_of_a_small_bracket():
    parts = [bracket(8), bracket(2, title="第三名")]
    pages = read_pdf(brackets_pdf(ABOUT, parts))
    assert len(pages) == 1
    assert "第三名" in pages[0].text
    all_parts = [*parts, bracket(4, title="第五至八名")]
    assert all_faults(brackets_pdf(ABOUT, all_parts)) == []


@given(st.lists(hostile_parties(), min_size=2, max_size=16))
@settings(max_examples=20)
def test_hostile_names_stay_in_their_boxes_and_are_printed_whole(parties):
    pdf = brackets_pdf(ABOUT, [bracket(len(parties), played=1, parties=parties)])
    assert all_faults(pdf) == []
    text = all_text(pdf)
    for one in parties:
        assert squeezed(printed(one.names)) in text
        assert squeezed(printed(one.branch)) in text


@pytest.mark.parametrize("length", range(1, 41, 6))
def test_names_of_any_length_stay_in_their_boxes(length):
    parties = [Party(n, LONG[:length], ("W" * length, "一" * length)) for n in range(32)]
    assert all_faults(brackets_pdf(ABOUT, [bracket(32, parties=parties)])) == []


def test_screen_and_paper_have_the_same_places():
    made = bracket(8, played=1)
    drawing = bracket_drawing(made, 700, 400)
    root = ElementTree.fromstring(drawing.svg(made.title))
    rectangles = root.findall(f".//{SVG}rect")
    assert len(rectangles) == len(drawing.frames) == 7 + 1
    for shown, (area, _width) in zip(rectangles, drawing.frames, strict=True):
        assert float(shown.get("x")) == pytest.approx(area.x, abs=0.06)
        assert float(shown.get("y")) == pytest.approx(400 - area.top, abs=0.06)
    texts = [text.text for text in root.findall(f".//{SVG}text")]
    assert texts == [line for written in drawing.written for line in written.text.lines]


def test_screen_shows_hostile_names_as_text():
    name = "<script>&\"'"
    parties = [replace(party(n), players=(name, "李四"), branch="<b>") for n in range(4)]
    svg = bracket_svg(bracket(4, parties=parties, title='a"<b'))
    root = ElementTree.fromstring(svg)
    assert root.get("aria-label") == 'a"<b'
    assert root.find(f".//{SVG}script") is None
    assert any(name in (text.text or "") for text in root.findall(f".//{SVG}text"))
