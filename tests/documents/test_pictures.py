from dataclasses import replace
from io import BytesIO

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from tests.documents.brackets_of import bracket
from tests.documents.reading import squeezed
from tests.documents.samples import ABOUT, HOSTILE, hostile_parties, party
from tests.documents.test_standings import standings
from tournament.documents.page import Rect
from tournament.documents.pairings import Pairing
from tournament.documents.pictures import (
    PaintingPen,
    picture_of_bracket,
    pictures_of_pairings,
    pictures_of_standings,
)
from tournament.documents.qr import dark_bars
from tournament.documents.typefaces import printed

PAIRINGS = [Pairing(n + 1, party(2 * n), party(2 * n + 1)) for n in range(30)] + [
    Pairing(None, party(60), None, "轮空")
]


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


@pytest.fixture
def painted(monkeypatch) -> list[str]:
    """The texts that are painted, in their order."""
    texts: list[str] = []
    plain = ImageDraw.ImageDraw.text

    def text(brush, xy, words, *rest, **options):
        texts.append(words)
        return plain(brush, xy, words, *rest, **options)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", text)
    return texts


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))


def has_white_border(picture: Image.Image, dots: int = 12) -> bool:
    width, height = picture.size
    strips = (
        (0, 0, width, dots),
        (0, height - dots, width, height),
        (0, 0, dots, height),
        (width - dots, 0, width, height),
    )
    return all(picture.crop(strip).getextrema() == (255, 255) for strip in strips)


def test_pictures_have_a_phone_s_width_and_stay_small():
    for content in (*pictures_of_standings(ABOUT, standings(60)), *pictures_of_pairings(ABOUT, PAIRINGS)):
        picture = opened(content)
        assert picture.format == "PNG"
        assert picture.width == 1080
        assert picture.height <= 1920
        assert len(content) < 600_000
        assert has_white_border(picture)


def test_short_list_gives_one_picture_that_is_no_higher_than_it_must():
    pictures = pictures_of_standings(ABOUT, standings(5))
    assert len(pictures) == 1
    assert opened(pictures[0]).height < 1000


def test_every_entry_total_and_the_mark_of_a_tie_are_painted(painted):
    table = standings(60)
    pictures = pictures_of_standings(ABOUT, table)
    text = squeezed("".join(painted))
    for row in table.rows:
        assert squeezed(row.party.names + f"（{row.party.branch}）") in text
    assert "3*" in painted
    assert text.count("*Leveloneverycount") == len(pictures)
    assert f"Page {len(pictures)} of {len(pictures)}" in painted


def test_every_table_and_the_bye_are_painted(painted):
    pictures_of_pairings(ABOUT, PAIRINGS)
    text = squeezed("".join(painted))
    for pairing in PAIRINGS[:-1]:
        assert squeezed(f"{pairing.table}{pairing.a.number}{pairing.a.names}（{pairing.a.branch}）") in text
    assert "轮空" in painted


@given(st.lists(hostile_parties(), min_size=1, max_size=4), HOSTILE)
@settings(max_examples=10)
def test_hostile_names_stay_on_the_picture(parties, event):
    about = replace(ABOUT, event=event)
    pairings = [Pairing(n, one, one) for n, one in enumerate(parties)]
    assert all(has_white_border(opened(content)) for content in pictures_of_pairings(about, pairings))


def test_rare_characters_and_codes_are_painted_as_they_are_printed(painted):
    name = "𬱟\U00020021"
    pictures_of_pairings(ABOUT, [Pairing(1, replace(party(0), players=(name,)), party(1))])
    assert printed(name) in squeezed("".join(painted))


@pytest.mark.parametrize("entries", [2, 13, 100])
def test_bracket_is_one_picture_that_a_chat_shows_whole(entries):
    picture = opened(picture_of_bracket(ABOUT, bracket(entries, played=1)))
    assert max(picture.size) <= 8001
    assert has_white_border(picture)


def test_painted_qr_code_has_the_squares_of_the_printed_one():
    modules, bars = dark_bars("http://192.168.1.20:8000/t/1")
    pen = PaintingPen(1, 1, (modules, modules), scale=8)
    pen.qr(Rect(0, 0, modules, modules), "http://192.168.1.20:8000/t/1")
    dark = {
        (column + step, row)
        for column, row, length, _height in (
            map(int, bar.split()) for bar in bars.removesuffix(" re").split(" re ")
        )
        for step in range(length)
    }
    found = {
        (x, y)
        for x in range(modules)
        for y in range(modules)
        if pen.image.getpixel((8 * x + 4, 8 * y + 4)) == 0
    }
    assert found == dark
