from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from pypdf import PdfReader

from rules.answers import Refused
from tests.documents.reading import all_text, fonts_of, squeezed
from tests.documents.samples import ABOUT, HOSTILE, RARE
from tournament.documents import typefaces
from tournament.documents.page import Page, Rect, write
from tournament.documents.wording import problem_words

UNASSIGNED = "\U00020021"


def pdf_of(*texts: str) -> bytes:
    def draw(pen):
        for number, text in enumerate(texts):
            pen.put(Rect(60, 760 - 40 * number, 480, 30), text, 14, bold=number % 2 == 1)

    return write(ABOUT, [Page(draw)])


@pytest.fixture
def fresh_fonts():
    typefaces.forget()
    yield
    typefaces.forget()


@pytest.mark.parametrize("character", RARE)
@pytest.mark.parametrize("bold", [False, True])
def test_rare_name_characters_are_in_both_weights(character, bold):
    assert typefaces.runs(character, bold)[0].text == character
    assert typefaces.missing_characters([character]) == []


def test_suits_figures_and_chinese_signs_are_in_both_weights():
    for character in "♠♥♦♣①⑳＋−±×÷≤≥→·…—、。《》【】〔〕№℃½★○●△":
        for bold in (False, True):
            assert typefaces.printed(character, bold) == character, character


def test_whole_basic_block_of_the_national_standard_is_there():
    """GB 2312's 6,763 characters, which every name list takes for granted, computed from the code itself."""
    table = [
        bytes([high, low]).decode("gb2312", errors="ignore")
        for high in range(0xB0, 0xF8)
        for low in range(0xA1, 0xFF)
    ]
    characters = [character for character in table if character]
    assert len(characters) == 6763
    assert typefaces.missing_characters(["".join(characters)]) == []


def test_text_copied_from_the_file_equals_the_source_beyond_the_basic_plane():
    name = "𬱟𠅤㛃䶮 张三"
    pdf = pdf_of(name, name)
    extracted = PdfReader(BytesIO(pdf)).pages[0].extract_text()
    assert squeezed(extracted) == squeezed(name) * 2


@given(HOSTILE)
def test_text_copied_from_the_file_equals_what_is_printed(text):
    pdf = pdf_of(text)
    expected = squeezed(typefaces.printed(text))
    assert all_text(pdf) == expected
    assert squeezed(PdfReader(BytesIO(pdf)).pages[0].extract_text()) == expected


def test_every_font_is_embedded():
    fonts = fonts_of(pdf_of("张三", "李四"))
    assert len(fonts) >= 2
    assert all(font.embedded for font in fonts.values())


def test_character_that_no_font_has_is_printed_as_its_code_and_reported_with_the_name():
    name = f"王{UNASSIGNED}明"
    assert typefaces.printed(name) == "王〔U+20021〕明"
    assert [(m.text, m.code) for m in typefaces.missing_characters(["张三", name])] == [(name, "U+20021")]
    problem = typefaces.missing_character_problems([name])[0]
    assert problem.severity == "unlikely"
    assert name in problem_words(problem)["message"]
    assert "U+20021" in problem_words(problem)["message"]
    assert "〔U+20021〕" in all_text(pdf_of(name))


def test_same_missing_character_is_reported_once_for_each_name():
    names = [UNASSIGNED * 3, f"李{UNASSIGNED}", UNASSIGNED * 3]
    assert [m.text for m in typefaces.missing_characters(names)] == [UNASSIGNED * 3, f"李{UNASSIGNED}"]


@given(HOSTILE)
def test_width_of_a_text_is_the_sum_of_its_printed_characters(text):
    shown = typefaces.printed(text)
    assert typefaces.text_width(text) == pytest.approx(sum(typefaces.character_width(c) for c in shown))


def test_marks_without_shape_are_left_out_and_spaces_made_single():
    assert typefaces.clean("张\u3000三\u200b\ufe0f\U000e0100\n李四\x00 ") == "张 三 李四"
    assert typefaces.clean("e\u0301") == "é"


def test_compatibility_characters_stay_what_they_are():
    assert typefaces.clean("\uf900") == "\uf900"


def test_font_of_the_setting_is_asked_when_the_first_lacks_a_character(settings, fresh_fonts, tmp_path):
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "rare"])
    builder.setupCharacterMap({ord(UNASSIGNED): "rare"})
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    pen.lineTo((500, 800))
    pen.lineTo((1000, 0))
    pen.closePath()
    glyph = pen.glyph()
    builder.setupGlyf({".notdef": glyph, "rare": glyph})
    builder.setupHorizontalMetrics({".notdef": (1000, 0), "rare": (900, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Rare", "styleName": "Regular", "psName": "Rare-Regular"})
    builder.setupOS2()
    builder.setupPost()
    path = tmp_path / "rare.ttf"
    builder.save(path)
    settings.DOCUMENT_FONTS = [str(path)]
    name = f"王{UNASSIGNED}明"
    assert [run.text for run in typefaces.runs(name)] == ["王", UNASSIGNED, "明"]
    assert typefaces.missing_characters([name]) == []
    assert typefaces.character_width(UNASSIGNED) == pytest.approx(0.9)
    pdf = pdf_of(name)
    assert all_text(pdf) == name
    assert all(font.embedded for font in fonts_of(pdf).values())


def test_font_of_the_setting_that_cannot_be_used_is_named(settings, fresh_fonts, tmp_path):
    path = tmp_path / "broken.ttf"
    path.write_bytes(b"this is no font")
    settings.DOCUMENT_FONTS = [str(path)]
    with pytest.raises(Refused) as caught:
        typefaces.runs("张三")
    problem = caught.value.problems[0]
    assert (problem.code, problem.at) == ("font-unusable", "broken.ttf")
    assert str(path) in problem_words(problem)["message"]


def test_fonts_have_their_licence_beside_them_and_stay_small():
    folder = Path(typefaces.FOLDER)
    assert "SIL Open Font License" in (folder / "OFL.txt").read_text(encoding="utf-8")
    for name in (typefaces.REGULAR, typefaces.BOLD):
        assert (folder / f"{name}.ttf").stat().st_size < 10.5e6


def test_unicode_map_writes_pairs_of_utf16_and_short_blocks():
    table = typefaces.to_unicode_map("X", [0, *range(0x4E00, 0x4E00 + 150), 0x2C85F])
    assert "<97> <D872DC5F>" in table
    assert "100 beginbfchar" in table
    assert "51 beginbfchar" in table
