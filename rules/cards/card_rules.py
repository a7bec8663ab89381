"""What a regulation says about cards, as data: the ``[cards]`` table of a rule set.

Everything in which regulations differ stands here under a name; the engine knows no regulation. A rule set
without the table plays by the customary rules, which are the defaults below.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.answers import Problem, Refused
from rules.cards.bid_rules import BidRules, read_bid_rules, read_no_bid
from rules.cards.cards import RANKS, SUITS
from rules.cards.shapes import LARGEST_UNIT, Form, Shape, read_form, read_shape
from rules.hands.reading import Reader

STEPS = (
    "big_joker",
    "little_joker",
    "trump_level",
    "side_level",
    "trump_permanent",
    "side_permanent",
    "plain",
)
"""What can stand in the order of trumps, highest first."""

CUSTOMARY_LINKS = (
    ("big_joker", "little_joker"),
    ("little_joker", "trump_level"),
    ("trump_level", "side_level"),
)
CRITERIA = ("run", "cards", "unit", "length")
BREAKING = ("any", "with_unit", "never")
WRONG_COUNTS = ("whole_form", "held_back")
SPECIAL = ("always", "without_led_form", "never")
OVERRUFFS = ("highest_form", "next_form", "every_part")
READINGS = ("absolute", "per_form", "per_form_strict")
TOPICS = ("order", "shapes", "follow", "throw", "trick", "bottom", "bid")


class FollowStep(NamedTuple):
    """One line of a priority list: the shapes that must be played if the hand has them.

    ``same_run_of`` adds a run of such units as long as the one that was led (0: none); ``pairs`` stands for
    the rest of the list: as many pairs as fit, the longest tractors first.
    """

    form: Form = ()
    same_run_of: int = 0
    pairs: bool = False


class ThrowCost(NamedTuple):
    """What a failed throw costs.

    Card points ``per_card`` that ``counts`` (``thrown``, ``beaten``, ``taken_back``), and ``flat`` ones;
    ``forces`` what must be led: the ``smallest_part`` that is beaten, or the ``smallest_single`` card.
    """

    per_card: int
    counts: str
    flat: int
    forces: str
    clause: str


class CardRules(NamedTuple):
    """One regulation's rules of cards.

    ``units`` are the sizes of equal cards that count as a combination, ``runs`` those of them that make
    tractors. ``links`` are the neighbours among trumps across which a tractor may run, ``across_level``
    whether it may where the level card is missing from a suit. ``side_levels`` orders the level cards of
    the other suits (empty: equal). ``special_follows`` is whether a form that wins over the led one by
    a special rule (``beats``) may be played in place of what is owed (``without_led_form``: only by a hand
    that does not hold the led form). ``wrong_counts``: for how many cards a play is at fault that lacks
    a tractor, the ``whole_form`` or the units that were ``held_back``. ``overruff`` is what decides between
    two ruffs of a throw.
    """

    decks: int
    jokers: bool
    bottom_cards: int
    permanent: tuple[str, ...]
    units: tuple[int, ...]
    runs: tuple[int, ...]
    links: frozenset[tuple[str, str]]
    across_level: bool
    side_levels: tuple[str, ...]
    form_order: tuple[str, ...]
    follow_lists: Mapping[Shape, tuple[FollowStep, ...]]
    follow_runs: Mapping[int, tuple[FollowStep, ...]]
    break_for_run: str
    break_for_unit: bool
    four_is_tractor: bool
    special_follows: str
    wrong_counts: str
    beats: frozenset[tuple[Shape, Shape]]
    beats_when_ruffing: bool
    overruff: str
    throw_reading: str
    throw_trumps: bool
    throw_cost: ThrowCost
    bid: BidRules
    clauses: Mapping[str, str]

    def clause(self, topic: str) -> str:
        """The regulation's number for a topic, empty where it has none."""
        return self.clauses.get(topic, "")


