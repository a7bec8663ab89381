"""What is written in a name cell: one person or several, and each of them as the name is spelt.

Nothing is guessed in silence: where a cell could be read in two ways the more likely one is taken and
``unsure`` says so.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace

from .surnames import COMPOUND, begins_with_surname

HARD = re.compile(r"[、/\\|,;&+\n\r\t。—–~]+|--+|(?<=[^\W\d_])-(?=[^\W\d_])")
DOTS = str.maketrans(dict.fromkeys("‧・•∙⋅●", "·"))
QUOTES = str.maketrans(dict.fromkeys("\"“”「」『』'‘’《》", " "))
FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20, 0xA0: 0x20}
# All but the characters and digits that most cells consist of.
UNUSUAL = re.compile(r"[^\u4e00-\u9fff0-9A-Za-z]")
# The places at which older Chinese Windows keeps characters that Unicode took in later.
PRIVATE = str.maketrans(
    {
        "\ue81e": "\u9fb4",
        "\ue826": "\u9fb5",
        "\ue82b": "\u9fb6",
        "\ue82c": "\u9fb7",
        "\ue832": "\u9fb8",
        "\ue843": "\u9fb9",
        "\ue854": "\u9fba",
        "\ue864": "\u9fbb",
        "\ue863": "\u4dae",
    }
)
NUMBERED = re.compile(r"^(?:[①-⑳⑴-⒇⒈-⒛]|[(\[]?\d{1,3}[)\].、:]|\d{1,2}\s+)\s*(?=\D)")
COUNTED = re.compile(r"(?<=\S)\s*[①-⑳⑴-⒇⒈-⒛]\s*(?=\D)|\s+\d{1,2}[.、)]\s*(?=[^\W\d])")
MARKUP = re.compile(r"[<>{}=$%#@^`]")
ASIDE = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]|【([^【】]*)】")
MOBILE = re.compile(r"[:：]?\s*(?:\+?86[- ]?)?(1[3-9](?:[- ]?\d){9})(?!\d)")
NOBODY = frozenset(
    {"无", "没有", "暂无", "空", "/", "-", "—", "--", "——", "\\", "×", "x", "X", "n/a", "N/A", "none", "0"}
)
PENDING = frozenset({"待定", "未定", "待报", "另报", "待补", "后补", "tbd", "TBD"})
SEXES = {"男": "male", "女": "female"}


@dataclass(frozen=True, slots=True)
class Spelt:
    """One person of a name cell: the name, a phone number written behind it, what stood in brackets, doubts.

    ``doubts`` are codes: ``joined`` (spaces taken out of what might be two names), ``parted`` (two names
    that might be one), ``digits``, ``odd_characters``, ``damaged``, ``private``, ``long``, ``short``,
    ``pending``, ``invisible``.
    """

    name: str
    phone: str = ""
    aside: str = ""
    doubts: tuple[str, ...] = ()


def plain(text: str) -> str:
    """Full-width letters, digits and signs as plain ones; spaces of every kind as one; nothing invisible.

    Characters of names are left as they are: no normal form is applied to them.
    """
    if not UNUSUAL.search(text):
        return text
    text = text.translate(FULL_WIDTH)
    kept = []
    for letter in text:
        category = unicodedata.category(letter)
        if category in ("Zs", "Zl", "Zp"):
            kept.append(" ")
        elif (
            category == "Cf"
            or (category == "Cc" and letter not in "\n\r\t")
            or "\ufe00" <= letter <= "\ufe0f"
        ):
            continue
        else:
            kept.append(letter)
    return "".join(kept).strip()


def squeezed(text: str) -> str:
    """``plain`` on one line."""
    return " ".join(plain(text).split()) if UNUSUAL.search(text) else text


def is_han(letter: str) -> bool:
    """Whether a letter is a Chinese character, the rare ones beyond the basic plane included."""
    return (
        "\u3400" <= letter <= "\u9fff"
        or "\uf900" <= letter <= "\ufaff"
        or "\U00020000" <= letter <= "\U0003ffff"
        or letter in "〇々"
        or "\ue000" <= letter <= "\uf8ff"
    )


def _all_han(text: str) -> bool:
    return bool(text) and all(is_han(letter) for letter in text)


def split_people(text: str) -> tuple[Spelt, ...]:
    """The people of a name cell, in the order in which they are written. Empty where the cell names nobody.

    >>> [person.name for person in split_people("张 三、李四")]
    ['张三', '李四']
    """
    invisible = any(unicodedata.category(letter) == "Cf" for letter in text)
    text = plain(text).translate(DOTS).translate(PRIVATE)
    if MARKUP.search(text):
        return (Spelt(" ".join(text.split()), doubts=doubts_of(text)),)
    asides: list[str] = []

    def keep(match: re.Match[str]) -> str:
        asides.append(next(group for group in match.groups() if group is not None))
        return f"\ufdd0{len(asides) - 1}\ufdd1"

    text = ASIDE.sub(keep, COUNTED.sub("、", _unnumbered(text))).translate(QUOTES).strip()
    people: list[Spelt] = []
    for part in HARD.split(text):
        people += _part(_unnumbered(part.strip()), asides)
    if invisible:
        people = [replace(person, doubts=(*person.doubts, "invisible")) for person in people]
    return tuple(people)


def whole_name(text: str) -> tuple[Spelt, ...]:
    """The cell's text as one person's name, whatever is in it; empty where the cell names nobody."""
    name = squeezed(text)
    return (Spelt(name, doubts=doubts_of(name)),) if name and name not in NOBODY else ()


def _unnumbered(text: str) -> str:
    return NUMBERED.sub("", text)


def _part(part: str, asides: list[str]) -> list[Spelt]:
    """The people of what stands between two separators."""
    noted = [asides[int(index)] for index in re.findall(r"\ufdd0(\d+)\ufdd1", part)]
    # A bracket ends a name: 张三(男)李四(女) are two people.
    pieces = [piece for piece in re.split(r"\ufdd0\d+\ufdd1", part) if piece.strip()]
    people: list[Spelt] = []
    for index, piece in enumerate(pieces):
        before = len(people)
        _read_piece(piece.strip(), people)
        if len(people) > before and index < len(noted):
            last = people[-1]
            number = MOBILE.fullmatch(noted[index].strip())
            if number:
                people[-1] = replace(last, phone=re.sub(r"\D", "", number[1]))
            else:
                people[-1] = replace(last, aside=noted[index].strip())
    return people


def _read_piece(piece: str, people: list[Spelt]) -> None:
    """Add the people of a piece without brackets; a number is that of the person before it."""
    at = 0
    for match in MOBILE.finditer(piece):
        people += _names(piece[at : match.start()])
        if people and not people[-1].phone:
            people[-1] = replace(people[-1], phone=re.sub(r"\D", "", match[1]))
        at = match.end()
    people += _names(piece[at:])


def _names(piece: str) -> list[Spelt]:
    """One name, or several with nothing but spaces or 和 between them."""
    piece = piece.strip(" :.。*·_-~")
    if not piece or piece in NOBODY:
        return []
    if piece in PENDING:
        return [Spelt("", doubts=("pending",))]
    tokens = _around_and(piece).split()
    if not all(_all_han(token) for token in tokens):
        return _mixed(piece, tokens)
    names, doubt = _group(tokens)
    return [Spelt(name, doubts=(*doubt, *doubts_of(name))) for name in names]


def _around_and(piece: str) -> str:
    """张三和李四: parted only where both sides are whole names, for 和 is a name's character too."""
    for word in ("和", "与", "跟", "及"):
        before, found, after = piece.partition(word)
        whole = all(
            2 <= len(side.strip()) <= 4 and begins_with_surname(side.strip()) for side in (before, after)
        )
        if found and whole and len(piece) >= 5:
            return f"{before} {after}"
    return piece


