"""Following a lead: what a hand owes, whether a play pays it, and which plays would.

A lead of several parts asks for each part in turn, the highest first: as much of the first as the hand has,
then as much of the second as is left, and so on. What "as much" means is a list of shapes in falling order:
the regulation's own list where it has one, and otherwise the general one, in which the longest runs come
first and larger units before smaller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from rules.answers import Problem, Reason, Refused
from rules.cards.card_rules import FollowStep
from rules.cards.cards import Card, write_cards
from rules.cards.combinations import (
    Combinations,
    combinations_of,
    combine,
    group_of,
    longest_run,
    places_for,
)
from rules.cards.order import TRUMPS, Board, Line, Order
from rules.cards.packing import FREELY, Breaking, Part, Parts, fits, lay, size_of, without
from rules.cards.shapes import Form, Shape, cards_in, write_form

FREE, ALL_OF_SUIT, SUIT, FORM = "free", "all-of-suit", "suit", "form"
PLAYS_SHOWN = 3


class Duty(NamedTuple):
    """What a hand owes to a lead.

    ``rule``: ``free`` (none of the suit), ``all-of-suit`` (no more of it than were led), ``suit`` (any
    cards of it) or ``form`` (cards of it that hold the shapes of ``form``). ``cards`` is how many must be
    played. ``broken`` is what would be owed if nothing were spared: whoever breaks up his larger sets of
    his own accord may pay that instead. ``instead`` are the shapes that win over the led one by a special
    rule: whoever plays one owes nothing else.
    """

    rule: str
    group: str
    cards: int
    form: Form
    broken: Form
    instead: tuple[Shape, ...] = ()


class FollowRuling(NamedTuple):
    """Whether the play was legal (None: none was asked about), what was owed, and some plays that pay it.

    ``wrong_cards`` is for how many cards an illegal play is at fault: those missing from the suit, or from
    the shapes that were owed (one pair not followed: 2).
    """

    legal: bool | None
    wrong_cards: int
    lead: Combinations
    duty: Duty
    plays: tuple[tuple[Card, ...], ...]
    because: tuple[Reason, ...]


def follow(
    order: Order,
    lead: Sequence[Card],
    hand: Sequence[Card],
    play: Sequence[Card] | None = None,
    lead_form: Form | None = None,
) -> FollowRuling:
    """Rule on following ``lead`` from ``hand``: is ``play`` legal, and which plays (up to three) would be?

    ``lead_form`` is the leader's own reading of a lead of several parts. Follows the clause "follow".
    Raises ``Refused`` where lead, hand and play cannot be: a lead of two suits, a hand too short, a card
    not in the hand.
    """
    order.check({"lead": lead, "hand": hand})
    problems = []
    if len(hand) < len(lead):
        problems.append(Problem("hand-too-short", "hand", {"hand": len(hand), "lead": len(lead)}))
    missing = Counter(play or ()) - Counter(hand)
    if missing:
        problems.append(Problem("card-not-in-hand", "play", {"played": write_cards(missing.elements())}))
    if problems:
        raise Refused(problems)
    combinations = combine(order, lead, lead_form, "lead")
    duty = duty_of(order, combinations, lead, hand)
    clause = order.rules.clause("follow")
    because = [
        Reason("led", clause, {"group": duty.group, "form": write_form(c.shape for c in combinations)})
    ]
    held = sum(1 for card in hand if order.group(card) == duty.group)
    because.append(
        Reason(
            f"duty-{duty.rule}",
            clause,
            {"group": duty.group, "cards": duty.cards, "held": held, "form": write_form(duty.form)},
        )
    )
    because += [
        Reason("duty-or-special", clause, {"group": duty.group, "form": str(shape)}) for shape in duty.instead
    ]
    legal, wrong = None, 0
    if play is not None:
        fault = fault_of(order, duty, hand, play)
        wrong = wrong_cards(order, duty, hand, play) if fault else 0
        legal = fault is None
        because.append(fault or Reason("play-legal", clause, {"play": write_cards(play)}))
    plays = legal_plays(order, combinations, duty, hand)
    return FollowRuling(legal, wrong, combinations, duty, plays, tuple(because))


def duty_of(order: Order, combinations: Combinations, lead: Sequence[Card], hand: Sequence[Card]) -> Duty:
    """What ``hand`` owes to a lead that is these ``combinations``."""
    group = group_of(order, lead, "lead")
    board = order.board(hand, group)
    held, asked = size_of(board), len(lead)
    if held == 0:
        return Duty(FREE, group, asked, (), ())
    if held <= asked:
        return Duty(ALL_OF_SUIT, group, asked, (), ())
    rules, line, led = order.rules, order.lines[group], [combination.shape for combination in combinations]
    form = _owed(
        order, line, board, led, Breaking(rules.break_for_run, rules.break_for_unit, rules.four_is_tractor)
    )
    broken = form if rules.break_for_unit else _owed(order, line, board, led, _freely(order))
    instead = _instead(order, line, board, led, form)
    return Duty(FORM if form else SUIT, group, asked, form, broken, instead)


def _instead(order: Order, line: Line, board: Board, led: Sequence[Shape], owed: Form) -> tuple[Shape, ...]:
    """The shapes of the hand that may be played in place of what is owed: they win over the led one."""
    special = order.rules.special_follows
    if len(led) != 1 or not owed or special == "never":
        return ()
    if special == "without_led_form" and fits(line, board, led):
        return ()
    return tuple(
        sorted(
            stronger
            for stronger, weaker in order.rules.beats
            if weaker == led[0] and fits(line, board, (stronger,))
        )
    )


def _owed(order: Order, line: Line, board: Board, led: Sequence[Shape], breaking: Breaking) -> Form:
    owed: Form = ()
    for shape in led:
        if shape.unit == 1:
            break
        for step in _steps(order, shape):
            if step.pairs:
                owed = _as_much(order, line, board, breaking, owed, Shape(2, shape.cards // 2))
                break
            wanted = step.form
            if step.same_run_of:
                wanted = (Shape(step.same_run_of, shape.length), *wanted)
            if cards_in(wanted) <= shape.cards and fits(line, board, (*owed, *wanted), breaking):
                owed = (*owed, *wanted)
                break
        else:
            if not _steps(order, shape):
                owed = _as_much(order, line, board, breaking, owed, shape)
    return owed


def _steps(order: Order, led: Shape) -> tuple[FollowStep, ...]:
    """The regulation's own list for a shape, empty where the general list serves."""
    own = order.rules.follow_lists.get(led)
    if own is None and led.is_run:
        own = order.rules.follow_runs.get(led.unit)
    return own or ()


