"""An event in which everything is done in any order: whatever is refused or accepted, it still adds up.

``HYPOTHESIS_PROFILE=thorough`` runs many more and longer stories than the few of every day.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from rules.answers import Refused
from scoring.models import Match
from tests.hall import proposed
from tournament.events.creating import create_event
from tournament.keeping.verifying import verify
from tournament.models import Audit, Board, Entry, Event, Membership, Role, Round, Ruling, Slot, Stage
from tournament.officiating import corrections, decisions, entering, timing
from tournament.registration import attendance
from tournament.registration.registering import add_entry, register
from tournament.stages import changing, drawing
from tournament.stages.standings import standings_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
picks = st.integers(0, 999)
LEVELS = ("2", "5", "8", "10", "J", "A")


class Tournament(RuleBasedStateMachine):
    """One event; each rule is a service, called with whatever is at hand, allowed to refuse."""

    template = ""
    pairs = 6

    def __init__(self) -> None:
        super().__init__()
        self._undone = transaction.atomic()
        self._undone.__enter__()
        self.extra = 100
        self.seen: dict[int, int] = {}

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self._undone.__exit__(None, None, None)

    @initialize()
    def begin(self) -> None:
        users = get_user_model().objects
        self.organiser, self.chief, self.jury = (users.create_user(name) for name in ("甲", "乙", "丙"))
        self.event = create_event(self.organiser, self.template, "任意顺序")
        for user, role in (
            (self.chief, Role.CHIEF_REFEREE),
            (self.jury, Role.JURY),
            (self.jury, Role.COMMITTEE),
        ):
            Membership.objects.create(event=self.event, user=user, role=role)
        register(
            self.event, self.organiser, [proposed(n, f"分会{n % 3 + 1}") for n in range(1, self.pairs + 1)]
        )

    # ------------------------------------------------------------------ what is at hand

    def attempt(self, deed: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Do it; a refusal changes nothing at all."""
        self.event.refresh_from_db()
        before = (self.event.revision, self.event.audit_seq)
        try:
            with transaction.atomic():
                return deed(*args, **kwargs)
        except Refused as refused:
            assert refused.problems
            self.event.refresh_from_db()
            assert (self.event.revision, self.event.audit_seq) == before
            return None

    def entry(self, pick: int) -> Entry:
        entries = list(Entry.objects.filter(event=self.event).order_by("number"))
        return entries[pick % len(entries)]

    def stage(self, pick: int) -> Stage:
        stages = list(self.event.stages.order_by("position"))
        # Mostly the one that is under way: otherwise nothing ever comes of a later stage.
        under_way = [one for one in stages if one.rounds.exclude(status=Round.Status.EMPTY).exists()]
        return stages[pick % len(stages)] if pick % 3 == 0 or not under_way else under_way[-1]

    def round(self, pick: int) -> Round | None:
        rounds = list(
            Round.objects.filter(stage__event=self.event)
            .select_related("stage__event")
            .order_by("stage__position", "number")
        )
        live = [one for one in rounds if one.status not in (Round.Status.EMPTY, Round.Status.CLOSED)]
        among = rounds if pick % 5 == 0 or not live else live
        return among[pick % len(among)] if among else None

    def board(self, pick: int) -> Board | None:
        boards = list(
            Board.objects.of_event(self.event)
            .select_related("match__rule_set", "round__stage__event__rule_set")
            .order_by("round__stage__position", "round__number", "table")
        )
        open_ = [one for one in boards if one.confirmed_at is None]
        among = boards if pick % 4 == 0 or not open_ else open_
        return among[pick % len(among)] if among else None

    def version(self, board: Board) -> int:
        return Match.objects.values_list("version", flat=True).get(pk=board.match_id)

    # ------------------------------------------------------------------ what may happen

    @rule()
    def a_pair_comes_late(self) -> None:
        self.extra += 1
        self.attempt(add_entry, self.event, self.organiser, proposed(self.extra, "分会9"))

    @rule(pick=picks)
    def somebody_withdraws(self, pick: int) -> None:
        self.attempt(attendance.withdraw, self.entry(pick), self.organiser, "生病")

    @rule(pick=picks)
    def somebody_comes_back(self, pick: int) -> None:
        self.attempt(attendance.reinstate, self.entry(pick), self.organiser, "好了")

    @rule(pick=picks)
    def somebody_is_disqualified(self, pick: int) -> None:
        self.attempt(attendance.disqualify, self.entry(pick), self.organiser, "违规")

    @rule(pick=picks, seed=st.integers(0, 9))
    def a_round_is_drawn(self, pick: int, seed: int) -> None:
        self.attempt(drawing.draw_round, self.stage(pick), self.chief, seed=str(seed))

    @rule(pick=picks)
    def a_round_is_published(self, pick: int) -> None:
        if round_ := self.round(pick):
            self.attempt(drawing.publish_round, round_, self.chief)

    @rule(pick=picks)
    def a_draft_is_thrown_away_or_a_publication_taken_back(self, pick: int) -> None:
        if round_ := self.round(pick):
            deed = drawing.discard_draw if pick % 2 else drawing.take_back_round
            self.attempt(deed, round_, self.chief)

    @rule(pick=picks, one=picks, other=picks)
    def two_pairs_change_places(self, pick: int, one: int, other: int) -> None:
        if round_ := self.round(pick):
            self.attempt(changing.swap, round_, self.entry(one), self.entry(other), self.chief)

    @rule(pick=picks)
    def the_clock_is_started(self, pick: int) -> None:
        if round_ := self.round(pick):
            self.attempt(timing.start_round, round_, self.chief)

    @rule(pick=picks)
    def the_start_is_undone(self, pick: int) -> None:
        if pick % 4 == 0 and (round_ := self.round(pick)):
            self.attempt(timing.undo_start, round_, self.chief)

    @rule(pick=picks, declarer=st.sampled_from("AB"), points=st.integers(0, 40))
    def a_hand_is_entered(self, pick: int, declarer: str, points: int) -> None:
        if board := self.board(pick):
            facts = {"declarer": declarer, "points": points * 5}
            nonce = f"{board.pk}-{self.version(board)}"
            made = self.attempt(
                entering.enter_hand,
                board,
                self.chief,
                facts,
                version=self.version(board),
                nonce=nonce,
                sure=True,
            )
            if made is not None:
                again = self.attempt(
                    entering.enter_hand, board, self.chief, facts, version=made.version - 1, nonce=nonce
                )
                assert again.again
                assert again.version == made.version

    @rule(pick=picks, a=st.sampled_from(LEVELS), b=st.sampled_from(LEVELS))
    def a_slip_is_entered(self, pick: int, a: str, b: str) -> None:
        if board := self.board(pick):
            self.attempt(entering.enter_levels, board, self.chief, a, b, version=self.version(board))

    @rule(pick=picks)
    def the_last_hand_is_taken_back(self, pick: int) -> None:
        if board := self.board(pick):
            self.attempt(entering.undo_last_hand, board, self.chief, version=self.version(board))

    @rule(
        pick=picks,
        side=st.sampled_from(["A", "B", "both", ""]),
        verdict=st.sampled_from(["forfeit", "annulled"]),
    )
    def a_verdict_is_given(self, pick: int, side: str, verdict: str) -> None:
        if board := self.board(pick):
            version = self.version(board)
            self.attempt(
                entering.give_verdict, board, self.chief, verdict, side, version=version, reason="未到"
            )

    @rule(pick=picks)
    def a_result_is_cleared(self, pick: int) -> None:
        if board := self.board(pick):
            self.attempt(entering.clear_result, board, self.chief, version=self.version(board), reason="错桌")

    @rule(pick=picks)
    def a_table_is_ended(self, pick: int) -> None:
        if board := self.board(pick):
            self.attempt(entering.end_table, board, self.chief, version=self.version(board))

    @rule(pick=picks)
    def a_result_is_confirmed(self, pick: int) -> None:
        if board := self.board(pick):
            self.attempt(entering.confirm, board, self.organiser, version=self.version(board))

    @rule(pick=picks)
    def a_result_is_opened_again(self, pick: int) -> None:
        if board := self.board(pick * 4):
            self.attempt(entering.reopen, board, self.chief, "抄错了")

    @rule(pick=picks, points=st.lists(st.integers(0, 40), min_size=1, max_size=3))
    def hands_are_corrected(self, pick: int, points: list[int]) -> None:
        if board := self.board(pick * 4):
            facts = [{"declarer": "A", "points": value * 5} for value in points]
            self.attempt(
                corrections.replace_hands,
                board,
                self.chief,
                facts,
                version=self.version(board),
                reason="抄错了",
            )

    @rule(pick=picks, side=st.sampled_from("AB"), value=st.integers(0, 2))
    def a_ruling_is_made(self, pick: int, side: str, value: int) -> None:
        if board := self.board(pick):
            finding = decisions.Finding(
                side, effect="levels", value=value, others=1 - value % 2, words="违例"
            )
            self.attempt(decisions.make_ruling, board, self.chief, finding, version=self.version(board))

    @rule(pick=picks, deed=st.sampled_from(["withdraw", "appeal", "uphold", "reverse"]))
    def something_becomes_of_a_ruling(self, pick: int, deed: str) -> None:
        rulings = list(Ruling.objects.filter(event=self.event).select_related("event").order_by("pk"))
        if not rulings:
            return
        ruling = rulings[pick % len(rulings)]
        if deed == "withdraw":
            self.attempt(decisions.withdraw, ruling, self.chief, "误判")
        elif deed == "appeal":
            self.attempt(decisions.appeal, ruling, self.chief, "不服")
        else:
            self.attempt(decisions.decide_appeal, ruling, self.jury, reverse=deed == "reverse", words="裁定")

    @rule(pick=picks)
    def a_round_is_closed(self, pick: int) -> None:
        if round_ := self.round(pick):
            self.attempt(timing.close_round, round_, self.chief)

    @rule(levels=st.sampled_from([("8", "2"), ("2", "8"), ("5", "5"), ("A", "3")]))
    def a_round_is_played_to_its_end(self, levels: tuple[str, str]) -> None:
        """The straight way, so that later rounds and stages come about, too."""
        round_ = self.round(1)
        if round_ is None or round_.status not in (Round.Status.PUBLISHED, Round.Status.PLAYING):
            return
        for board in round_.boards.filter(confirmed_at__isnull=True).select_related("round__stage__event"):
            self.attempt(entering.enter_levels, board, self.chief, *levels, version=self.version(board))
            self.attempt(entering.confirm, board, self.organiser, version=self.version(board))
        self.attempt(timing.close_round, round_, self.chief)

    # ------------------------------------------------------------------ what always holds

    @invariant()
    def everything_follows_from_its_facts(self) -> None:
        if hasattr(self, "event"):
            assert verify(Event.objects.get(pk=self.event.pk)) == []

    @invariant()
    def nobody_sits_twice_and_no_table_is_given_twice(self) -> None:
        for round_ in Round.objects.filter(stage__event__name="任意顺序"):
            seated = list(round_.slots.filter(entry__isnull=False).values_list("entry_id", flat=True))
            assert len(seated) == len(set(seated))
            tables = list(round_.boards.filter(table__isnull=False).values_list("table", flat=True))
            assert len(tables) == len(set(tables))

    @invariant()
    def who_sits_where_a_winner_belongs_has_won(self) -> None:
        """A seat that follows from a result is empty while that is open, and never the other side's."""
        slots = Slot.objects.filter(
            round__stage__event__name="任意顺序", feeder__isnull=False, entry__isnull=False
        ).select_related("feeder")
        for slot in slots:
            there = set(slot.feeder.slots.values_list("entry_id", flat=True))
            assert slot.entry_id in there
            other = Slot.objects.filter(feeder=slot.feeder).exclude(pk=slot.pk).first()
            assert other is None or other.entry_id != slot.entry_id

    @invariant()
    def standings_are_the_same_whoever_asks_and_rank_each_once(self) -> None:
        if not hasattr(self, "event"):
            return
        for stage in self.event.stages.all():
            if stage.rounds.exclude(status__in=[Round.Status.EMPTY, Round.Status.DRAFT]).exists():
                first = [line.number for line in standings_of(stage).lines]
                fresh = Stage.objects.get(pk=stage.pk)
                assert [line.number for line in standings_of(fresh).lines] == first
                assert len(first) == len(set(first))

    @invariant()
    def the_record_only_grows(self) -> None:
        for event, seq in self.seen.items():
            assert Audit.objects.filter(event=event).count() >= seq
        if hasattr(self, "event"):
            self.seen[self.event.pk] = Audit.objects.filter(event=self.event).count()


STORIES = settings(
    max_examples=300 if THOROUGH else 5,
    stateful_step_count=60 if THOROUGH else 25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("template", ["swiss-60min", "groups-cross-knockout", "knockout-best-of-three"])
def test_in_whatever_order_things_are_done_the_event_adds_up(template):
    machine = type(f"Tournament_{template}", (Tournament,), {"template": template})
    run_state_machine_as_test(machine, settings=STORIES)