def _mixed(piece: str, tokens: list[str]) -> list[Spelt]:
    """Names with letters of other scripts: John Smith is one person; Anna 王五 are two."""
    kinds = [_all_han(token) for token in tokens]
    if (
        len(tokens) > 1
        and any(kinds)
        and all(kind or token.isalpha() for kind, token in zip(kinds, tokens, strict=True))
    ):
        people: list[Spelt] = []
        run: list[str] = []
        for kind, token in zip(kinds, tokens, strict=True):
            if kind and len(token) > 1:
                if run:
                    people.append(Spelt(" ".join(run), doubts=("parted",)))
                    run = []
                people.append(Spelt(token, doubts=("parted", *doubts_of(token))))
            else:
                run.append(token)
        if run:
            people.append(Spelt(" ".join(run), doubts=("parted",)))
        return people if len(people) > 1 else [Spelt(" ".join(tokens), doubts=doubts_of(piece))]
    name = " ".join(tokens)
    return [Spelt(name, doubts=doubts_of(name))]


def _group(tokens: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """Which tokens of Chinese characters belong together: 张 三 and 欧阳 修 are one name, 张三 李四 two."""
    if len(tokens) == 1:
        return tokens, ()
    names: list[str] = []
    unsure = False
    at = 0
    while at < len(tokens):
        token = tokens[at]
        rest = len(tokens) - at - 1
        if len(token) == 1:
            run = [token]
            while at + len(run) < len(tokens) and len(tokens[at + len(run)]) == 1:
                run.append(tokens[at + len(run)])
            if len(run) == 1 and rest:
                # 王 小明; but 张 三 李四 has been taken as a run of two before.
                names.append(token + tokens[at + 1])
                at += 2
                continue
            singles, doubtful = _singles(run)
            unsure = unsure or doubtful
            if len(singles) == 1 and len(singles[0]) == 1 and names:
                names[-1] += singles[0]
                unsure = True
            else:
                names += singles
            at += len(run)
        elif (
            token in COMPOUND
            and rest
            and (len(tokens[at + 1]) == 1 or not begins_with_surname(tokens[at + 1]))
        ):
            names.append(token + tokens[at + 1])
            at += 2
        else:
            names.append(token)
            at += 1
    if len(names) > 1:
        unsure = unsure or not all(begins_with_surname(name) and 2 <= len(name) <= 4 for name in names)
        return names, ("parted",) if unsure else ()
    return names, ("joined",) if unsure else ()


def _singles(run: list[str]) -> tuple[list[str], bool]:
    """Characters that stand one by one. Two or three are a name; four may be two names of two."""
    if len(run) <= 3:
        return ["".join(run)], False
    if "".join(run[:2]) in COMPOUND and len(run) == 4:
        return ["".join(run)], True
    if len(run) == 4:
        if begins_with_surname(run[2]):
            return ["".join(run[:2]), "".join(run[2:])], True
        return ["".join(run)], True
    half = 3 if len(run) > 4 and begins_with_surname(run[3]) else 2
    return ["".join(run[:half]), "".join(run[half:])], True


def doubts_of(name: str) -> tuple[str, ...]:
    """What is odd about a finished name."""
    doubts = []
    if any(letter.isdigit() for letter in name):
        doubts.append("digits")
    if "\ufffd" in name or "?" in name or "□" in name or "■" in name:
        doubts.append("damaged")
    elif any(unicodedata.category(letter) == "Co" for letter in name):
        doubts.append("private")
    elif not all(letter in " ·-.'〇" or unicodedata.category(letter)[0] in "LMN" for letter in name):
        doubts.append("odd_characters")
    if len(name) > 30:
        doubts.append("long")
    elif len(name) == 1:
        doubts.append("short")
    elif len(name) > 6 and _all_han(name):
        doubts.append("unlike_a_name")
    return tuple(doubts)
