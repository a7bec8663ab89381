"""Who wins a trick: followers in suit, ruffs of the same form, over-ruffs; the first between equals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.answers import Problem, Reason, Refused
from rules.cards.cards import Card, write_cards
from rules.cards.combinations import Combinations, combine, group_of, places_for
from rules.cards.order import TRUMPS, Order
from rules.cards.packing import fits, without
from rules.cards.shapes import Form, Shape, height, write_form

PLAYERS = 4


class Reach(NamedTuple):
    """How high a play reaches for a trick; compared as a tuple, unless every part has to be higher.

    ``ruff``: trumps on a lead of a side suit. ``special``: a form that a special rule lets win over the led
    one. ``tops``: the strength of the highest part of each shape that counts, highest shape first.
    """

    ruff: bool
    special: bool
    tops: tuple[int, ...]


class TrickRuling(NamedTuple):
    """``winner`` is the index of the winning play (0: the lead); ``points`` the card points in the trick.

    ``form`` is the form that won: the led one, or what a special rule let win over it.
    """

    winner: int
    lead: Combinations
    form: Form
    points: int
    because: tuple[Reason, ...]


def trick(order: Order, plays: Sequence[Sequence[Card]], lead_form: Form | None = None) -> TrickRuling:
    """Who wins the trick of ``plays``, given in the order of play.

    Follows the clause "trick". Raises ``Refused`` if a play has another number of cards than the lead, or
    if the lead is of two suits.
    """
    if not 1 <= len(plays) <= PLAYERS:
        raise Refused([Problem("plays-not-four", "plays", {"plays": len(plays)})])
    order.check({f"plays[{index}]": play for index, play in enumerate(plays)})
    problems = [
        Problem("play-count-differs", f"plays[{index}]", {"asked": len(plays[0]), "given": len(play)})
        for index, play in enumerate(plays)
        if len(play) != len(plays[0])
    ]
    if problems:
        raise Refused(problems)
    lead = combine(order, plays[0], lead_form, "plays[0]")
    form = tuple(combination.shape for combination in lead)
    group = group_of(order, plays[0], "plays[0]")
    clause = order.rules.clause("trick")
    because = [Reason("led", clause, {"group": group, "form": write_form(form)})]
    winner = 0
    best = reach(order, group, form, plays[0])
    assert best is not None, "a lead has its own form"
    for index, play in enumerate(plays[1:], start=1):
        values = {"number": index + 1, "play": write_cards(play), "over": write_cards(plays[winner])}
        own = reach(order, group, form, play)
        if own is None:
            because.append(Reason(_why_not(order, group, play), clause, {**values, "form": write_form(form)}))
        elif _beats(order, own, best):
            because.append(Reason(_how(own, best), clause, values))
            winner, best = index, own
        else:
            because.append(Reason("play-equal" if own == best else "play-not-higher", clause, values))
    because.append(Reason("trick-won", clause, {"number": winner + 1, "play": write_cards(plays[winner])}))
    points = sum(card.points for play in plays for card in play)
    if best.special:
        form = tuple(part.shape for part in combine(order, plays[winner]))
    return TrickRuling(winner, lead, form, points, tuple(because))


def reach(order: Order, led_group: str, form: Form, play: Sequence[Card]) -> Reach | None:
    """How high ``play`` reaches on a lead of ``form`` in ``led_group``; None where it cannot win at all."""
    groups = {order.group(card) for card in play}
    if len(groups) != 1:
        return None
    group = groups.pop()
    if group not in (led_group, TRUMPS):
        return None
    ruff = group != led_group
    tops = _tops(order, group, form, play)
    if tops is not None:
        return Reach(ruff, False, tops)
    if len(form) == 1 and (not ruff or order.rules.beats_when_ruffing):
        for stronger, weaker in order.rules.beats:
            if weaker == form[0]:
                tops = _tops(order, group, (stronger,), play)
                if tops is not None:
                    return Reach(ruff, True, tops)
    return None


def _tops(order: Order, group: str, form: Form, play: Sequence[Card]) -> tuple[int, ...] | None:
    """The tops that count of a play that holds ``form``, or None if it does not hold it."""
    line, board = order.lines[group], order.board(play, group)
    if not fits(line, board, form):
        return None
    shapes: list[Shape] = sorted(form, key=lambda shape: height(shape, order.rules.form_order), reverse=True)
    counted = shapes[:1] if order.rules.overruff == "highest_form" else shapes
    tops = []
    for index, shape in enumerate(counted):
        rest = shapes[index + 1 :]
        part = next(
            part for part in places_for(line, board, shape) if fits(line, without(board, [part]), rest)
        )
        tops.append(part.top)
        board = without(board, [part])
    return tuple(tops)


def _beats(order: Order, own: Reach, best: Reach) -> bool:
    """Whether a play that reaches ``own`` takes the trick from one that reaches ``best``."""
    if order.rules.overruff == "every_part" and own[:2] == best[:2]:
        return all(mine > theirs for mine, theirs in zip(own.tops, best.tops, strict=True))
    return own > best


def _how(own: Reach, best: Reach) -> str:
    if own.ruff and not best.ruff:
        return "play-ruffs"
    if own.special and not best.special:
        return "play-special-form"
    return "play-overruffs" if own.ruff else "play-higher"


def _why_not(order: Order, led_group: str, play: Sequence[Card]) -> str:
    groups = {order.group(card) for card in play}
    if groups <= {led_group}:
        return "play-not-the-form"
    return "ruff-not-the-form" if groups == {TRUMPS} else "play-discards"
