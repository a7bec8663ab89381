"""play(): hands → games → match. A correction anywhere is a replay of everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.answers import Problem, Reason
from rules.hands import MatchState, Outcome, RuleSet, judge, opening
from rules.hands import Side as Pair

from .award import award
from .ending import Decision, OpenGame, decide, last_hand
from .facts import Ended, HandRecord, Ruling, Seed, Verdict
from .format import MatchFormat
from .points import Letter, Worth
from .reading import Number
from .result import Game, MatchResult, Step
from .verdicts import ENDS_THE_MATCH, overruling, verdict_result, waits

ENDINGS = {"match-lost": "lost_by_ruling", "disqualified": "disqualified"}


def play(
    rule_set: RuleSet,
    format_: MatchFormat,
    hands: Sequence[HandRecord],
    *,
    ended: Ended | None = None,
    rulings: Sequence[Ruling] = (),
    verdict: Verdict | None = None,
    seed: Seed = 0,
    explain: bool = False,
) -> MatchResult:
    """Work out the match from its hands.

    ``ended`` says that time was called and where the table stood; ``rulings`` are those on the match itself;
    ``verdict`` ends it whatever was played (the hands stay visible). ``seed`` draws the lots where the format
    asks for them. With ``explain`` every step carries the reasons of its hand. Never raises for a hand that
    cannot be: the problem stands in ``problems`` at ``hands[n]`` and the hands before it count.
    """
    replay = _Replay(rule_set, format_, ended, rulings, seed, explain)
    replay.run(hands)
    result = replay.result()
    if verdict is None:
        return result
    decided = verdict_result(format_, verdict)
    return replace(
        decided,
        levels=result.levels if hands else None,
        games=result.games,
        steps=result.steps,
        problems=result.problems,
        card_points=result.card_points if decided.over else None,
    )


class _Replay:
    """A match while it is being replayed."""

    def __init__(
        self,
        rule_set: RuleSet,
        format_: MatchFormat,
        ended: Ended | None,
        rulings: Sequence[Ruling],
        seed: Seed,
        explain: bool,
    ) -> None:
        self.rule_set, self.format, self.seed, self.explain = rule_set, format_, seed, explain
        self.ladder = rule_set.ladder
        self.start = self.ladder.label(self.ladder.start)
        self.ended = ended
        self.last = None if ended is None else last_hand(format_.time, ended)
        self.rulings: dict[int, list[Ruling]] = {}
        for ruling in rulings:
            self.rulings.setdefault(ruling.after, []).append(ruling)
        self.state: MatchState = opening(rule_set)
        self.closed: list[Game] = []
        self.steps: list[Step] = []
        self.because: list[Reason] = []
        self.problems: list[Problem] = []
        self.counted = 0  # hands of the match that were not dealt again
        self.in_game = 0  # hands of the game in play
        self.cards = [0, 0]  # card points won as attackers, in the game in play
        self.all_cards = [0, 0]
        self.hand_points: list[Number] = [0, 0]
        self.over = False
        self.how = "open"
        self.winner: Letter | None = None
        self.finished = False

    # -- hand by hand ----------------------------------------------------------------------------------------

    def run(self, hands: Sequence[HandRecord]) -> None:
        self._apply_rulings(0)
        for number, record in enumerate(hands, start=1):
            refused = self._may_not_begin(number)
            if refused is not None:
                self.problems.append(refused)
                break
            outcome = judge(self.rule_set, self.state, record.facts, explain=self.explain)
            if isinstance(outcome, tuple) and not isinstance(outcome, Outcome):
                self.problems.extend(
                    replace(problem, at=f"hands[{number - 1}].{problem.at}".rstrip("."))
                    for problem in outcome
                )
                return
            self._take(number, record, outcome)
            self._apply_rulings(number)
        if not self.over and self._time_is_up(len(self.steps)):
            self._close(self._decide())

    def _may_not_begin(self, number: int) -> Problem | None:
        """Why hand ``number`` cannot have been played, if so."""
        at = f"hands[{number - 1}]"
        if self.over:
            return Problem("hand-after-end", at, {"hand": number, "how": self.how})
        problem: Problem | None = None
        if self.last is not None and number > self.last:
            problem = Problem("hand-after-time", at, {"hand": number, "last": self.last})
        elif self.format.hands is not None and self.counted >= self.format.hands:
            problem = Problem("hand-after-last", at, {"hand": number, "last": self.format.hands})
        if problem is not None and self._decide().waiting:
            return None
        return problem

    def _decide(self) -> Decision:
        return decide(self.format, tuple(self.closed), self._open_game(), self.seed)

    def _time_is_up(self, played: int) -> bool:
        if self.format.hands is not None and self.counted >= self.format.hands:
            return True
        if self.ended is None:
            return False
        return played >= self.last if self.last is not None else played >= len(self.steps)

    def _take(self, number: int, record: HandRecord, outcome: Outcome) -> None:
        """Take one judged hand into the match."""
        before, state = self.state, outcome.state
        declarer = Pair(record.facts.declarer)
        counts = not outcome.redeal
        self.steps.append(
            Step(
                number=number,
                game=len(self.closed) + 1,
                declarer=str(declarer),
                levels=outcome.levels,
                heights=(state.a, state.b),
                gained=(outcome.gained_a, outcome.gained_b),
                points=outcome.points,
                counted=counts,
                reasons=outcome.reasons,
                warnings=outcome.warnings,
                key=record.key,
            )
        )
        self.state = state
        if counts:
            self.counted += 1
            self.in_game += 1
            attackers = 1 if declarer is Pair.A else 0
            if outcome.points is not None:
                self.cards[attackers] += max(0, outcome.points)
            holder = state.declarer or state.winner
            if holder is not None:
                at = 0 if holder is Pair.A else 1
                self.hand_points[at] += self.format.points.for_gain(max(0, outcome.gained[holder]))
        for effect in outcome.effects:
            if effect.code in ENDINGS:
                self._end_by(ENDINGS[effect.code], _letter(effect.side.other), effect.clause)
                return
            if effect.code == "game-void":
                self._start_anew(before)
                return
        if state.winner is not None:
            lost = any(effect.code == "game-lost" for effect in outcome.effects)
            self._win_game(_letter(state.winner), "ruling" if lost else "target")
        elif self.format.mercy is not None and counts:
            lead = self._lead()
            if abs(lead) >= self.format.mercy:
                self._win_game("A" if lead > 0 else "B", "mercy")

    def _apply_rulings(self, after: int) -> None:
        """Apply the rulings made after hand ``after`` (0: before the first)."""
        for ruling in self.rulings.get(after, ()):
            ruled = self.how in ENDS_THE_MATCH.values()
            if self.over and not ruled and ruling.effect in ENDS_THE_MATCH:
                # What comes to light after the last hand: the match was won, and is lost by the ruling.
                if not ruling.approved:
                    self.because.append(waits(ruling))
                else:
                    self._overrule(ruling)
                continue
            if self.over:
                self.problems.append(
                    Problem("ruling-after-end", "rulings", {"after": after, "code": ruling.code})
                )
                return
            if not ruling.approved:
                self.because.append(waits(ruling))
                continue
            other: Letter = "B" if ruling.side == "A" else "A"
            self._move(ruling.side, ruling.value)
            self._move(other, ruling.others)
            values = {
                "side": ruling.side,
                "levels": ruling.value,
                "others": ruling.others,
                "code": ruling.code,
            }
            self.because.append(Reason(f"ruling-{ruling.effect.replace('_', '-')}", ruling.clause, values))
            if ruling.effect == "match_lost":
                self._end_by("lost_by_ruling", other, ruling.clause)
            elif ruling.effect == "disqualified":
                self._end_by("disqualified", other, ruling.clause)
            elif ruling.effect == "game_lost":
                self._win_game(other, "ruling")
            elif self.state.winner is not None:
                self._win_game(_letter(self.state.winner), "ruling")

    def _overrule(self, ruling: Ruling) -> None:
        """Take a match that was over from the side that a ruling strikes; games and levels stay as played."""
        self.how, self.finished = ENDS_THE_MATCH[ruling.effect], True
        self.winner = "B" if ruling.side == "A" else "A"
        self.because.extend(overruling(ruling))

    def _move(self, side: Letter, levels: int) -> None:
        if not levels:
            return
        place = self.state.position(side)
        place = place + levels if levels > 0 else self.ladder.fall(place, -levels)
        self.state = self.state._replace(a=place) if side == "A" else self.state._replace(b=place)
        if self.ladder.has_won(place):
            self.state = self.state._replace(winner=Pair(side))
        elif self.ladder.has_lost(place):
            self.state = self.state._replace(winner=Pair(side).other)

    # -- games and the end -----------------------------------------------------------------------------------

    def _labels(self) -> dict[str, str]:
        return {"A": self.ladder.label(self.state.a), "B": self.ladder.label(self.state.b)}

    def _lead(self) -> int:
        """A's lead in the game in play, in levels."""
        labels = self._labels()
        return self.ladder.difference(labels["A"], labels["B"])

    def _game(self, winner: Letter | None, how: str) -> Game:
        return Game(
            len(self.closed) + 1,
            self._labels(),
            self._lead(),
            winner,
            how,
            (self.cards[0], self.cards[1]),
        )

    def _win_game(self, winner: Letter, how: str) -> None:
        game = self._game(winner, how)
        self.closed.append(game)
        self._count_cards()
        values = {"side": winner, "game": game.number, "A": game.levels["A"], "B": game.levels["B"]}
        self.because.append(Reason(f"game-won-{how}", self.format.clauses.get("", ""), values))
        won = sum(each.winner == winner for each in self.closed)
        if won >= self.format.games_to_win:
            self.over, self.winner, self.finished = True, winner, True
            self.how = ("game" if how != "mercy" else "mercy") if self.format.best_of == 1 else "games"
        else:
            self._start_anew(self.state)

    def _start_anew(self, state: MatchState) -> None:
        """The next game begins at the start level; the pairs keep their seats."""
        self.state = opening(self.rule_set)._replace(north_south=state.north_south)
        self.in_game = 0
        self.cards = [0, 0]

    def _count_cards(self) -> None:
        self.all_cards[0] += self.cards[0]
        self.all_cards[1] += self.cards[1]

    def _end_by(self, how: str, winner: Letter, clause: str) -> None:
        """The match is lost by a ruling; the levels stay as they are."""
        self.over, self.how, self.winner, self.finished = True, how, winner, True
        self.because.append(Reason(f"match-{how.replace('_', '-')}", clause, {"side": winner}))
        if self.in_game or not self.closed:
            self.closed.append(self._game(winner, how))
            self._count_cards()

    def _open_game(self) -> OpenGame | None:
        """The game in play, ``None`` where not one of its hands has counted."""
        if not self.in_game:
            return None
        on_deal = self.state.declarer
        return OpenGame(
            self._lead(),
            None if on_deal is None else _letter(on_deal),
            self._first_to_reach(),
            (self.cards[0], self.cards[1]),
        )

    def _first_to_reach(self) -> Letter | None:
        """Who was first at the level that both stand on now."""
        game, a, b = len(self.closed) + 1, self.state.a, self.state.b
        for step in self.steps:
            if step.game == game:
                there = (step.heights[0] >= a, step.heights[1] >= b)
                if there[0] != there[1]:
                    return "A" if there[0] else "B"
                if there[0]:
                    return None
        return None

    def _close(self, decision: Decision) -> None:
        """Time or the number of hands is up."""
        full = self.format.hands is not None and self.counted >= self.format.hands
        how = "hands" if full else "time"
        values = {"hands": self.counted, "policy": self.format.time.at_time, "last": self.last}
        self.because.append(Reason(f"ended-by-{how}", self.format.clauses.get("time", ""), values))
        self.because.extend(decision.because)
        if decision.stuck:
            self.problems.append(Problem("match-undecided", "level_at_time", self._labels()))
        if decision.waiting or decision.stuck:
            return
        self.over, self.how, self.winner, self.finished = True, how, decision.winner, full

    def result(self) -> MatchResult:
        games = list(self.closed)
        by_clock = self.how in ("time", "hands")
        cards = list(self.all_cards)
        if not self.over or (by_clock and (self.in_game or not games)):
            games.append(self._game(None, ""))
            cards = [cards[0] + self.cards[0], cards[1] + self.cards[1]]
        last = games[-1]
        difference = sum(game.difference for game in games)
        differences: tuple[Worth, Worth] = (difference, -difference)
        points: tuple[Number, Number] | None = None
        if self.over:
            if self.how in ENDINGS.values():
                points = self.format.points.by_verdict(self.how, self.winner)
                if self.how in self.format.differences.verdicts:
                    differences = self.format.differences.by_verdict(self.how, self.winner)
            else:
                points = award(
                    self.format,
                    self.ladder.parse,
                    self.winner,
                    self.finished,
                    difference,
                    last.levels,
                    (self.hand_points[0], self.hand_points[1]),
                )
        on_deal = None if self.over else self.state.declarer
        return MatchResult(
            over=self.over,
            how=self.how,
            winner=self.winner,
            finished=self.finished,
            levels=last.levels,
            difference=difference,
            differences=differences if self.over else None,
            heights=(
                self.ladder.difference(last.levels["A"], self.start),
                self.ladder.difference(last.levels["B"], self.start),
            ),
            small=(difference, -difference) if self.over else None,
            card_points=(cards[0], cards[1]),
            points=points,
            games=tuple(games),
            steps=tuple(self.steps),
            because=tuple(self.because),
            problems=tuple(self.problems),
            next_declarer=None if on_deal is None else str(on_deal),
            next_level=None if on_deal is None else self._next_level(on_deal),
            last_hand=self.last if self.last is not None else self.format.hands,
        )

    def _next_level(self, on_deal: Pair) -> str:
        playing = self.state.playing
        return self.ladder.label(self.state.position(on_deal) if playing is None else playing)


def _letter(side: Pair) -> Letter:
    return "A" if side is Pair.A else "B"
