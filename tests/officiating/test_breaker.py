"""What somebody who wants to break a table's page, or is only too quick, does not get away with."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta

import pytest
import time_machine

from rules.answers import Refused
from scoring.models import Hand, Match
from tests.hall import finish_round
from tournament.change import Conflict, change
from tournament.models import Audit, Board, ClockFact, Submission
from tournament.officiating import corrections, entering, signing, timing
from tournament.officiating.selectors import current_rounds, hall
from tournament.stages.drawing import draw_round, publish_round

pytestmark = pytest.mark.django_db

HAND = {"declarer": "A", "points": 60}


@pytest.fixture
def over(board, chief):
    """A match of two hands that is over and waits for its confirmation: the board and its version."""
    entering.enter_hand(board, chief, HAND, version=0)
    entering.enter_hand(board, chief, HAND, version=1)
    return board, entering.end_table(board, chief, version=2).version


def match_of(board: Board) -> Match:
    return Match.objects.get(pk=board.match_id)


def first(monkeypatch, module, act) -> None:
    """Let ``act`` happen when a service of ``module`` has looked at the table and waits for the lock."""
    acts = [act]

    @contextmanager
    def waiting(*args, **kwargs):
        if acts:
            acts.pop()()
        with change(*args, **kwargs) as step:
            yield step

    monkeypatch.setattr(module, "change", waiting)


WRITING = {
    "hand": lambda board, who, version: entering.enter_hand(board, who, HAND, version=version),
    "undo": lambda board, who, version: entering.undo_last_hand(board, who, version=version),
    "verdict": lambda board, who, version: entering.give_verdict(
        board, who, "forfeit", "A", version=version, reason="弃权"
    ),
    "clear": lambda board, who, version: entering.clear_result(board, who, version=version, reason="错"),
    "end": lambda board, who, version: entering.end_table(board, who, version=version),
    "resume": lambda board, who, version: entering.resume_table(board, who, version=version),
    "correct": lambda board, who, version: corrections.replace_hands(
        board, who, [HAND], version=version, reason="错"
    ),
}


class TestTwoAtOnce:
    @pytest.mark.parametrize("what", [one for one in WRITING if one != "hand"])
    def test_nothing_is_written_to_a_result_that_was_confirmed_meanwhile(
        self, monkeypatch, over, chief, organiser, what
    ):
        board, version = over
        module = corrections if what == "correct" else entering
        confirm = entering.confirm
        first(
            monkeypatch,
            module,
            lambda: confirm(Board.objects.get(pk=board.pk), organiser, version=version),
        )
        with pytest.raises(Refused) as refused:
            WRITING[what](board, chief, version)
        # A confirmed result may be corrected in one step, but only by whoever has seen that it is confirmed.
        code = "changed-meanwhile" if what == "correct" else "result-confirmed"
        assert refused.value.problems[0].code == code
        assert Hand.objects.filter(match=board.match_id).count() == 2
        assert Board.objects.get(pk=board.pk).confirmed_at is not None
        assert Audit.objects.last().action == "result-confirmed"

    @pytest.mark.parametrize("what", ["hand", "undo"])
    def test_nothing_is_written_to_a_round_that_went_back_meanwhile(
        self, monkeypatch, board, round_, organiser, chief, what
    ):
        first(monkeypatch, entering, lambda: timing.undo_start(round_, organiser))
        with pytest.raises(Refused) as refused:
            WRITING[what](board, chief, 0)
        assert refused.value.problems[0].code == "round-not-started"
        assert match_of(board).version == 0

    def test_levels_are_not_written_to_a_round_that_went_back_meanwhile(
        self, monkeypatch, board, round_, organiser, chief
    ):
        first(monkeypatch, entering, lambda: timing.undo_start(round_, organiser))
        with pytest.raises(Refused) as refused:
            entering.enter_levels(board, chief, "8", "2", version=0)
        assert refused.value.problems[0].code == "round-not-started"

    def test_confirming_and_opening_again_are_versions_of_their_own(self, over, chief):
        board, version = over
        signing.sign(board, chief, "AB", version=version)
        entering.confirm(board, chief, version=version)
        match = match_of(board)
        assert (match.version, match.result_version) == (version + 1, version + 1)
        entering.reopen(board, chief, "抄错")
        match = match_of(board)
        assert (match.version, match.result_version) == (version + 2, version + 2)
        # What both agreed to is the same result still.
        assert signing.signed_by(Board.objects.get(pk=board.pk), match) == "AB"
        for act in (WRITING["undo"], WRITING["clear"]):
            with pytest.raises(Conflict):
                act(board, chief, version)


class TestTime:
    @pytest.fixture
    def page(self, client, event, board, referee, round_):
        """A table with one hand, where the hand in play at time is finished."""
        data = {"minutes": 60, "reminder": 10, "at_time": "finish_hand"}
        stage = round_.stage
        stage.config["match"] = {**stage.config["match"], "time": data}
        stage.save(update_fields=["config"])
        if round_.match:
            round_.match = {**round_.match, "time": data}
            round_.save(update_fields=["match"])
        match = match_of(board)
        match.format = {**match.format, "time": data}
        match.save(update_fields=["format"])
        entering.enter_hand(board, referee, HAND, version=0)
        client.force_login(referee)
        return f"/e/{event.slug}/tables/{board.key}/"

    @staticmethod
    def after(round_, minutes):
        return time_machine.travel(round_.clock_facts.get(kind="start").at + timedelta(minutes=minutes))

    def test_time_is_not_up_before_the_clock_says_so(self, client, page, board, round_):
        data = {"action": "time", "state": "playing", "hand": 2, "version": 1}
        with self.after(round_, 2):
            assert client.post(page, data).status_code == 422
        assert match_of(board).ended is None
        with self.after(round_, 60.1):
            assert client.post(page, data).status_code == 302
        assert match_of(board).ended["hand"] == 2

    @pytest.mark.parametrize("number", ["-5", "0", "3", "99999999999999999999", "many", ""])
    @pytest.mark.parametrize("action", ["time", "mark"])
    def test_only_the_last_hand_or_the_next_can_be_in_play(self, client, page, board, round_, action, number):
        with self.after(round_, 60.1):
            data = {"action": action, "state": "playing", "hand": number, "version": 1}
            assert client.post(page, data).status_code == 422
        assert match_of(board).ended is None
        assert not board.clock_facts.exists()

    def test_a_referee_closes_a_table_only_when_time_is_up(self, client, page, board, round_):
        data = {"action": "end", "version": 1}
        with self.after(round_, 2):
            assert 'value="end"' not in client.get(page).content.decode()
            answer = client.post(page, data)
            assert (answer.status_code, match_of(board).version) == (422, 1)
        with self.after(round_, 60.1):
            assert 'value="end"' in client.get(page).content.decode()
            assert client.post(page, data).status_code == 302
        assert match_of(board).result["over"]

    def test_the_chief_closes_a_table_early_and_is_told_what_that_does(
        self, client, page, board, round_, chief
    ):
        client.force_login(chief)
        with self.after(round_, 2):
            text = client.get(page).content.decode()
            assert text.count('value="end"') == 1
            before = text[: text.index('value="end"')]
            assert before.rindex("<details") > before.rindex("</details>")
            assert client.post(page, {"action": "end", "version": 1}).status_code == 302
        assert match_of(board).result["over"]


class TestReopenedRound:
    @pytest.fixture
    def reopened(self, round_, organiser):
        """A closed round of which one result was opened again: the board."""
        finish_round(round_, organiser)
        board = round_.boards.select_related("match", "round__stage__event").get(table=1)
        return entering.reopen(board, organiser, "抄错")

    def test_its_clock_stays_where_it_was_closed(self, reopened, round_, referee, organiser):
        round_.refresh_from_db()
        closed = ClockFact.objects.get(round=round_, kind="close")
        assert (round_.status, timing.reading_of(round_).state) == ("playing", "closed")
        version = match_of(reopened).version
        entering.clear_result(reopened, organiser, version=version, reason="抄错")
        entering.enter_hand(reopened, referee, HAND, version=version + 1)
        version = entering.end_table(reopened, referee, version=version + 2).version
        entering.confirm(reopened, organiser, version=version)
        timing.close_round(round_, organiser)
        assert ClockFact.objects.get(round=round_, kind="close") == closed

    @pytest.mark.parametrize("started", [False, True])
    def test_the_newest_round_is_shown_first_and_the_old_one_as_being_corrected(
        self, client, round_, event, organiser, started
    ):
        finish_round(round_, organiser)
        new = publish_round(draw_round(event.stages.get(), organiser, seed="8").round, organiser)
        if started:
            timing.start_round(new, organiser)
        board = entering.reopen(round_.boards.get(table=1), organiser, "抄错")
        assert current_rounds(event) == [new, round_]
        assert [hall(one).corrected for one in current_rounds(event)] == [False, True]
        label = "data-corrected"
        text = client.get(f"/e/{event.slug}/").content.decode()
        assert text.count(label) == 1
        assert text.index("/rounds/swiss/2/") < text.index("/rounds/swiss/1/") < text.index(label)
        client.force_login(organiser)
        assert client.get(f"/e/{event.slug}/desk/").content.decode().count(label) == 1
        assert label in client.get(f"/e/{event.slug}/tables/{board.key}/").content.decode()


class TestNonce:
    def test_it_belongs_to_one_table(self, board, round_, referee):
        other = round_.boards.select_related("match", "round__stage__event").get(table=2)
        nonce = "n" * 64
        for one in (board, other):
            saved = entering.enter_hand(one, referee, HAND, version=0, nonce=nonce)
            assert (saved.version, saved.again) == (1, False)
            assert entering.enter_hand(one, referee, HAND, version=0, nonce=nonce).again
        assert Hand.objects.count() == 2
        assert all(len(row.nonce) <= 64 for row in Submission.objects.all())
