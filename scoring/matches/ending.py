"""The end of time: which hand is the last, and who wins a match that is not played to its end."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from rules.answers import Reason

from .facts import Ended, Seed
from .format import MatchFormat, TimePolicy
from .points import Letter
from .result import Game


def last_hand(policy: TimePolicy, ended: Ended) -> int | None:
    """The number of the last hand that counts; ``None`` where the match is closed as it stands.

    Follows ``TimePolicy.at_time``. A hand that may not be finished does not count.
    """
    if ended.last is not None:
        return ended.last
    if policy.at_time == "one_more_after_reminder":
        if ended.marked is None:
            return None
        return ended.marked + 1 if ended.marked_begun else ended.marked
    if ended.hand is None:
        return None
    if policy.at_time == "stop":
        return ended.hand - 1
    finished = ended.begun and (policy.at_time == "finish_hand" or ended.drawn)
    return ended.hand if finished else ended.hand - 1


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that is not won: A's lead in levels, who is on the deal, who was first at a level score."""

    difference: int
    on_deal: Letter | None = None
    first: Letter | None = None
    card_points: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """Who wins; ``winner`` is ``None`` for a draw. ``waiting``: one more hand must decide.

    ``stuck``: the means of the format are exhausted and a person has to decide.
    """

    winner: Letter | None
    because: tuple[Reason, ...]
    waiting: bool = False
    stuck: bool = False


def draw_lot(seed: Seed) -> Letter:
    """Side A or B, drawn by a seed: the same seed gives the same side for ever."""
    return "A" if hashlib.sha256(f"match:{seed}".encode()).digest()[0] % 2 == 0 else "B"


def decide(format_: MatchFormat, closed: tuple[Game, ...], left: OpenGame | None, seed: Seed) -> Decision:
    """Decide a match whose time (or number of hands) is up.

    ``closed`` are the games won so far, ``left`` the game in play (``None`` where none has begun).
    """
    won_a = sum(game.winner == "A" for game in closed)
    won_b = sum(game.winner == "B" for game in closed)
    clause = format_.clauses.get("time", "")
    if format_.best_of == 1:
        return _leader(format_, left or OpenGame(0), seed)
    games = {"A": won_a, "B": won_b, "game": len(closed) + 1}
    if left is not None and format_.open_game != "ignore":
        if won_a == won_b:
            led = _leader(format_, left, seed)
            return Decision(
                led.winner, (Reason("open-game-leader", clause, games), *led.because), led.waiting, led.stuck
            )
        if format_.open_game == "leader":
            led = _leader(format_, left, seed)
            won_a, won_b = won_a + (led.winner == "A"), won_b + (led.winner == "B")
            games |= {"A": won_a, "B": won_b}
            if led.waiting or led.stuck or won_a != won_b:
                winner: Letter | None = "A" if won_a > won_b else "B"
                return Decision(
                    None if led.waiting or led.stuck else winner,
                    (Reason("open-game-counts", clause, games), *led.because),
                    led.waiting,
                    led.stuck,
                )
    if won_a != won_b:
        return Decision("A" if won_a > won_b else "B", (Reason("games-lead", clause, games),))
    return _level_games(format_, closed, left, seed)


def _leader(format_: MatchFormat, game: OpenGame, seed: Seed) -> Decision:
    """The side that leads in levels, or that a level score goes to."""
    clause = format_.clauses.get("time", "")
    if game.difference:
        leader: Letter = "A" if game.difference > 0 else "B"
        return Decision(leader, (Reason("leads", clause, {"side": leader, "levels": abs(game.difference)}),))
    means: dict[str, Callable[[], Letter | None]] = {
        "on_deal": lambda: game.on_deal,
        "first_to_reach": lambda: game.first,
        "card_points": lambda: _more(game.card_points),
        "lots": lambda: draw_lot(seed),
    }
    return _by_means(format_.level_at_time, means, "level", clause, seed)


def _level_games(
    format_: MatchFormat, closed: tuple[Game, ...], left: OpenGame | None, seed: Seed
) -> Decision:
    """Games are level: small points of all games, card points, lots."""
    small = sum(game.difference for game in closed) + (left.difference if left else 0)
    cards_a = (
        sum(game.card_points[0] for game in closed) + (left.card_points or (0, 0) if left else (0, 0))[0]
    )
    cards_b = (
        sum(game.card_points[1] for game in closed) + (left.card_points or (0, 0) if left else (0, 0))[1]
    )
    means: dict[str, Callable[[], Letter | None]] = {
        "small_points": lambda: _more((small, 0)),
        "card_points": lambda: _more((cards_a, cards_b)),
        "lots": lambda: draw_lot(seed),
    }
    return _by_means(
        format_.level_games, means, "games-level", format_.clauses.get("time", ""), seed, small=small
    )


def _more(pair: tuple[int, int] | None) -> Letter | None:
    if pair is None or pair[0] == pair[1]:
        return None
    return "A" if pair[0] > pair[1] else "B"


def _by_means(
    names: tuple[str, ...],
    means: dict[str, Callable[[], Letter | None]],
    what: str,
    clause: str,
    seed: Seed,
    **values: object,
) -> Decision:
    for name in names:
        if name == "draw":
            return Decision(None, (Reason(f"{what}-draw", clause, values),))
        if name == "one_more_hand":
            return Decision(None, (Reason(f"{what}-one-more-hand", clause, values),), waiting=True)
        winner = means[name]()
        if winner is not None:
            code = f"{what}-{name.replace('_', '-')}"
            drawn = {"seed": seed} if name == "lots" else {}
            return Decision(winner, (Reason(code, clause, {"side": winner, **values, **drawn}),))
    return Decision(None, (Reason(f"{what}-undecided", clause, values),), stuck=True)
