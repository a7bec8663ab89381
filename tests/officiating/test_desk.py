"""The desk: slips in one line, who is late, who is on duty, who agreed."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.utils.translation import override

from rules.answers import Refused
from scoring.models import Match
from tests.hall import finish_round, start_round
from tournament.change import Conflict
from tournament.models import Board, Entry, Membership, Role, Round
from tournament.officiating import departed, entering, lateness, roster, signing, steering, timing
from tournament.officiating.departed import departed_tables
from tournament.officiating.lateness import late_tables
from tournament.officiating.selectors import hall
from tournament.officiating.slips import SlipLine, enter_slip, read_line

pytestmark = pytest.mark.django_db


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


class TestSlips:
    @pytest.mark.parametrize(
        ("typed", "expected"),
        [
            ("7 8 2", SlipLine(7, "8", "2")),
            ("７　８　２", SlipLine(7, "8", "2")),
            ("12 10:j", SlipLine(12, "10", "J")),
            ("3，A，k b", SlipLine(3, "A", "K", "B")),
            (" 1;2;3 ; a ", SlipLine(1, "2", "3", "A")),
            ("7 8：2", SlipLine(7, "8", "2")),
        ],
    )
    def test_a_line_is_table_level_level_and_the_side_on_the_deal(self, typed, expected):
        assert read_line(typed) == expected

    @pytest.mark.parametrize("typed", ["", "7", "7 8", "x 8 2", "7 8 2 c", "7 8 2 a b", "８："])
    def test_what_is_no_slip_is_refused(self, typed):
        with pytest.raises(Refused) as refused:
            read_line(typed)
        assert codes(refused) == ["slip-line"]

    def test_a_slip_becomes_the_result_of_its_table(self, event, round_, referee):
        board, _line = enter_slip(event, referee, "2 8 2")
        assert board.table == 2
        assert Match.objects.get(pk=board.match_id).result["levels"] == {"A": "8", "B": "2"}

    def test_a_slip_never_replaces_a_result(self, event, round_, referee, chief):
        enter_slip(event, referee, "2 8 2")
        enter_slip(event, chief, "2 8 2")
        with pytest.raises(Refused) as refused:
            enter_slip(event, chief, "2 2 8")
        assert codes(refused) == ["slip-is-there"]
        match = Board.objects.get(round=round_, table=2).match
        assert (match.version, match.slip["levels"]) == (1, {"A": "8", "B": "2"})

    def test_a_table_that_is_not_played_has_no_slip(self, event, round_, referee):
        with pytest.raises(Refused) as refused:
            enter_slip(event, referee, "99 8 2")
        assert codes(refused) == ["slip-no-table"]

    def test_slips_are_typed_one_after_the_other(self, client, event, round_, chief):
        client.force_login(chief)
        for line, shown in (("1 8 2", "8 : 2"), ("1 2 8", "8:2"), ("nonsense", "nonsense")):
            page = client.post(f"/e/{event.slug}/desk/slip/", {"slip": line}, follow=True)
            html = page.content.decode()
            assert shown in html
            assert "autofocus" in html


class TestLateness:
    """一-4: who is not there ten minutes after the start forfeits; the chief referee decides it."""

    def later(self, round_, minutes):
        return round_.clock_facts.get(kind="start").at + timedelta(minutes=minutes)

    def missing(self, round_, minutes):
        now = self.later(round_, minutes)
        return {late.line.board.table: late.missing for late in late_tables(hall(round_, now), now)}

    def test_it_counts_from_the_start_of_the_round(self, round_):
        assert self.missing(round_, 9.9) == {}
        assert self.missing(round_, 10) == {1: "both", 2: "both", 3: "both", 4: "both"}

    def test_who_has_come_or_plays_is_not_late(self, round_, referee):
        boards = {board.table: board for board in round_.boards.select_related("match__rule_set")}
        lateness.seat(boards[1], referee, "AB")
        lateness.seat(boards[2], referee, "A")
        entering.enter_hand(boards[3], referee, {"declarer": "A", "points": 60}, version=0)
        assert self.missing(round_, 10) == {2: "B", 4: "both"}

    def test_a_forfeit_is_given_by_the_chief_referee_alone(self, round_, board, referee, chief):
        with time_machine.travel(self.later(round_, 11)):
            with pytest.raises(PermissionDenied):
                lateness.give_late_forfeit(board, referee, "A", version=0)
            saved = lateness.give_late_forfeit(board, chief, "A", version=0)
        assert (saved.result.winner, saved.result.how) == ("B", "late")

    def test_nobody_forfeits_before_the_time_or_while_playing(self, round_, board, chief):
        with pytest.raises(Refused) as refused:
            lateness.give_late_forfeit(board, chief, "A", version=0)
        assert codes(refused) == ["table-not-late"]
        lateness.seat(board, chief, "AB")
        with time_machine.travel(self.later(round_, 11)), pytest.raises(Refused) as refused:
            lateness.give_late_forfeit(board, chief, "A", version=0)
        assert codes(refused) == ["table-not-late"]

    def test_the_desk_proposes_and_the_chief_referee_presses(self, client, event, round_, board, chief):
        client.force_login(chief)
        with time_machine.travel(self.later(round_, 11)):
            client.force_login(chief)
            assert len(client.get(f"/e/{event.slug}/desk/").context["halls"][0]["late"]) == 4
            address = f"/e/{event.slug}/desk/late/{board.key}/"
            assert client.post(address, {"what": "both", "version": 0}).status_code == 302
            other = round_.boards.get(table=2)
            client.post(f"/e/{event.slug}/desk/late/{other.key}/", {"what": "here"})
            client.post(f"/e/{event.slug}/desk/late/{other.key}/", {"what": "A", "version": 0})
        assert Match.objects.get(pk=board.match_id).verdict_side == "both"
        assert Match.objects.get(pk=other.match_id).verdict == ""

    def test_a_referee_notes_on_the_phone_who_has_come(self, client, event, board, referee):
        client.force_login(referee)
        client.post(f"/e/{event.slug}/tables/{board.key}/", {"action": "seat", "sides": "B"})
        assert Board.objects.get(pk=board.pk).seated == "B"
        with pytest.raises(Refused):
            lateness.seat(board, referee, "C")


class TestWhoHasLeft:
    """Who withdrew or was disqualified while seated: the desk says so and proposes the verdict."""

    def leave(self, board, side, status):
        Entry.objects.filter(slots__encounter=board.encounter, slots__side=side).update(status=status)

    def proposed(self, round_):
        found = hall(Round.objects.get(pk=round_.pk))
        return {one.line.board.table: (one.against, one.verdict) for one in departed_tables(found)}

    def test_nobody_left_where_all_are_there(self, round_):
        assert self.proposed(round_) == {}

    @pytest.mark.parametrize(
        ("statuses", "expected"),
        [
            (("withdrawn", "present"), ("A", "withdrawn")),
            (("present", "disqualified"), ("B", "disqualified")),
            (("withdrawn", "withdrawn"), ("both", "withdrawn")),
            (("withdrawn", "disqualified"), ("both", "withdrawn")),
        ],
    )
    def test_the_verdict_is_that_of_the_sides_that_left(self, round_, board, statuses, expected):
        for side, status in zip("AB", statuses, strict=True):
            self.leave(board, side, status)
        assert self.proposed(round_) == {1: expected}

    def test_a_match_that_is_over_stands_as_it_was_played(self, round_, board, referee, chief):
        entering.enter_levels(board, referee, "8", "2", version=0)
        self.leave(board, "A", "withdrawn")
        assert self.proposed(round_) == {}
        with pytest.raises(Refused) as refused:
            departed.give_departed_verdict(board, chief, version=1)
        assert codes(refused) == ["nobody-left"]

    def test_the_chief_referee_confirms_it_by_one_button(self, client, event, round_, board, chief, referee):
        self.leave(board, "B", "withdrawn")
        address = f"/e/{event.slug}/desk/late/{board.key}/"
        client.force_login(referee)
        assert client.post(address, {"what": "left", "version": 0}).status_code == 403
        client.force_login(chief)
        page = client.get(f"/e/{event.slug}/desk/")
        [gone] = page.context["halls"][0]["gone"]
        assert 'value="left"' in page.content.decode()
        assert gone.who[0] in page.content.decode()
        client.post(address, {"what": "left", "version": 0})
        match = Match.objects.get(pk=board.match_id)
        assert (match.verdict, match.verdict_side, match.result["winner"]) == ("withdrawn", "B", "A")
        assert client.get(f"/e/{event.slug}/desk/").context["halls"][0]["gone"] == []
        client.post(address, {"what": "left", "version": 1})
        assert Match.objects.get(pk=board.match_id).version == 1

    def test_who_left_is_not_waited_for_as_well(self, client, event, round_, board, chief):
        self.leave(board, "B", "withdrawn")
        with time_machine.travel(round_.clock_facts.get(kind="start").at + timedelta(minutes=11)):
            client.force_login(chief)
            shown = client.get(f"/e/{event.slug}/desk/").context["halls"][0]
        assert [one.line.board.table for one in shown["gone"]] == [1]
        assert [one.line.board.table for one in shown["late"]] == [2, 3, 4]


def test_a_button_of_the_desk_says_who_wins_by_it(client, event, round_, board, chief):
    """Beside each forfeit stands the side that it makes the winner, and that it can be taken back."""
    with time_machine.travel(round_.clock_facts.get(kind="start").at + timedelta(minutes=11)), override("en"):
        client.force_login(chief)
        client.cookies["django_language"] = "en"
        html = client.get(f"/e/{event.slug}/desk/").content.decode()
    line = next(one for one in hall(round_).lines if one.board.table == 1)
    for button, said in (
        ("A", f"{line.names[1]} win this match"),
        ("B", f"{line.names[0]} win this match"),
        ("both", "neither side wins this match"),
    ):
        beside = html.split(f'name="what" value="{button}"')[1].split("</p>")[0]
        assert said in beside
        assert "taken back at the table" in beside


class TestTwoDesksAtOnce:
    """The second of two who save from the same old page overwrites nothing and is told."""

    def post(self, client, user, address, data):
        client.force_login(user)
        return client.post(address, data, follow=True).content.decode()

    def test_the_screen_is_not_steered_from_an_old_page(self, client, event, round_, chief, organiser):
        client.force_login(chief)
        was = client.get(f"/e/{event.slug}/desk/").context["screen_was"]
        address = f"/e/{event.slug}/desk/screen/"
        self.post(client, chief, address, {"show": "names", "seconds": "9", "notice": "午饭", "was": was})
        told = self.post(client, organiser, address, {"show": "clock", "seconds": "9", "was": was})
        screen = steering.screen_of(event)
        assert (screen.show, screen.notice) == ("names", "午饭")
        assert "notice-error" in told

    def test_a_table_is_not_given_to_another_referee_from_an_old_page(
        self, client, event, board, chief, organiser, referee, member
    ):
        first, second = (Membership.objects.get(user=user) for user in (referee, member(event, Role.REFEREE)))
        data = {"do": "assign", "board": board.key, "was": ""}
        self.post(client, chief, f"/e/{event.slug}/duty/", {**data, "referee": first.key})
        self.post(client, organiser, f"/e/{event.slug}/duty/", {**data, "referee": second.key})
        assert Board.objects.get(pk=board.pk).referee_id == first.user_id
        fresh = {**data, "was": first.user_id, "referee": second.key}
        self.post(client, organiser, f"/e/{event.slug}/duty/", fresh)
        assert Board.objects.get(pk=board.pk).referee_id == second.user_id

    def test_a_round_is_paused_once_and_the_second_desk_is_told(
        self, client, event, round_, chief, organiser
    ):
        address = f"/e/{event.slug}/desk/{round_.key}/"
        self.post(client, chief, address, {"step": "pause"})
        told = self.post(client, organiser, address, {"step": "pause"})
        assert "notice-error" in told
        assert round_.clock_facts.filter(kind="pause").count() == 1

    def test_of_two_desks_that_put_the_same_end_off_one_does(self, client, event, round_, chief, organiser):
        address = f"/e/{event.slug}/desk/{round_.key}/"
        client.force_login(chief)
        html = client.get(f"/e/{event.slug}/desk/").content.decode()
        end = re.search(r'name="end" value="(\d+)"', html)[1]
        data = {"step": "extend", "minutes": "5", "end": end}
        self.post(client, chief, address, data)
        told = self.post(client, organiser, address, data)
        assert "notice-error" in told
        assert [fact.minutes for fact in round_.clock_facts.filter(kind="extend")] == [5]


class TestBeforeTheStart:
    """The chief referee sees what is missing before the clock starts, and decides."""

    @pytest.fixture
    def missing(self, client, event, round_, organiser, chief):
        timing.undo_start(round_, organiser)
        client.force_login(chief)
        return lambda: client.get(f"/e/{event.slug}/desk/").context["halls"][0]["missing"]

    def test_nothing_is_missing_where_nobody_was_checked_in_or_put_on_duty(self, missing):
        assert not missing()

    def test_who_is_not_here_or_was_not_checked_in_is_named_with_the_table(self, missing, event, board):
        Entry.objects.update(status="present")
        assert not missing()
        a, b = (slot.entry for slot in board.encounter.slots.order_by("side"))
        Entry.objects.filter(pk=a.pk).update(status="absent")
        Entry.objects.filter(pk=b.pk).update(status="entered")
        found = missing()
        assert (found.absent, found.unseen) == ([f"1 · {a.names}"], [f"1 · {b.names}"])

    def test_tables_without_a_referee_are_named_where_others_have_one(self, missing, board, referee, chief):
        roster.assign(board, chief, Membership.objects.get(user=referee))
        assert missing().alone == [2, 3, 4]

    def test_a_round_in_play_asks_nothing(self, client, event, round_, chief):
        Entry.objects.update(status="absent")
        client.force_login(chief)
        assert not client.get(f"/e/{event.slug}/desk/").context["halls"][0]["missing"]


def test_a_call_is_on_the_board_with_its_word_and_its_reason(client, event, round_, board, referee, chief):
    entering.dispute(board, referee, "第三墩出错")
    client.force_login(chief)
    html = client.get(f"/e/{event.slug}/desk/").content.decode()
    tile = html.split("tile-disputed")[1].split("</li>")[0]
    assert "有争议" in tile
    assert "第三墩出错" in tile


def test_who_has_left_is_marked_on_the_tile(client, event, round_, board, chief):
    Entry.objects.filter(slots__encounter=board.encounter, slots__side="A").update(status="withdrawn")
    client.force_login(chief)
    assert "（退赛）" in client.get(f"/e/{event.slug}/desk/").content.decode()


def test_who_has_left_is_marked_wherever_she_is_named(client, event, round_, board, organiser):
    finish_round(round_, organiser)
    gone = board.encounter.slots.get(side="A").entry
    Entry.objects.filter(pk=gone.pk).update(status="withdrawn")
    for page in ("standings/", "rounds/swiss/1/", "", f"me/?q={gone.number}"):
        html = client.get(f"/e/{event.slug}/{page}").content.decode()
        named = html.split(gone.names)
        assert any("退赛" in part[:150] for part in named[1:]), page


class TestSigning:
    def test_both_sides_agree_one_after_the_other(self, board, referee):
        saved = entering.enter_levels(board, referee, "8", "2", version=0)
        signing.sign(board, referee, "B", version=saved.version)
        board = signing.sign(board, referee, "A", version=saved.version)
        assert signing.signed_by(board, Match.objects.get(pk=board.match_id)) == "AB"

    def test_a_changed_result_is_not_agreed_to_any_more(self, board, referee, chief):
        entering.enter_hand(board, referee, {"declarer": "A", "points": 0}, version=0)
        saved = entering.end_table(board, chief, version=1)
        board = signing.sign(board, referee, "AB", version=saved.version)
        entering.resume_table(board, referee, version=saved.version)
        assert signing.signed_by(board, Match.objects.get(pk=board.match_id)) == ""

    def test_there_is_nothing_to_agree_to_while_the_match_is_played(self, board, referee):
        with pytest.raises(Refused) as refused:
            signing.sign(board, referee, "A", version=0)
        assert codes(refused) == ["signs-nothing"]
        with pytest.raises(Conflict):
            signing.sign(board, referee, "A", version=3)
        with pytest.raises(Refused):
            signing.sign(board, referee, "C", version=0)


class TestRoster:
    def test_neighbouring_tables_go_to_one_referee_and_none_to_her_own_branch(self):
        tables = [frozenset({1, 2}), frozenset({3, 4}), frozenset({1, 3}), frozenset({2, 4})]
        assert roster.shared(tables, [None, None]) == [0, 0, 1, 1]
        assert roster.shared(tables, [1, None]) == [1, 0, 1, 1]
        assert roster.shared(tables, [1, 2]) == [None, 0, 1, 0]
        assert roster.shared(tables, [1]) == [None, 0, None, 0]

    def test_the_stretches_of_the_hall_move_on_from_round_to_round(self):
        tables = [frozenset[int]()] * 4
        assert roster.shared(tables, [None, None], turn=1) == [1, 1, 0, 0]
        assert roster.shared(tables, [None, None], turn=2) == [0, 0, 1, 1]

    def test_a_pair_gets_a_referee_whom_it_has_not_had(self):
        tables = [frozenset[int]()] * 3
        assert roster.shared(tables, [None] * 3, met={(0, 0): 1}) == [1, 1, 2]
        assert roster.shared(tables[:1], [None, None], met={(0, 0): 2, (1, 0): 1}) == [1]
        assert roster.shared([frozenset({7})], [None, 7], met={(0, 0): 3}) == [0]

    def test_in_the_second_round_nobody_has_the_same_pair_again_where_that_can_be(
        self, make_event, organiser, chief_of, member
    ):
        event = make_event(16)
        people = [member(event, Role.REFEREE) for _ in range(8)]
        had = set()
        for _ in range(2):
            round_ = start_round(event, organiser)
            assert roster.share_out(round_, chief_of(event)) == []
            duties = {
                (board.referee_id, slot.entry_id)
                for board in Board.objects.for_round(round_).with_sides()
                for slot in board.encounter.slots.all()
            }
            assert {who for who, _entry in duties} == {one.pk for one in people}
            assert not had & duties
            had |= duties
            finish_round(round_, organiser)

    def test_the_roster_keeps_referees_from_their_own_branch(self, event, round_, member, chief):
        from tournament.models import Role

        people = [member(event, Role.REFEREE) for _ in range(2)]
        for user, branch in zip(people, event.branches.order_by("name"), strict=False):
            Membership.objects.filter(user=user).update(branch=branch)
        roster.share_out(round_, chief)
        for board in Board.objects.for_round(round_).with_sides():
            own = Membership.objects.get(user=board.referee_id).branch_id if board.referee_id else None
            playing = {slot.entry.branch_id for slot in board.encounter.slots.all()}
            assert own is None or own not in playing

    def test_a_referee_is_not_put_at_a_table_of_her_own_branch_by_hand(self, event, board, referee, chief):
        own = board.encounter.slots.first().entry.branch
        lady = Membership.objects.get(user=referee)
        roster.assign(board, chief, lady)
        assert Board.objects.get(pk=board.pk).referee == referee
        roster.set_branch(lady, chief, own)
        with pytest.raises(Refused) as refused:
            roster.assign(board, chief, lady)
        assert codes(refused) == ["roster-own-branch"]
        roster.assign(board, chief, None)
        assert Board.objects.get(pk=board.pk).referee is None

    def test_without_referees_there_is_no_roster(self, round_, organiser):
        with pytest.raises(Refused) as refused:
            roster.share_out(round_, organiser)
        assert codes(refused) == ["roster-nobody"]

    def test_a_referee_sees_her_own_tables_first(self, client, event, round_, referee, chief):
        lady = Membership.objects.get(user=referee)
        for board in Board.objects.for_round(round_).with_sides().filter(table__in=[3, 4]):
            roster.assign(board, chief, lady)
        client.force_login(referee)
        shown = client.get(f"/e/{event.slug}/tables/").context["halls"][0]
        assert [line.board.table for line in shown["mine"]] == [3, 4]
        assert [line.board.table for line in shown["others"]] == [1, 2]
        assert [duty.tables for duty in roster.duties(round_)] == [[3, 4]]

    def test_the_page_shares_out_and_changes_by_hand(self, client, event, round_, board, referee, chief):
        client.force_login(chief)
        page = f"/e/{event.slug}/duty/"
        lady = Membership.objects.get(user=referee)
        own = board.encounter.slots.first().entry.branch
        client.post(page, {"do": "branch", "referee": lady.key, "branch": own.key})
        client.post(page, {"do": "share"})
        html = client.get(page).content.decode()
        assert own.name in html
        assert Board.objects.get(pk=board.pk).referee is None
        free = next(one for one in round_.boards.all() if one.referee_id)
        client.post(page, {"do": "assign", "board": free.key, "referee": ""})
        assert Board.objects.get(pk=free.pk).referee is None
        client.post(page, {"do": "assign", "board": board.key, "referee": lady.key})
        assert Board.objects.get(pk=board.pk).referee is None
        assert client.post(page, {"do": "dance"}).status_code == 404
