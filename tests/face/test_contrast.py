"""Everybody can tell the colours from their ground: computed from the style sheets, as WCAG 2.2 says."""

import posixpath
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

CSS = Path(__file__).resolve().parents[2] / "static" / "css"
TOKEN = re.compile(r"--([a-z-]+):\s*(#[0-9a-f]{6});")


def block(selector: str) -> dict[str, str]:
    text = (CSS / "tokens.css").read_text(encoding="utf-8")
    start = text.index(f"{selector} {{")
    return dict(TOKEN.findall(text[start : text.index("}", start)]))


LIGHT = block(":root")
DARK = LIGHT | block(".screen")
TEXT = [
    *((ink, ground) for ink in ("ink", "ink-soft", "red") for ground in ("paper", "sheet", "shade")),
    *((ink, "red-wash") for ink in ("ink", "ink-soft", "red", "red-strong")),
    *((ink, "green-wash") for ink in ("ink", "ink-soft", "green")),
    ("green", "paper"),
    ("green", "sheet"),
    ("on-red", "red"),
    ("on-red", "red-strong"),
    ("on-green", "green"),
    ("paper", "ink"),
]
BORDERS = [("line", ground) for ground in ("paper", "sheet", "shade")]


def luminance(colour: str) -> float:
    def channel(start: int) -> float:
        share = int(colour[start : start + 2], 16) / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_of_black_and_white_is_twenty_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)  # the known limit of grey on white


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["paper", "big screen"])
@pytest.mark.parametrize(("ink", "ground"), TEXT)
def test_text_stands_out_by_four_and_a_half(tokens: dict[str, str], ink: str, ground: str) -> None:
    assert contrast(tokens[ink], tokens[ground]) >= 4.5


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["paper", "big screen"])
@pytest.mark.parametrize(("line", "ground"), BORDERS)
def test_borders_of_fields_stand_out_by_three(tokens: dict[str, str], line: str, ground: str) -> None:
    assert contrast(tokens[line], tokens[ground]) >= 3


RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
COLOUR = re.compile(r"(?<![\w-])color:\s*var\(--([a-z-]+)\)")
GROUND = re.compile(r"(?<![\w-])background(?:-color)?:\s*var\(--([a-z-]+)\)")
SHEETS = sorted(CSS.glob("*.css"))


def pairs_in_rules() -> list[tuple[str, str, str]]:
    """Every rule that sets both: (where, colour, ground)."""
    found = []
    for sheet in SHEETS:
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.S)
        for selector, body in RULE.findall(text):
            ink, ground = COLOUR.search(body), GROUND.search(body)
            if ink and ground:
                found.append((f"{sheet.name} {' '.join(selector.split())}", ink[1], ground[1]))
    return found


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["paper", "big screen"])
def test_every_rule_that_sets_colour_and_ground_can_be_read(tokens: dict[str, str]) -> None:
    pairs = pairs_in_rules()
    assert len(pairs) > 10
    assert [pair for pair in pairs if contrast(tokens[pair[1]], tokens[pair[2]]) < 4.5] == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_colours_are_named_in_the_tokens_only(sheet: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.S)
    rules = "".join(line for line in text.splitlines(keepends=True) if not line.strip().startswith("--"))
    colours = set(re.findall(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl)a?\(", rules))
    assert colours <= {"#ffffff", "#000000"}, "only a QR code is black on white whatever the paper"
    if sheet.name not in {"components.css"}:
        assert not colours


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_style_sheets_use_only_tokens_that_exist(sheet: Path) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in SHEETS)
    known = set(re.findall(r"(--[a-z-]+\d?)\s*:", text))
    used = set(re.findall(r"var\((--[a-z-]+\d?)", sheet.read_text(encoding="utf-8")))
    assert used <= known


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_style_sheets_ask_for_nothing_from_elsewhere(sheet: Path) -> None:
    text = sheet.read_text(encoding="utf-8")
    assert "@import" not in text
    for address in re.findall(r"url\(\"?([^\")]+)", text):
        assert finders.find(posixpath.normpath(f"css/{address}")), address
