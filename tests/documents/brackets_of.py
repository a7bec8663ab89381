"""Invented brackets of any size for the tests and the pictures."""

from tests.documents.samples import party
from tournament.documents.brackets import Bracket, BracketMatch
from tournament.documents.values import EMPTY_PARTY, Party

TITLES = ("决赛", "半决赛", "四分之一决赛", "第四轮", "第三轮", "第二轮", "第一轮", "预赛")


def bracket(
    entries: int, *, played: int = 0, parties=None, title: str = "淘汰赛", prize: str = "冠军"
) -> Bracket:
    """A knock-out of so many entries, byes at the top, of which the first ``played`` rounds have been won
    by side A.
    """
    parties = parties or [party(n) for n in range(entries)]
    size = 2
    while size < entries:
        size *= 2
    byes = size - entries
    waiting: list[Party] = []
    first: list[BracketMatch | None] = []
    number = 0
    queue = list(parties)
    for index in range(size // 2):
        if index < byes:
            first.append(None)
            waiting.append(queue.pop(0))
            continue
        number += 1
        match = BracketMatch(number, queue.pop(0), queue.pop(0), where=f"{number} 桌")
        if played:
            match = BracketMatch(number, match.a, match.b, ("A", "8"), "A", match.where)
        first.append(match)
        waiting.append(match.a if played else Party(label=f"第 {number} 场胜者"))
    rounds = [tuple(first)]
    while len(waiting) > 1:
        row = []
        following = []
        is_played = len(rounds) < played
        for a, b in zip(waiting[::2], waiting[1::2], strict=True):
            number += 1
            scores, winner = (("2", "1"), "A") if is_played else (("", ""), "")
            row.append(BracketMatch(number, a, b, scores, winner))
            following.append(a if is_played else Party(label=f"第 {number} 场胜者"))
        rounds.append(tuple(row))
        waiting = following
    titles = tuple(reversed(TITLES[: len(rounds)]))
    champion = waiting[0] if played >= len(rounds) else EMPTY_PARTY
    return Bracket(title, titles, tuple(rounds), prize, champion)
