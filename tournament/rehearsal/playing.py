"""A whole event played through the services that the web uses, with everything that goes wrong in a hall."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from rules.answers import Refused
from scoring.models import Match
from tournament.events.creating import create_event, templates
from tournament.models import Board, Entry, Event, Round, Slot, Stage
from tournament.officiating import corrections, entering, timing
from tournament.plan.template import division_names
from tournament.registration import attendance
from tournament.registration.registering import add_entry, register
from tournament.rehearsal.hands import invented_hand
from tournament.rehearsal.invented import pairs
from tournament.stages.drawing import discard_draw, draw_round, publish_round
from tournament.stages.progress import rounds_of, rules_of
from tournament.stages.settling import settle_by_lot, ties_before
from tournament.stages.squads import form_squads, hand_in_line_up, plays_squads
from tournament.stages.standings import standings_of

Tell = Callable[[str, int, int], None]
MOST_HANDS = 9
WITHOUT_CLOCK = 1000  # far more than any match needs to come to its end


def _quiet(what: str, done: int, all_: int) -> None:
    return None


@dataclass
class Diary:
    """What a rehearsal did, for its summary: incidents by kind, seconds by phase."""

    incidents: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)
    hands: int = 0

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Time what happens inside."""
        started = time.perf_counter()
        yield
        self.seconds[name] = round(self.seconds.get(name, 0) + time.perf_counter() - started, 3)


