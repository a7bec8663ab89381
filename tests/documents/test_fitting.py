import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.documents.reading import squeezed
from tests.documents.samples import HOSTILE, LONG
from tournament.documents.fitting import NOT_FIRST, NOT_LAST, balanced, break_lines, fit, wrapped
from tournament.documents.typefaces import printed, text_width

WIDTHS = st.floats(12, 400)
HEIGHTS = st.floats(6, 80)


@given(HOSTILE, WIDTHS, HEIGHTS, st.floats(6, 40), st.booleans())
def test_nothing_is_cut_off_and_nothing_leaves_its_space(text, width, height, size, bold):
    fitted = fit(text, width, height, size, bold=bold)
    assert squeezed("".join(fitted.lines)) == squeezed(printed(text, bold))
    assert fitted.size <= size
    assert fitted.width <= width + 0.01
    assert fitted.height <= height + 0.01


@given(HOSTILE, WIDTHS)
def test_line_is_never_wider_than_its_space_at_a_fixed_size(text, width):
    for line in break_lines(text, width, 12):
        assert text_width(line) * 12 <= max(width, 12 * 12) + 0.01


def test_short_text_keeps_its_size_on_one_line():
    fitted = fit("张三", 100, 20, 12)
    assert (fitted.lines, fitted.size) == (("张三",), 12)


def test_slightly_long_text_is_made_smaller_before_it_is_broken():
    fitted = fit("欧阳晓明", 42, 40, 12)
    assert len(fitted.lines) == 1
    assert fitted.size == pytest.approx(10.5)


def test_long_text_is_broken_into_lines_where_there_is_height():
    fitted = fit("马克思主义学院联合分工会", 72, 40, 12)
    assert fitted.lines == ("马克思主义学", "院联合分工会")
    assert fitted.size == 12


def test_one_line_only_shrinks_until_it_fits():
    fitted = fit(LONG, 90, 20, 12, lines=1)
    assert len(fitted.lines) == 1
    assert fitted.width <= 90.01


def test_latin_word_stays_whole_where_it_can():
    assert break_lines("王 Wolfeschlegel", 70, 10) == ("王", "Wolfeschlegel")


@given(
    st.lists(st.sampled_from(["（一二）", "三，", "四", "“五”。", "《六七", "八》"]), min_size=8, max_size=30)
)
def test_closing_sign_begins_no_line_and_opening_sign_ends_none(pieces):
    lines = break_lines("".join(pieces), 120, 10)
    assert len(lines) >= 1
    assert not any(line[0] in NOT_FIRST for line in lines)
    assert not any(line[-1] in NOT_LAST for line in lines)


def test_closing_bracket_goes_down_with_the_character_before_it():
    assert break_lines("一二三四五（六七八）九", 50, 10)[1].startswith("（六")
    assert break_lines("一二三四五。六", 50, 10) == ("一二三四", "五。六")


def test_wrapped_text_grows_in_height_and_not_in_size():
    fitted = wrapped("一" * 30, 100, 10)
    assert len(fitted.lines) == 3
    assert fitted.height == pytest.approx(2 * 12.2 + 10)


def test_empty_text_and_empty_space_give_no_lines():
    assert fit("", 10, 10, 10).lines == ()
    assert fit("张", 0, 10, 10).lines == ()
    assert break_lines(" \u200b", 10, 10) == ()


@given(st.text("中国人民大学工会升级比赛", min_size=12, max_size=40), st.floats(150, 500))
def test_lines_of_a_title_are_about_equally_long_and_say_the_same(text, width):
    plain, even = fit(text, width, 200, 30, bold=True), balanced(text, width, 200, 30, bold=True)
    assert "".join(even.lines) == "".join(plain.lines) == text
    assert (len(even.lines), even.size) == (len(plain.lines), plain.size)
    assert even.width <= plain.width + 1e-6
    if len(even.lines) > 1:
        assert len(even.lines[-1]) >= len(even.lines[0]) - len(even.lines)