def _as_much(order: Order, line: Line, board: Board, breaking: Breaking, owed: Form, led: Shape) -> Form:
    """The general list: the longest runs of the led unit, then of the next smaller in what is open."""
    open_units = led.length
    for unit in sorted(order.rules.units, reverse=True):
        if unit > led.unit or unit == 1:
            continue
        longest = longest_run(line, board, unit) if unit in order.rules.runs else 1
        if unit == 2 and breaking.four_is_tractor:
            longest = max(longest, 2)
        length = min(open_units, longest)
        while length and open_units:
            shape = Shape(unit, length)
            if fits(line, board, (*owed, shape), breaking):
                owed = (*owed, shape)
                open_units -= length
                length = min(length, open_units)
            else:
                length -= 1
    return owed


def fault_of(order: Order, duty: Duty, hand: Sequence[Card], play: Sequence[Card]) -> Reason | None:
    """What is wrong with ``play``, or None if it pays the duty."""
    clause = order.rules.clause("follow")
    if len(play) != duty.cards:
        return Reason("play-wrong-count", clause, {"asked": duty.cards, "given": len(play)})
    if duty.rule == FREE:
        return None
    board = order.board(play, duty.group)
    played, held = size_of(board), size_of(order.board(hand, duty.group))
    if played < min(held, duty.cards):
        return Reason(
            "play-leaves-suit",
            clause,
            {"group": duty.group, "given": played, "asked": min(held, duty.cards)},
        )
    if not _pays(order, duty, hand, board):
        return Reason(
            "play-lacks-form",
            clause,
            {"group": duty.group, "form": write_form(duty.form), "play": write_cards(play)},
        )
    return None


def _pays(order: Order, duty: Duty, hand: Sequence[Card], played: Board) -> bool:
    """Whether the played cards of the suit hold what is owed.

    Where larger sets need not be broken for a pair, a pair out of one does not stand for a pair that is
    held as such, unless so many are broken that nothing is spared.
    """
    line = order.lines[duty.group]
    return (
        fits(line, played, duty.form, _sparing(order), order.board(hand, duty.group))
        or fits(line, played, duty.broken, _freely(order))
        or any(fits(line, played, (shape,)) for shape in duty.instead)
    )


def wrong_cards(
    order: Order, duty: Duty, hand: Sequence[Card], play: Sequence[Card], counts: str | None = None
) -> int:
    """For how many cards a play is at fault, as regulations count that fine a faulty play by the card.

    ``counts`` (of the rule set, if not given): a missing tractor counts in full (``whole_form``), or only the
    units of it that were held back (``held_back``).
    """
    if len(play) != duty.cards:
        return abs(duty.cards - len(play))
    line, board = order.lines[duty.group], order.board(play, duty.group)
    held = order.board(hand, duty.group)
    due = min(duty.cards, size_of(held)) - size_of(board)
    paid: Form = ()
    missing = 0
    for shape in duty.form:
        if fits(line, board, (*paid, shape), _sparing(order), held):
            paid = (*paid, shape)
        elif shape.is_run and (counts or order.rules.wrong_counts) == "held_back":
            board, played = _played_of(line, board, held, shape, paid)
            missing += shape.cards - played
        else:
            missing += shape.cards
    return max(due, missing)