class Rehearsal:
    """One event from its entries to its last result, repeatable by its ``seed``."""

    def __init__(
        self, template: str, actor: AbstractBaseUser, *, entries: int, seed: int, tell: Tell = _quiet
    ) -> None:
        self.template, self.actor, self.seed, self.tell = template, actor, seed, tell
        self.random = Random(seed)
        self.entries = fitting_size(template, entries)
        self.diary = Diary()

    def play(self, event: Event, *, stop_in_round: int | None = None) -> Event:
        """Play ``event``. With ``stop_in_round`` leave that round half played, as a demonstration."""
        with self.diary.phase("entries"):
            self._enter(event)
        for stage in event.stages.all():
            if not self._play_stage(event, stage, stop_in_round):
                return event
        return event

    def _play_stage(self, event: Event, stage: Stage, stop_in_round: int | None) -> bool:
        """Play a stage to its end; ``False`` where it was left half played."""
        number, rounds = 0, rounds_of(stage)
        while rounds is None or number < rounds:
            number += 1
            self._come_and_go(event, stage, number)
            with self.diary.phase("draws"):
                round_ = self._draw(stage, number)
            rounds = rounds_of(stage) or number
            half = number == stop_in_round
            with self.diary.phase("play"):
                self._play_round(round_, half=half)
            if half:
                return False
            with self.diary.phase("standings"):
                standings_of(stage)
        stage.refresh_from_db()
        assert stage.status == Stage.Status.DONE, f"{stage} is not finished after {number} rounds"
        return True

    def _enter(self, event: Event) -> None:
        players = int(event.plan.get("entry", {}).get("players", 2))
        proposed = pairs(self.random, self.entries, players, per_branch_of(event.plan))
        divisions = division_names(event.plan.get("entry", {}))
        if divisions:
            proposed = [
                replace(one, division=divisions[place % len(divisions)]) for place, one in enumerate(proposed)
            ]
        register(event, self.actor, proposed)
        attendance.mark(event, self.actor, event.entries.all(), Entry.Status.PRESENT)
        late = event.entries.order_by("-number").first()
        assert late is not None
        attendance.mark(event, self.actor, [late], Entry.Status.LATE)
        self.diary.incidents["late_at_check_in"] += 1
        if plays_squads(event):
            form_squads(event, self.actor)

    def _draw(self, stage: Stage, number: int) -> Round:
        self._settle(stage)
        draw = draw_round(stage, self.actor, seed=f"{self.seed}{number:02d}")
        if number == 1:
            discard_draw(draw.round, self.actor)
            self.diary.incidents["discarded_draw"] += 1
            draw = draw_round(stage, self.actor, seed=f"{self.seed}{number:02d}1")
        round_ = publish_round(draw.round, self.actor)
        if rules_of(stage).line_ups == "captains":
            self._line_ups(round_)
        return round_

    def _line_ups(self, round_: Round) -> None:
        """Every captain names her first pairs, in an order of her own."""
        slots = Slot.objects.filter(round=round_, entry__isnull=False, encounter__bye="")
        for slot in slots.select_related("round__stage__event", "entry", "encounter"):
            assert slot.entry is not None
            own = slot.entry.pairs.playing().order_by("number").values_list("number", flat=True)  # type: ignore[attr-defined]
            boards = slot.encounter.boards.count()
            hand_in_line_up(slot, self.random.sample(list(own)[:boards], boards), self.actor)
            self.diary.incidents["line_up_handed_in"] += 1

    def _settle(self, stage: Stage) -> None:
        """Ties that block advancing are settled by lot, as the page of the draw offers it."""
        for tie in ties_before(stage):
            settle_by_lot(tie.stage, tie.entries, self.actor, seed=f"{self.seed}{tie.entries[0]}")
            self.diary.incidents["tie_settled_by_lot"] += 1

    def _come_and_go(self, event: Event, stage: Stage, number: int) -> None:
        """Before round 3 one pair withdraws and one comes late, where the format can bear it."""
        if number != 3 or plays_squads(event) or stage.format == Stage.Format.KNOCKOUT:
            return
        playing = [
            row for row in event.entries.playing().order_by("number") if row.slots.filter(round__stage=stage)
        ]
        gone = self.random.choice(playing)
        attendance.withdraw(gone, self.actor, "身体不适")
        self.diary.incidents["withdrawal"] += 1
        if stage.format == Stage.Format.SWISS:
            late = replace(pairs(Random(self.seed + 1), self.entries + 1)[-1], branch="迟到分工会")
            add_entry(event, self.actor, late)
            self.diary.incidents["late_entry"] += 1

    def _play_round(self, round_: Round, *, half: bool = False) -> None:
        timing.start_round(round_, self.actor)
        boards = list(
            Board.objects.for_round(round_)
            .select_related("match__rule_set", "round__stage__event__rule_set")
            .order_by("table")
        )
        tables = boards[: len(boards) // 2] if half else boards
        for done, board in enumerate(tables, 1):
            self._play_table(board, round_, first=board is boards[0], last=board is boards[-1])
            self.tell(str(round_.number), done, len(boards))
        if half:
            for board in boards[len(tables) : len(tables) + len(tables) // 2]:
                self._hands(board, self.random.randint(1, 3))
            return
        timing.close_round(round_, self.actor)

    def _play_table(self, board: Board, round_: Round, *, first: bool, last: bool) -> None:
        format_ = board.match.format
        timed, single = "time" in format_, format_.get("best_of", 1) == 1
        if last and round_.number == 2:
            saved = entering.give_verdict(
                board, self.actor, Match.Verdict.FORFEIT, "B", version=0, reason="迟到 10 分钟"
            )
            self.diary.incidents["forfeit"] += 1
        elif first and round_.number == 1 and timed and single:
            saved = self._tie(board)
        elif last and round_.number == 1 and timed and single:
            saved = entering.enter_levels(board, self.actor, *_eight_to_start(board), version=0)
            self.diary.incidents["levels_from_slip"] += 1
        else:
            count = self.random.randint(5, MOST_HANDS) if timed else WITHOUT_CLOCK
            version = self._hands(board, count, penalty=first and round_.number == 2)
            saved = self._end(board, version)
            if saved is not None and first and round_.number == 3:
                saved = self._correct(board, saved.version)
        version = saved.version if saved is not None else self._version(board)
        entering.confirm(board, self.actor, version=version)

    def _hands(self, board: Board, count: int, *, penalty: bool = False) -> int:
        """Play up to ``count`` hands; returns the match's version. Stops where the match is over."""
        match = Match.objects.select_related("rule_set").get(pk=board.match_id)
        rule_set = match.rule_set.loaded()
        version = match.version
        declarer = (match.result or {}).get("next_declarer") or self.random.choice("AB")
        code = _point_penalty(rule_set.data) if penalty else ""
        for number in range(count):
            facts = invented_hand(self.random, rule_set, declarer, penalty=code if number == 0 else "")
            try:
                saved = entering.enter_hand(board, self.actor, facts, version=version, sure=True)
            except Refused as refused:
                raise AssertionError(f"an invented hand was refused: {facts} {refused}") from refused
            version = saved.version
            self.diary.hands += 1
            if code and number == 0:
                self.diary.incidents["penalty"] += 1
            assert saved.result is not None
            if saved.result.over:
                break
            declarer = saved.result.next_declarer or self.random.choice("AB")
        return version

    def _end(self, board: Board, version: int) -> entering.Saved | None:
        """Time is up at this table, unless the match came to its end before."""
        result = Match.objects.values_list("result", flat=True).get(pk=board.match_id)
        if result and result["over"]:
            return None
        return entering.end_table(board, self.actor, version=version)

    def _tie(self, board: Board) -> entering.Saved:
        """Levels that are level: a draw, or whatever the regulation makes of it."""
        self.diary.incidents["tie"] += 1
        ladder = board.match.rule_set.loaded().ladder
        level = ladder.label(ladder.start + 4)
        return entering.enter_levels(board, self.actor, level, level, on_deal="A", version=0)

    def _correct(self, board: Board, version: int) -> entering.Saved:
        """A confirmed result turns out to be wrong: it is opened again and its last hand corrected."""
        entering.confirm(board, self.actor, version=version)
        entering.reopen(board, self.actor, "第一副得分抄错")
        hands = [hand.as_facts() for hand in board.match.hands.all()]
        version = self._version(board)
        saved = corrections.replace_hands(board, self.actor, hands[:-1], version=version, reason="多记了一副")
        self.diary.incidents["correction"] += 1
        return saved

    def _version(self, board: Board) -> int:
        return Match.objects.values_list("version", flat=True).get(pk=board.match_id)


def per_branch_of(plan: Mapping[str, Any]) -> int:
    """How many pairs each invented branch sends: three, or as many as the plan lets it."""
    entry = plan.get("entry", {})
    return int(entry.get("quota", {}).get("fixed", entry.get("squads", {}).get("pairs", 3)))


def _eight_to_start(board: Board) -> tuple[str, str]:
    """Levels six rungs apart, as a paper slip has them."""
    ladder = board.match.rule_set.loaded().ladder
    return ladder.label(ladder.start + 6), ladder.label(ladder.start)


def fitting_size(template: str, entries: int) -> int:
    """The number of entries nearest to ``entries`` that the template can hold."""
    entry = templates()[template].data.get("entry", {})
    if "exactly" in entry:
        return int(entry["exactly"])
    least, most = int(entry.get("least", 4)), int(entry.get("most", 100_000))
    return max(least, min(most, entries))


def start_rehearsal(template: str, actor: AbstractBaseUser, rehearsal_of: Event | None = None) -> Event:
    """A throw-away event: of a template as it stands, or of an event with its choices."""
    if rehearsal_of is None:
        return create_event(actor, template, f"演练 {templates()[template].name}", hidden=True)
    copy = create_event(
        actor,
        rehearsal_of.template,
        f"演练 {rehearsal_of.name}"[:200],
        rehearsal_of.choices,
        rehearsal_of=rehearsal_of,
    )
    _plan_as_it_stands(copy, rehearsal_of)
    return copy


def _plan_as_it_stands(copy: Event, event: Event) -> None:
    """The organiser may have changed rules and stages since the event was made: that is what is rehearsed."""
    copy.plan, copy.rule_set, copy.tables = event.plan, event.rule_set, event.tables
    copy.save(update_fields=["plan", "rule_set", "tables"])
    copy.stages.all().delete()
    Stage.objects.bulk_create(
        Stage(
            event=copy,
            position=one.position,
            slug=one.slug,
            name=one.name,
            format=one.format,
            config=one.config,
        )
        for one in event.stages.all()
    )


def _point_penalty(data: dict[str, Any]) -> str:
    """An offence of the rule set that costs card points by the card; empty where it knows none."""
    return next(
        (one["code"] for one in data.get("penalties", []) if "points_per_card" in one.get("effect", {})), ""
    )
