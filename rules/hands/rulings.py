"""The offences of one hand: which effect of the catalogue falls now, and what it is worth in card points."""

from __future__ import annotations

from typing import NamedTuple

from rules.answers import Problem, Reason, Refused
from rules.hands.facts import SIDES, Effect, HandFacts, MatchState, OffenceCount, PenaltyFact, Side
from rules.hands.penalties import RULING, Offence, Penalty, agreed_penalty
from rules.hands.ruleset import RuleSet

MOST_TIMES = 100


class Ruling(NamedTuple):
    """An offence whose penalty falls: ``side`` offended, ``points`` is what the attackers' total changes
    by."""

    side: Side
    attacking: bool
    code: str
    clause: str
    penalty: Penalty
    points: int


class Rulings(NamedTuple):
    """All rulings of one hand, with what they say and what they leave behind."""

    falling: tuple[Ruling, ...] = ()
    effects: tuple[Effect, ...] = ()
    offences: tuple[OffenceCount, ...] = ()
    reasons: tuple[Reason, ...] = ()
    points: int = 0

    @property
    def void(self) -> Ruling | None:
        """The first ruling that voids the hand."""
        return next((ruling for ruling in self.falling if ruling.penalty.hand == "void"), None)

    def deciding(self) -> Ruling | None:
        """The first ruling that decides the hand without its points."""
        return next((ruling for ruling in self.falling if ruling.penalty.ends_hand), None)


NO_RULINGS = Rulings()


def role_of(by: str, declarer: str) -> str | None:
    """``declarers`` or ``attackers`` for a role or a side's letter, ``None`` for anything else."""
    if by in ("declarers", "attackers"):
        return by
    if by in SIDES:
        return "declarers" if by == declarer else "attackers"
    return None


def rule_offences(rule_set: RuleSet, state: MatchState, facts: HandFacts) -> Rulings | list[Problem]:
    """Rule on every offence of the hand, or say what is missing to do so."""
    declaring = Side(facts.declarer)
    counts = {(count.side, count.code): count.times for count in state.offences}
    falling: list[Ruling] = []
    effects: list[Effect] = []
    reasons: list[Reason] = []
    problems: list[Problem] = []
    for index, fact in enumerate(facts.penalties):
        at = f"penalties[{index}]"
        role = role_of(fact.by, facts.declarer)
        if role is None:
            problems.append(Problem("side-unknown", f"{at}.by", {"given": str(fact.by)}))
            continue
        side = declaring if role == "declarers" else declaring.other
        offence = _offence(rule_set, fact, role, at, problems)
        if offence is None:
            continue
        if fact.times is not None and not 1 <= fact.times <= MOST_TIMES:
            values = {"given": fact.times, "low": 1, "high": MOST_TIMES}
            problems.append(Problem("points-out-of-range", f"{at}.times", values))
            continue
        times = fact.times or counts.get((side, fact.code), 0) + 1
        counts[side, fact.code] = times
        about = {"offence": fact.code, "name": offence.name or fact.text, "side": str(side), "role": role}
        if times <= len(offence.escalates):
            step = offence.escalates[times - 1]
            effects.append(Effect(step, side, offence.clause, {**about, "times": times}))
            reasons.append(Reason("penalty-step", offence.clause, {**about, "step": step, "times": times}))
            continue
        penalty = offence.penalty
        if offence.repeated is not None and times >= offence.repeated_times:
            penalty = offence.repeated
            reasons.append(Reason("penalty-repeated", offence.clause, {**about, "times": times}))
        if offence.approve and not fact.approved:
            effects.append(
                Effect("approval-needed", side, offence.clause, {**about, "approve": offence.approve})
            )
            reasons.append(
                Reason("penalty-needs-approval", offence.clause, {**about, "approve": offence.approve})
            )
            continue
        points = _points(rule_set, penalty, fact, about, offence.clause, at, problems, reasons)
        attacking = role == "attackers"
        falling.append(
            Ruling(side, attacking, fact.code, offence.clause, penalty, -points if attacking else points)
        )
        if penalty.warning:
            effects.append(Effect("warning", side, offence.clause, {**about, "times": times}))
            reasons.append(
                Reason("penalty-step", offence.clause, {**about, "step": "warning", "times": times})
            )
        if penalty.play:
            effects.append(Effect("play", side, offence.clause, {**about, "play": penalty.play}))
        effects.extend(_ending(side, offence.clause, penalty, about))
    deciding = {ruling.side for ruling in falling if ruling.penalty.ends_hand}
    if len(deciding) > 1:
        problems.append(Problem("penalties-contradict", "penalties"))
    if problems:
        return problems
    return Rulings(
        tuple(falling),
        tuple(effects),
        tuple(OffenceCount(side, code, times) for (side, code), times in counts.items()),
        tuple(reasons),
        sum(ruling.points for ruling in falling),
    )


def _offence(
    rule_set: RuleSet, fact: PenaltyFact, role: str, at: str, problems: list[Problem]
) -> Offence | None:
    if fact.code == RULING:
        if not fact.text:
            problems.append(Problem("ruling-without-words", f"{at}.text"))
        try:
            penalty = agreed_penalty(fact.effect, rule_set.penalties.has_must_play, f"{at}.effect")
        except Refused as refused:
            problems.extend(refused.problems)
            return None
        return Offence(RULING, role, "", fact.text, "", (), penalty, 0, None)
    offence = rule_set.penalties.find(fact.code, role)
    if offence is None:
        codes = ", ".join(rule_set.penalties.codes())
        problems.append(
            Problem("penalty-unknown", f"{at}.code", {"given": str(fact.code), "role": role, "codes": codes})
        )
    return offence


def _points(
    rule_set: RuleSet,
    penalty: Penalty,
    fact: PenaltyFact,
    about: dict[str, str],
    clause: str,
    at: str,
    problems: list[Problem],
    reasons: list[Reason],
) -> int:
    """The card points of one penalty, and the reason for them."""
    if not penalty.in_points:
        return 0
    points = penalty.points
    cards = fact.cards or 0
    if penalty.points_per_card:
        if fact.cards is None:
            problems.append(Problem("cards-missing", f"{at}.cards", {"counts": penalty.counts}))
        elif not 0 < cards <= rule_set.hand_cards:
            problems.append(
                Problem("cards-out-of-range", f"{at}.cards", {"given": cards, "high": rule_set.hand_cards})
            )
        points += penalty.points_per_card * cards
    if penalty.points_by_referee:
        set_points = fact.points or 0
        if fact.points is None:
            problems.append(Problem("penalty-points-missing", f"{at}.points"))
        elif set_points % 5:
            problems.append(Problem("points-not-multiple-of-five", f"{at}.points", {"given": set_points}))
        elif not 0 <= set_points <= rule_set.total_points:
            limits = {"given": set_points, "low": 0, "high": rule_set.total_points}
            problems.append(Problem("points-out-of-range", f"{at}.points", limits))
        points += set_points
    values = {
        **about,
        "points": points,
        "cards": cards,
        "per_card": penalty.points_per_card,
        "counts": penalty.counts,
        "fixed": penalty.points,
    }
    reasons.append(
        Reason("penalty-per-card" if penalty.points_per_card else "penalty-points", clause, values)
    )
    return points


def _ending(side: Side, clause: str, penalty: Penalty, about: dict[str, str]) -> list[Effect]:
    if penalty.match == "disqualified":
        return [Effect("disqualified", side, clause, about)]
    if penalty.match:
        return [Effect("match-lost", side, clause, about)]
    if penalty.game:
        return [Effect("game-lost", side, clause, about)]
    return []
