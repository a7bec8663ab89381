"""The catalogue's keeper: complete, up to date, compiled, or it says which sentence is not."""

import shutil

import pytest

from tests.start.scripts import script

messages = script(".ci/messages.py")

pytestmark = pytest.mark.skipif(shutil.which("msgfmt") is None, reason="gettext is not installed")

HALF = (
    messages.HEADER
    + """msgid "Round"
msgstr ""

#, fuzzy
msgid "Table"
msgstr "桌"

#: somewhere.py:3
msgid "Bye"
msgstr "轮空"
"""
)
GIVEN = (
    messages.HEADER
    + """msgid "Round"
msgstr "轮次"

msgid "Table"
msgstr "桌号"

msgid "Bye"
msgstr "本轮轮空"

msgid "Not in the source"
msgstr "多余"
"""
)


@pytest.fixture
def locale(tmp_path):
    catalogue = tmp_path / "locale" / messages.CATALOGUE
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text(HALF, encoding="utf-8")
    return tmp_path / "locale"


def test_sentences_without_a_sure_translation_are_named(locale):
    assert messages.open_messages(locale / messages.CATALOGUE) == ["Round", "Table"]


def test_given_translations_win_and_only_what_the_source_says_is_kept(locale, tmp_path):
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "room.po").write_text(GIVEN, encoding="utf-8")
    messages.merge(locale, tmp_path / "given")
    messages.compile_catalogue(locale)
    found = messages.sentences((locale / messages.CATALOGUE).with_suffix(".mo"))
    assert {k: v for k, v in found.items() if k} == {"Round": "轮次", "Table": "桌号", "Bye": "本轮轮空"}
    assert messages.open_messages(locale / messages.CATALOGUE) == []


def test_equal_content_is_equal_text(locale):
    catalogue = locale / messages.CATALOGUE
    messages.tidy(catalogue)
    once = catalogue.read_text(encoding="utf-8")
    messages.tidy(catalogue)
    assert catalogue.read_text(encoding="utf-8") == once
    assert "somewhere.py" not in once
    assert "POT-Creation-Date" not in once
    assert [line for line in once.splitlines() if line.startswith("msgid")] == [
        'msgid ""', 'msgid "Bye"', 'msgid "Round"', 'msgid "Table"',
    ]  # fmt: skip


def test_translation_that_loses_a_placeholder_is_refused(locale):
    catalogue = locale / messages.CATALOGUE
    with catalogue.open("a", encoding="utf-8") as file:
        file.write('\n#, python-format\nmsgid "Table %(number)s"\nmsgstr "第 %(nummer)s 桌"\n')
    with pytest.raises(SystemExit, match="msgfmt"):
        messages.compile_catalogue(locale)


def test_check_finds_what_a_catalogue_lacks_and_changes_nothing(tmp_path, monkeypatch):
    """On a small project of its own; the tools write beside the source unless they are kept from it."""
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "words.py").write_text("from gettext import gettext as _\n_('Round')\n_('Bye')\n")
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert messages.check() == ["there is no catalogue: run .ci/messages.py"]
    messages.gather(tmp_path / "locale")
    messages.compile_catalogue(tmp_path / "locale")
    catalogue = tmp_path / "locale" / messages.CATALOGUE
    assert messages.check() == ["not translated: Bye", "not translated: Round"]
    text = catalogue.read_text(encoding="utf-8")
    text = text.replace('"Bye"\nmsgstr ""', '"Bye"\nmsgstr "轮空"').replace(
        '"Round"\nmsgstr ""', '"Round"\nmsgstr "轮"'
    )
    catalogue.write_text(text, encoding="utf-8")
    assert messages.check() == ["the compiled catalogue is another: run .ci/messages.py"]
    messages.compile_catalogue(tmp_path / "locale")
    assert messages.check() == []
    (tmp_path / "room" / "words.py").write_text("from gettext import gettext as _\n_('Round')\n")
    before = catalogue.read_bytes()
    assert messages.check() == [
        "locale/ is not up to date with the source: run .ci/messages.py",
        "the compiled catalogue is another: run .ci/messages.py",
    ]
    assert catalogue.read_bytes() == before
    assert sorted(each.name for each in catalogue.parent.iterdir()) == ["django.mo", "django.po"]


def test_long_list_is_cut_with_the_number_that_is_left():
    assert messages.first(["a", "b", "c"], most=2).splitlines() == ["a", "b", "… and 1 more"]
    assert messages.first([]) == ""
