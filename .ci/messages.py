"""The Chinese catalogue: gather the source's sentences, merge translations, compile; or check all that.

    python .ci/messages.py                 gather and compile
    python .ci/messages.py --from DIR      … and take translations from the .po files in DIR
    python .ci/messages.py --check         change nothing; fail unless the catalogue in git is complete

Needs gettext. The catalogue names no places in the source and is sorted, so that its changes are readable.
"""

from __future__ import annotations

import argparse
import gettext
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = Path("zh_Hans") / "LC_MESSAGES" / "django.po"
IGNORED = ("locale", ".venv", "data", "tests", "benchmarks", "build", ".ci", "docs", "deploy", "start.py")
HEADER = """msgid ""
msgstr ""
"Project-Id-Version: jicha\\n"
"Language: zh_Hans\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

"""


def gather(locale: Path) -> None:
    """Bring the catalogue below ``locale`` up to date with the source, in our plain form."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    sys.path.insert(0, str(ROOT))
    os.chdir(ROOT)
    locale.mkdir(parents=True, exist_ok=True)
    import django
    from django.core.management import call_command
    from django.core.management.commands import makemessages

    class Gather(makemessages.Command):
        """Django's command, which would else write into the project's own folder whatever it is told."""

        def find_files(self, root: str) -> list[makemessages.TranslatableFile]:
            self.locale_paths = [str(locale)]
            self.default_locale_path = str(locale)
            return super().find_files(root)

    django.setup()
    call_command(
        Gather(), locale=["zh_Hans"], extensions=["html", "py", "txt"], ignore_patterns=list(IGNORED),
        add_location="never", no_obsolete=True, no_wrap=True, verbosity=0,
    )  # fmt: skip
    tidy(locale / CATALOGUE)


def tidy(catalogue: Path) -> None:
    """Sorted, unwrapped, without dates: equal content is equal text."""
    text = tool("msgcat", "--sort-output", "--no-wrap", "--no-location", str(catalogue))
    body = text.split("\n\n", 1)[1] if "\n\n" in text else ""
    catalogue.write_text(HEADER + body, encoding="utf-8", newline="\n")


def merge(locale: Path, folder: Path) -> None:
    """Take the translations of ``folder``'s catalogues, before our own, for what the source says."""
    given = sorted(folder.glob("*.po"))
    if not given:
        return
    catalogue = locale / CATALOGUE
    with tempfile.TemporaryDirectory() as place:
        sure = Path(place) / "sure.po"
        sure.write_text(tool("msgattrib", "--no-fuzzy", str(catalogue)), encoding="utf-8")
        known = Path(place) / "known.po"
        known.write_text(
            tool("msgcat", "--use-first", "--no-location", *map(str, given), str(sure)), encoding="utf-8"
        )
        merged = tool("msgmerge", "--quiet", "--no-fuzzy-matching", str(known), str(catalogue))
        known.write_text(merged, encoding="utf-8")
        merged = tool("msgattrib", "--no-obsolete", str(known))
    catalogue.write_text(merged, encoding="utf-8", newline="\n")
    tidy(catalogue)


def compile_catalogue(locale: Path) -> None:
    """Make the .mo beside the .po; placeholders are checked on the way."""
    catalogue = locale / CATALOGUE
    tool("msgfmt", "--check-format", "-o", str(catalogue.with_suffix(".mo")), str(catalogue))


def open_messages(catalogue: Path) -> list[str]:
    """The sentences that have no translation, or none that is sure."""
    text = tool("msgattrib", "--untranslated", "--no-wrap", str(catalogue))
    text += tool("msgattrib", "--only-fuzzy", "--no-wrap", str(catalogue))
    return [each for each in re.findall(r'^msgid "(.+)"$', text, flags=re.MULTILINE) if each]


def sentences(compiled: Path) -> dict[str, str]:
    with compiled.open("rb") as file:
        return dict(gettext.GNUTranslations(file)._catalog)  # type: ignore[attr-defined]


def check() -> list[str]:
    """What is wrong with the catalogue in git; empty when nothing is."""
    real = ROOT / "locale"
    if not (real / CATALOGUE).exists():
        return ["there is no catalogue: run .ci/messages.py"]
    with tempfile.TemporaryDirectory() as place:
        locale = Path(place) / "locale"
        shutil.copytree(real, locale)
        gather(locale)
        compile_catalogue(locale)
        wrong = [f"not translated: {each}" for each in open_messages(locale / CATALOGUE)]
        if (locale / CATALOGUE).read_text(encoding="utf-8") != (real / CATALOGUE).read_text(encoding="utf-8"):
            wrong.append("locale/ is not up to date with the source: run .ci/messages.py")
        compiled = real / CATALOGUE.with_suffix(".mo")
        if not compiled.exists():
            wrong.append("the catalogue is not compiled: run .ci/messages.py")
        elif sentences(compiled) != sentences(locale / CATALOGUE.with_suffix(".mo")):
            wrong.append("the compiled catalogue is another: run .ci/messages.py")
    return wrong


def tool(*command: str) -> str:
    """Run one of gettext's programs and answer what it prints; what it complains of is an error."""
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"{command[0]}: {done.stderr}")
    return done.stdout


def first(lines: list[str], most: int = 30) -> str:
    """The first of ``lines``, and how many more there are."""
    return "\n".join([*lines[:most], *([f"… and {len(lines) - most} more"] if len(lines) > most else [])])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--from", dest="folder", type=Path, help="folder of .po files to take from")
    parser.add_argument("--check", action="store_true", help="change nothing, only say what is wrong")
    options = parser.parse_args()
    if options.check:
        wrong = check()
        print(first(wrong) or "The catalogue is complete.")
        return 1 if wrong else 0
    locale = ROOT / "locale"
    gather(locale)
    if options.folder:
        merge(locale, options.folder)
    compile_catalogue(locale)
    still_open = open_messages(locale / CATALOGUE)
    print(first([f"not translated: {each}" for each in still_open]))
    print(f"{len(still_open)} sentences are open.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
