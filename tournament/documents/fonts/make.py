"""Make the two fonts beside this file from the published ones.

    npm pack @expo-google-fonts/noto-sans-sc@0.4.3 && tar xzf expo-google-fonts-noto-sans-sc-0.4.3.tgz
    python tournament/documents/fonts/make.py package

Needed once, by whoever changes the choice of characters; needs fontTools, which the product itself does
not.

Kept: every Chinese character that the font has, since a name may use any of them; Latin letters for foreign
names; punctuation, circled numbers, arrows and the four suits. Left out: Korean, Japanese syllables,
Cyrillic, Greek, vertical writing, hinting and the layout tables, none of which the printing library uses.
The glyphs are not changed. The fonts stay under the SIL Open Font License (OFL.txt).
"""

import shutil
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent
WEIGHTS = {"Regular": "400Regular", "Bold": "700Bold"}
KEPT = (
    (0x20, 0x7E),  # ASCII
    (0xA0, 0x24F),  # Latin with accents, × ÷ · §
    (0x2000, 0x206F),  # dashes, quotation marks, …
    (0x20A0, 0x22FF),  # currency, №, Roman numerals, arrows, minus, ≤ ≥
    (0x2460, 0x24FF),  # circled numbers
    (0x2500, 0x26FF),  # boxes, triangles, circles, stars, ♠♥♦♣
    (0x2E80, 0x303F),  # radicals, 、。〈〉《》「」〔〕〇々
    (0x31C0, 0x31EF),  # strokes
    (0x3220, 0x324F),  # ㈠ and the like
    (0x3400, 0x9FFF),  # Extension A and the basic block
    (0xF900, 0xFAFF),  # compatibility characters, among them twelve real ones
    (0xFF00, 0xFFEF),  # full-width forms
    (0x20000, 0x323AF),  # Extensions B to H
)


def characters(font: TTFont) -> list[int]:
    """The code points of the font that are kept."""
    return [code for code in font.getBestCmap() if any(first <= code <= last for first, last in KEPT)]


def make(published: Path, made: Path) -> int:
    """Write the subset of one weight and return its number of characters."""
    options = Options()
    options.hinting = False
    options.layout_features = []
    options.drop_tables += ["BASE", "GDEF", "GPOS", "GSUB", "STAT", "vhea", "vmtx", "gasp"]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    with TTFont(published) as font:
        kept = characters(font)
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=kept)
        subsetter.subset(font)
        font.save(made)
    return len(kept)


def main(package: Path) -> None:
    """Make both weights from an unpacked package."""
    for name, folder in WEIGHTS.items():
        made = HERE / f"NotoSansSC-{name}.ttf"
        count = make(package / folder / f"NotoSansSC_{folder}.ttf", made)
        sys.stdout.write(f"{made.name}: {count} characters, {made.stat().st_size / 1e6:.1f} MB\n")
    shutil.copyfile(package / "LICENSE_FONT", HERE / "OFL.txt")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: make.py FOLDER (the unpacked package)")
    main(Path(sys.argv[1]))
