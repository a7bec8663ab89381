"""What holds for every template of the house, whoever wrote it."""

import re
from pathlib import Path

import pytest
from django.template import Template
from django.template.loader import get_template, render_to_string

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted(ROOT.glob("templates/**/*.html"))
COMPONENTS = sorted(ROOT.glob("templates/components/*.html"))

FORBIDDEN = {
    "an inline style": re.compile(r"<[^>{]*\sstyle\s*=", re.I),
    "a style element": re.compile(r"<style\b", re.I),
    "a script with code in it": re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")", re.I),
    "an event handler": re.compile(r"<[^>]*\son[a-z]+\s*=", re.I),
    "code for htmx to run": re.compile(r"\shx-on|hx-vals=['\"]js:", re.I),
    "an address outside the server": re.compile(r"(?:src|href)=[\"']?(?:https?:)?//", re.I),
}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_template_obeys_the_content_security_policy(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [what for what, pattern in FORBIDDEN.items() if pattern.search(text)] == []


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("an inline style", '<p class="a" style="color: red">'),
        ("a style element", "<style>p {}</style>"),
        ("a script with code in it", "<script>go()</script>"),
        ("an event handler", '<button type="button" onclick="go()">'),
        ("code for htmx to run", '<p hx-on:click="go()">'),
        ("an address outside the server", '<img src="//cdn.example/x.png">'),
    ],
)
def test_the_search_finds_what_it_looks_for(what: str, text: str) -> None:
    assert FORBIDDEN[what].search(text)


CLASS = re.compile(r'class="([^"]*)"')
KNOWN = {
    name
    for sheet in ROOT.glob("static/css/*.css")
    for name in re.findall(r"\.([a-z][a-z0-9-]*)", sheet.read_text(encoding="utf-8"))
}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_classes_in_template_are_those_of_the_design_system(path: Path) -> None:
    text = re.sub(r"\{[{%].*?[%}]\}", " ", path.read_text(encoding="utf-8"))
    used = {name for names in CLASS.findall(text) for name in names.split() if not name.endswith("-")}
    assert used <= KNOWN | {"badge-open", "notice-info"}, "a class that no style sheet knows"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_template_compiles(path: Path) -> None:
    assert isinstance(get_template(str(path.relative_to(ROOT / "templates"))).template, Template)


@pytest.mark.parametrize("path", COMPONENTS, ids=lambda path: path.name)
def test_component_is_described(path: Path) -> None:
    text = (ROOT / "docs" / "design-system.md").read_text(encoding="utf-8")
    part_of_the_base = {"styles.html", "language.html", "account.html", "state_word.html"}
    assert path.name in part_of_the_base or f"`{path.name}`" in text


@pytest.mark.parametrize("name", ["400.html", "403.html", "404.html", "403_csrf.html", "500.html"])
def test_error_page_stands_without_a_request(name: str) -> None:
    text = render_to_string(name)
    assert "<h1>" in text
    assert 'href="/"' in text


def test_pad_asks_for_a_number_even_without_script() -> None:
    text = render_to_string("components/number_pad.html", {"name": "points", "label": "得分", "value": 0})
    assert 'inputmode="numeric"' in text
    assert 'value="0"' in text
    assert re.search(r'data-pad-for="id_points"[^>]*hidden', text)


def test_destructive_step_says_what_happens_and_what_stays() -> None:
    text = render_to_string(
        "components/confirm.html",
        {
            "title": "作废草稿",
            "will": ["对阵作废。"],
            "stays": ["成绩不变。"],
            "label": "作废",
            "cancel_url": "/back",
            "hidden": [{"name": "revision", "value": 7}],
        },
    )
    assert (
        text.index("对阵作废。")
        < text.index("成绩不变。")
        < text.index('href="/back"')
        < text.index("<button")
    )
    assert 'name="revision" value="7"' in text
    assert 'name="reason"' not in text


def test_values_are_escaped() -> None:
    text = render_to_string("components/notice.html", {"level": "error", "text": "<b>王</b>", "fix": "<i>"})
    assert "<b>王" not in text
    assert "&lt;b&gt;王" in text
