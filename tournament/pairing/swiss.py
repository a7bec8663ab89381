"""One Swiss round: bans, byes, then the method, each step with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from rules.answers import Reason

from .adjacent import Choice
from .byes import choose_bye
from .field import Field
from .lots import Lots
from .methods import Found, by_method
from .options import PairingOptions
from .outlook import Outlook
from .settling import Pinned, Round, check_bans, settled
from .values import BYE_ASKED, BYE_GIVEN, Pairing, PairingEntry, Seed


def pair(
    entries: Sequence[PairingEntry],
    options: PairingOptions,
    *,
    rounds_left: int = 1,
    seed: Seed = 0,
    pinned: Pinned = (),
) -> Pairing:
    """Pair one round of ``entries``, given in rank order.

    ``rounds_left`` counts this round. ``seed`` opens the lots where the method or the bye is drawn.
    ``pinned`` are pairs that stand whatever the method says; ``(id, None)`` keeps a bye. Raises ``Refused``
    where the bans cannot be satisfied, and says which of them costs it.
    """
    round_ = settled(entries, options, pinned)
    check_bans(round_)
    outlook = Outlook(
        round_.field, round_.free, round_.present, [*round_.asked, *round_.kept], max(1, rounds_left)
    )
    bye: int | None = None
    if len(round_.free) % 2:
        bye = _parity_bye(round_, options, outlook, seed)
        round_.free.remove(bye)
    elif options.lookahead and options.rematches == "avoid" and rounds_left > 1:
        outlook.look((), round_.pinned)
    if options.method == "lots":
        round_.reasons.append(Reason("drawn", "", {"seed": seed}))
    settled_pairs = [] if bye is None else [(bye, outlook.bye)]
    found = by_method(round_.field, round_.free, options, seed, outlook, settled_pairs)
    return _answer(round_, found, bye, outlook)


def _parity_bye(round_: Round, options: PairingOptions, outlook: Outlook, seed: Seed) -> int:
    """Who has the bye that parity asks for, with the reasons; the rounds left have a say in small fields."""
    field = round_.field
    order = list(reversed(round_.free))
    if options.bye == "lots":
        order = Lots(f"bye {seed}").order(order)
    bye = choose_bye(field, round_.free, order)
    assert bye is not None, "the bans were checked before"
    if options.lookahead and options.rematches == "avoid" and outlook.rounds_left > 1:
        level = field.entries[bye].byes
        candidates = [vertex for vertex in order if field.entries[vertex].byes == level]
        outlook.look(candidates, round_.pinned)
        if outlook.binding:
            for vertex in candidates:
                if outlook.completes([(vertex, outlook.bye)]) is not None:
                    bye = vertex
                    break
            else:
                outlook.give_up()
    ids = field.ids
    passed = order[: order.index(bye)]
    given = {"entry": ids[bye]}
    if round_.asked:
        round_.reasons.append(Reason("bye-after-asked", "", {**given, "asked": len(round_.asked)}))
    had = tuple(ids[v] for v in passed if field.entries[v].byes > field.entries[bye].byes)
    costly = tuple(ids[v] for v in passed if field.entries[v].byes <= field.entries[bye].byes)
    if had:
        round_.reasons.append(Reason("bye-passed-had-one", "", {**given, "passed": had}))
    if costly:
        code = "bye-passed-for-later-rounds" if outlook.binding else "bye-passed-for-the-rest"
        round_.reasons.append(Reason(code, "", {**given, "passed": costly}))
    code = "bye-drawn" if options.bye == "lots" else "bye-lowest"
    round_.reasons.append(Reason(code, "", {**given, "byes": field.entries[bye].byes}))
    return bye


def _answer(round_: Round, found: Found, bye: int | None, outlook: Outlook) -> Pairing:
    field = round_.field
    ids = field.ids
    reasons = list(round_.reasons)
    for choice in found.choices:
        reasons += _why(field, choice, outlook.binding)
    chosen = [(c.one, c.other) if c.one < c.other else (c.other, c.one) for c in found.choices]
    pairs = sorted([*round_.pinned, *chosen])
    rematches = [pair_ for pair_ in pairs if field.have_met(*pair_)]
    inside = [pair_ for pair_ in pairs if field.same_branch(*pair_)]
    for a, b in rematches:
        code = "rematch" if field.avoids_rematches else "rematch-allowed"
        by_hand = (a, b) in round_.pinned
        reasons.append(Reason("rematch-by-hand" if by_hand else code, "", {"one": ids[a], "other": ids[b]}))
    if field.avoid:
        reasons += [
            Reason("same-branch", "", {"one": ids[a], "other": ids[b], "branch": field.entries[a].branch})
            for a, b in inside
        ]
    proven = True
    if field.avoids_rematches:
        chosen_again = sum(field.have_met(*pair_) for pair_ in chosen)
        proven, said = _promise(outlook, len(rematches), chosen_again)
        reasons += said
    given = [*([bye] if bye is not None else []), *round_.kept]
    byes = {BYE_GIVEN: tuple(ids[v] for v in given), BYE_ASKED: tuple(ids[v] for v in round_.asked)}
    return Pairing(
        pairs=tuple((ids[a], ids[b]) for a, b in pairs),
        bye=ids[given[0]] if given else None,
        byes=MappingProxyType({code: who for code, who in byes.items() if who}),
        rematch_count=len(rematches),
        same_branch_count=len(inside),
        proven=proven,
        reasons=tuple(reasons),
        cost=found.cost,
    )


def _promise(outlook: Outlook, rematches: int, unavoidable: int) -> tuple[bool, list[Reason]]:
    """Whether this round and the rounds left are sure to need no rematch, and what is to be said of it.

    ``unavoidable`` are the ``rematches`` that nobody put together by hand.
    """
    left = outlook.rounds_left
    if outlook.safe or (rematches == 0 and (left == 1 or (outlook.binding and outlook.rounds == left))):
        return True, []
    reasons = []
    if unavoidable:
        reasons.append(Reason("no-round-without-rematch", "", {"rematches": unavoidable}))
    elif outlook.searched and not outlook.given_up:
        values = {"rounds_left": left, "possible": outlook.rounds}
        reasons.append(Reason("rounds-left-cannot-complete", "", values))
    elif left > 1:
        reasons.append(Reason("not-proven", "", {"entries": len(outlook.present), "rounds_left": left}))
    if left > 1:
        reasons.append(Reason("round-robin-offered", "", {"entries": len(outlook.present)}))
    return False, reasons


def _why(field: Field, choice: Choice, binding: bool) -> list[Reason]:
    """Why somebody nearer was passed over; nothing where the pair is the obvious one."""
    ids = field.ids
    who = {"entry": ids[choice.one], "opponent": ids[choice.other]}
    if choice.floats:
        return [Reason("floats", "", who)]
    if not choice.passed:
        return []
    met, branch, rest = [], [], []
    for vertex in choice.passed:
        if field.avoids_rematches and field.have_met(choice.one, vertex):
            met.append(ids[vertex])
        elif (field.avoid or field.never) and field.same_branch(choice.one, vertex):
            branch.append(ids[vertex])
        else:
            rest.append(ids[vertex])
    later = "passed-for-later-rounds" if binding else "passed-for-the-rest"
    codes = {
        "line": ("passed-met", "passed-same-branch", later),
        "near": ("nearer-met", "nearer-same-branch", "nearer-for-the-sum"),
        "ideal": ("ideal-met", "ideal-same-branch", "ideal-for-the-rest"),
    }[choice.by]
    named = zip(codes, (met, branch, rest), strict=True)
    return [Reason(code, "", {**who, "passed": tuple(passed)}) for code, passed in named if passed]