def read_card_rules(data: Mapping[str, Any]) -> CardRules:
    """The rules of cards of a rule set, given as the whole document.

    Raises ``Refused`` with a ``Problem`` at each key of ``[cards]`` that says something impossible or
    unknown. What other tables say (decks, jokers, permanent trumps, bottom) is only read here; their owner
    checks them.
    """
    problems: list[Problem] = []
    whole = Reader(data, "", problems)
    decks = whole.whole("decks", 2, low=1, high=8)
    rules = _read(whole, whole.table("cards"), decks)
    if problems:
        raise Refused(problems)
    return rules


def _read(whole: Reader, cards: Reader, decks: int) -> CardRules:
    follow = cards.table("follow")
    throw = cards.table("throw")
    trick = cards.table("trick")
    units = _numbers(cards, "units", tuple(range(1, min(decks, LARGEST_UNIT) + 1)))
    lists, run_lists = _read_follow_lists(follow.table("lists"))
    clauses = cards.table("clauses")
    rules = CardRules(
        decks=decks,
        jokers=whole.flag("jokers", True),
        bottom_cards=whole.whole("bottom_cards", 0, low=0),
        permanent=_ranks(whole, "permanent_trumps"),
        units=units,
        runs=_numbers(cards, "runs", tuple(unit for unit in units if unit > 1)),
        links=_read_links(cards),
        across_level=cards.flag("across_level", True),
        side_levels=_words(cards, "side_levels", SUITS),
        form_order=_words(cards, "form_order", CRITERIA) or ("cards", "unit"),
        follow_lists=lists,
        follow_runs=run_lists,
        break_for_run=follow.choice("break_for_run", BREAKING, "any"),
        break_for_unit=follow.flag("break_for_unit", True),
        four_is_tractor=follow.flag("four_is_tractor"),
        special_follows=follow.choice("special", SPECIAL, "always"),
        wrong_counts=follow.choice("wrong_counts", WRONG_COUNTS, WRONG_COUNTS[0]),
        beats=_read_beats(trick),
        beats_when_ruffing=trick.flag("beats_when_ruffing"),
        overruff=trick.choice("overruff", OVERRUFFS, "highest_form"),
        throw_reading=throw.choice("reading", READINGS, "per_form"),
        throw_trumps=throw.flag("trumps", True),
        throw_cost=_read_throw_cost(whole, throw),
        bid=read_bid_rules(cards.table("bid"), *_wrong_bid(whole), read_no_bid(whole.raw("deal"))),
        clauses={topic: clauses.text(topic) for topic in TOPICS},
    )
    for table in (follow, throw, trick, clauses):
        table.close()
    cards.close({"assumed"})
    return rules


def _offence(whole: Reader, codes: tuple[str, ...]) -> Mapping[str, Any]:
    """The first line of the catalogue of offences that has one of the codes; empty if none has."""
    lines = whole.raw("penalties")
    for line in lines if isinstance(lines, list) else ():
        if isinstance(line, Mapping) and line.get("code") in codes:
            return line
    return {}


def _read_throw_cost(whole: Reader, throw: Reader) -> ThrowCost:
    offence = _offence(whole, ("failed-throw",))
    said = offence.get("effect")
    effect = Reader(
        said if isinstance(said, Mapping) else {}, "penalties.failed-throw.effect", whole.problems
    )
    forces = throw.choice("forces", ("smallest_part", "smallest_single"), "smallest_part")
    return ThrowCost(
        per_card=effect.points("points_per_card", 0, low=0),
        counts=effect.text("cards"),
        flat=effect.points("points", 0, low=0),
        forces={"smallest_single": "smallest_single", "smallest_forced": "smallest_part"}.get(
            effect.text("play"), forces
        ),
        clause=str(offence.get("clause", "")),
    )


def _wrong_bid(whole: Reader) -> tuple[str, bool]:
    offence = _offence(whole, ("wrong-bid", "false-bid"))
    effect = offence.get("effect")
    names = isinstance(effect, Mapping) and effect.get("play") == "opponents_name_trump"
    return str(offence.get("code", "")), names