def _played_of(line: Line, board: Board, held: Board, shape: Shape, paid: Form) -> tuple[Board, int]:
    """How many cards of a run that the hand holds were played, and the board without them."""
    best = board, 0
    for part in places_for(line, held, shape):
        spots = tuple(spot for spot in part.spots if board[spot[0]][spot[1]] >= shape.unit)
        played = len(spots) * shape.unit
        if played > best[1]:
            left = without(board, [Part(Shape(shape.unit, len(spots)), spots)])
            if fits(line, left, paid):
                best = left, played
    return best


def _sparing(order: Order) -> Breaking:
    """How shapes are looked for in a play: any runs, lone units as far as they have to be broken."""
    return _freely(order)._replace(units=order.rules.break_for_unit)


def _freely(order: Order) -> Breaking:
    return FREELY._replace(four_is_tractor=order.rules.four_is_tractor)


def legal_plays(
    order: Order, combinations: Combinations, duty: Duty, hand: Sequence[Card]
) -> tuple[tuple[Card, ...], ...]:
    """Up to three different plays that pay the duty: a cheap one first, then one that wins or keeps less."""
    found: dict[tuple[Card, ...], None] = {}
    special = _special(order, duty, hand)
    for play in _candidates(order, combinations, duty, hand):
        if fault_of(order, duty, hand, play) is None:
            found.setdefault(tuple(order.high_to_low(play)))
        if len(found) == PLAYS_SHOWN:
            break
    return (*tuple(found)[: PLAYS_SHOWN - len(special)], *special)


def _special(order: Order, duty: Duty, hand: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """The lowest play of a form that may stand in place of what is owed; none where there is no such form."""
    for shape in duty.instead:
        for play in _shaped(order, duty.group, hand, (shape,), duty.cards, FREELY):
            return (tuple(order.high_to_low(play)),)
    return ()


def _candidates(
    order: Order, combinations: Combinations, duty: Duty, hand: Sequence[Card]
) -> Iterator[list[Card]]:
    suit = [card for card in hand if order.group(card) == duty.group]
    rest = [card for card in hand if order.group(card) != duty.group]
    if duty.rule == ALL_OF_SUIT:
        for chosen in _orders(order, rest):
            yield suit + chosen[: duty.cards - len(suit)]
        return
    if duty.rule == FREE:
        fillers = list(_orders(order, rest))
        yield fillers[0][: duty.cards]
        form = [combination.shape for combination in combinations]
        yield from _shaped(order, TRUMPS, hand, form, duty.cards, _freely(order))
        yield from (cards[: duty.cards] for cards in fillers[1:])
        return
    yield from _shaped(order, duty.group, suit, duty.form, duty.cards, _sparing(order))


def _shaped(
    order: Order, group: str, cards: Sequence[Card], form: Sequence[Shape], count: int, breaking: Breaking
) -> Iterator[list[Card]]:
    """Plays of ``count`` cards of one group that hold ``form``, laid here and there, with various fillers."""
    line, board = order.lines[group], order.board(cards, group)
    if size_of(board) < count:
        return
    ways = list(islice(_ways(line, board, form, breaking), PLAYS_SHOWN + 2))
    for choose in range(3):
        for parts in ways:
            fillers = list(_orders(order, order.cards_on(without(board, parts), group)))[choose]
            made = combinations_of(order, group, board, parts)[: len(parts)]
            used = [card for part in made for card in part.cards]
            yield used + fillers[: count - len(used)]


def _ways(line: Line, board: Board, form: Sequence[Shape], breaking: Breaking) -> Iterator[Parts]:
    """Ways to lay ``form``: from below, from above, and with its first shape in each place in turn."""
    low = lay(line, board, form, breaking)
    if low is None:
        return
    yield low
    yield lay_high(line, board, form, breaking) or low
    if low:
        for part in places_for(line, board, low[0].shape):
            rest = [other.shape for other in low[1:]]
            laid = lay(line, without(board, [part]), rest, breaking, board)
            if laid is not None:
                yield (part, *laid)


def lay_high(line: Line, board: Board, shapes: Sequence[Shape], breaking: Breaking) -> Parts | None:
    """Like ``lay``, filling the line from its upper end."""
    last = len(board) - 1
    laid = lay(Line(line.places[::-1], line.links[::-1]), board[::-1], shapes, breaking)
    if laid is None:
        return None
    return tuple(
        part._replace(spots=tuple((last - row, column) for row, column in reversed(part.spots)))
        for part in laid
    )


def _orders(order: Order, cards: Sequence[Card]) -> Iterator[list[Card]]:
    """Three ways to choose free cards: cheapest first, most points first, highest first."""

    def place(card: Card) -> tuple[bool, int]:
        return order.group(card) == TRUMPS, order.strength(card)

    yield sorted(cards, key=lambda card: (card.points > 0, *place(card)))
    yield sorted(cards, key=lambda card: (-card.points, *place(card)))
    yield sorted(cards, key=place, reverse=True)