def _numbers(reader: Reader, key: str, default: tuple[int, ...]) -> tuple[int, ...]:
    value = reader.raw(key)
    if value is None:
        return default
    if not isinstance(value, list) or not all(_is_unit(number) for number in value):
        reader.complain("rule-set-wrong-type", key, expected="list")
        return default
    return tuple(sorted(set(value)))


def _is_unit(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LARGEST_UNIT


def _ranks(reader: Reader, key: str) -> tuple[str, ...]:
    return tuple(rank for rank in reader.strings(key) if rank in RANKS)


def _words(reader: Reader, key: str, options: tuple[str, ...]) -> tuple[str, ...]:
    words = reader.strings(key)
    for index, word in enumerate(words):
        if word not in options or word in words[:index]:
            reader.complain(
                "rule-set-not-an-option", f"{key}[{index}]", value=word, options=", ".join(options)
            )
            return ()
    return words


def _read_links(cards: Reader) -> frozenset[tuple[str, str]]:
    texts = cards.strings("links")
    if not cards.has("links"):
        return frozenset(CUSTOMARY_LINKS)
    links = set()
    for index, text in enumerate(texts):
        upper, _, lower = text.partition("/")
        if upper not in STEPS or lower not in STEPS or STEPS.index(upper) > STEPS.index(lower):
            options = "big_joker/little_joker, little_joker/trump_level, …: " + ", ".join(STEPS)
            cards.complain("rule-set-not-an-option", f"links[{index}]", value=text, options=options)
            continue
        links.add((upper, lower))
    return frozenset(links)


def _read_beats(trick: Reader) -> frozenset[tuple[Shape, Shape]]:
    pairs = set()
    for index, text in enumerate(trick.strings("beats")):
        stronger, _, weaker = text.partition(">")
        try:
            pair = (read_shape(stronger.strip()), read_shape(weaker.strip()))
            if pair[0].cards != pair[1].cards:
                raise ValueError(text)
        except ValueError:
            trick.complain("rule-set-not-an-option", f"beats[{index}]", value=text, options="3+3>2+2+2")
            continue
        pairs.add(pair)
    return frozenset(pairs)


def _read_follow_lists(
    lists: Reader,
) -> tuple[dict[Shape, tuple[FollowStep, ...]], dict[int, tuple[FollowStep, ...]]]:
    by_shape: dict[Shape, tuple[FollowStep, ...]] = {}
    by_unit: dict[int, tuple[FollowStep, ...]] = {}
    for key in lists.data:
        run_of = key.removesuffix("+…")
        try:
            if run_of != key:
                by_unit[read_shape(run_of).unit] = _read_steps(lists, key, None)
            else:
                shape = read_shape(key)
                by_shape[shape] = _read_steps(lists, key, shape)
        except ValueError:
            lists.raw(key)
            lists.complain("rule-set-not-an-option", key, value=key, options="2+2, 3, 3+…")
    lists.close()
    return by_shape, by_unit


def _read_steps(lists: Reader, key: str, led: Shape | None) -> tuple[FollowStep, ...]:
    steps = []
    for index, text in enumerate(lists.strings(key)):
        try:
            step = _read_step(text)
            if led and sum(shape.cards for shape in step.form) > led.cards:
                raise ValueError(text)
        except ValueError:
            options = "3,2, 2+2, 3+…,2, pairs"
            lists.complain("rule-set-not-an-option", f"{key}[{index}]", value=text, options=options)
            continue
        steps.append(step)
    return tuple(steps)


def _read_step(text: str) -> FollowStep:
    if text == "pairs":
        return FollowStep(pairs=True)
    first, _, rest = text.partition(",")
    if first.endswith("+…"):
        return FollowStep(read_form(rest), same_run_of=read_shape(first.removesuffix("+…")).unit)
    return FollowStep(read_form(text))
