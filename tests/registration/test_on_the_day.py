"""On the day: check-in by code, walk-ins, two who came alone, a pair that moves to another group."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from tests.hall import finish_round, proposed, start_round
from tournament.change import broken_link
from tournament.events.creating import create_event
from tournament.models import Encounter, Entry, Player, Role, Slot
from tournament.registration import attendance, repair
from tournament.registration.registering import register
from tournament.stages.drawing import draw_round, publish_round
from tournament.stages.progress import groups_of

pytestmark = pytest.mark.django_db


def codes(refused):
    return [one.code for one in refused.value.problems]


def player(name):
    return Player.objects.get(person__name=name)


class TestCheckIn:
    def test_the_code_on_the_badge_opens_the_pair_and_a_touch_checks_it_in(self, event, client, member):
        client.force_login(member(event, Role.REFEREE))
        one = event.entries.get(number=3)
        address = f"/e/{event.slug}/check-in/{one.key}/"
        page = client.get(address).content.decode()
        assert "甲3 / 乙3" in page
        one.refresh_from_db()
        assert one.status == Entry.Status.ENTERED
        client.post(address, {"status": "present", "version": one.version})
        one.refresh_from_db()
        assert one.status == Entry.Status.PRESENT
        assert "19900000000" not in page

    def test_who_is_not_of_the_staff_is_sent_to_sign_in(self, event, client):
        answer = client.get(f"/e/{event.slug}/check-in/{event.entries.first().key}/")
        assert answer.status_code == 302 and "next=" in answer.url

    def test_two_phones_at_two_doors_do_not_undo_each_other(self, event, organiser, client):
        client.force_login(organiser)
        one = event.entries.get(number=3)
        attendance.mark(event, organiser, [one], "present")
        client.post(f"/e/{event.slug}/check-in/{one.key}/", {"status": "absent", "version": one.version})
        one.refresh_from_db()
        assert one.status == Entry.Status.PRESENT

    def test_a_number_leads_to_its_pair_and_a_branch_to_its_pairs(self, event, organiser, client):
        client.force_login(organiser)
        address = f"/e/{event.slug}/check-in/"
        assert str(event.entries.get(number=5).key) in client.get(address, {"q": "5"}).url
        assert [one.number for one in client.get(address, {"q": "分会1"}).context["found"]] == [1, 5]

    def test_a_code_of_another_event_opens_nothing(self, event, make_event, organiser, client):
        client.force_login(organiser)
        other = make_event(2)
        assert client.get(f"/e/{event.slug}/check-in/{other.entries.first().key}/").status_code == 404

    def test_a_walk_in_is_here_at_once_and_plays_from_the_next_round(self, event, organiser, client):
        client.force_login(organiser)
        start_round(event, organiser)
        typed = {"branch": "新分会", "name1": "张三", "name2": "李四", "status": "present"}
        client.post(f"/e/{event.slug}/entries/add/", typed)
        one = Entry.objects.get(branch__name="新分会")
        assert (one.status, one.from_round) == ("present", 2)


class TestTwoWhoCameAlone:
    def test_they_play_under_the_first_number_and_nobody_is_lost(self, event, organiser):
        pair = repair.join_singles(player("甲1"), player("乙2"), organiser, "搭档没来")
        assert (pair.number, pair.names, pair.status) == (1, "甲1 / 乙2", "present")
        assert pair.joint_branch.name == "分会2"
        left = event.entries.get(number=2)
        assert left.status == Entry.Status.WITHDRAWN
        assert {one.person.name for one in left.players.all()} == {"甲2", "乙1"}
        assert broken_link(event) is None

    def test_it_works_after_the_draw_and_the_seat_of_the_first_stays(self, event, organiser):
        round_ = publish_round(draw_round(event.stages.get(), organiser).round, organiser)
        seat = Slot.objects.get(round=round_, entry__number=1).pk
        repair.join_singles(player("甲1"), player("乙2"), organiser, "搭档没来")
        assert Slot.objects.get(round=round_, entry__number=1).pk == seat

    def test_who_has_played_stays_a_pair(self, event, organiser):
        finish_round(start_round(event, organiser), organiser)
        with pytest.raises(Refused) as refused:
            repair.join_singles(player("甲1"), player("乙2"), organiser, "搭档没来")
        assert codes(refused) == ["pair-has-played"]

    @pytest.mark.parametrize(
        ("one", "other", "reason", "code"),
        [("甲1", "乙1", "没来", "not-two-pairs"), ("甲1", "乙2", " ", "needs-reason")],
    )
    def test_it_takes_two_pairs_and_a_reason(self, event, organiser, one, other, reason, code):
        with pytest.raises(Refused) as refused:
            repair.join_singles(player(one), player(other), organiser, reason)
        assert codes(refused) == [code]

    def test_the_page_does_it(self, event, organiser, client):
        client.force_login(organiser)
        page = client.get(f"/e/{event.slug}/check-in/repair/").content.decode()
        assert page.count('required><option value="">') == 2, "nobody is chosen beforehand"
        typed = {"join": "1", "stays": player("甲1").pk, "comes": player("乙2").pk, "reason": "没来"}
        assert client.post(f"/e/{event.slug}/check-in/repair/", typed).status_code == 302
        assert event.entries.get(number=1).names == "甲1 / 乙2"
        assert client.post(f"/e/{event.slug}/check-in/repair/", {"join": "1"}).status_code == 422


class TestTheShorterGroup:
    @pytest.fixture
    def grouped(self, organiser):
        event = create_event(organiser, "groups-cross-knockout", "小组赛")
        register(event, organiser, [proposed(number, f"分会{number}") for number in range(1, 13)])
        return event

    def absent(self, event, organiser, label, count):
        stage = event.stages.get(slug="groups")
        rows = groups_of(stage)[label][:count]
        for row in rows:
            attendance.withdraw(row.entry, organiser, "没来")

    def sizes(self, stage):
        return {
            label: sum(row.entry.status == "entered" for row in rows)
            for label, rows in groups_of(stage).items()
        }

    def test_a_pair_moves_and_every_group_is_laid_out_anew(self, grouped, organiser):
        stage = grouped.stages.get(slug="groups")
        round_ = publish_round(draw_round(stage, organiser, seed="7").round, organiser)
        self.absent(grouped, organiser, "A", 2)
        before = {
            label: [row.entry.number for row in rows]
            for label, rows in groups_of(stage).items()
            if label in "CD"
        }
        moved, target = repair.move_to_shorter_group(stage, organiser, "B", seed="5", reason="A 组缺两对")
        assert target == "A"
        assert self.sizes(stage) == {"A": 2, "B": 2, "C": 3, "D": 3}
        after = {
            label: [row.entry.number for row in rows]
            for label, rows in groups_of(stage).items()
            if label in "CD"
        }
        assert after == before
        round_.refresh_from_db()
        assert round_.status == "published"
        meeting = Encounter.objects.get(round=round_, group__label="A", bye="")
        assert moved in [slot.entry for slot in meeting.slots.all()]
        assert broken_link(grouped) is None

    def test_the_lot_is_the_same_for_the_same_seed(self, grouped, organiser):
        stage = grouped.stages.get(slug="groups")
        draw_round(stage, organiser, seed="7")
        self.absent(grouped, organiser, "A", 2)
        members = [row.entry for row in groups_of(stage)["B"]]
        picks = {repair._picked(members, None, "5", "B").number for _ in range(3)}
        assert len(picks) == 1
        assert len({repair._picked(members, None, str(seed), "B").number for seed in range(40)}) == len(
            members
        )

    def test_what_gains_nothing_is_refused(self, grouped, organiser):
        stage = grouped.stages.get(slug="groups")
        draw_round(stage, organiser, seed="7")
        self.absent(grouped, organiser, "A", 1)
        with pytest.raises(Refused) as refused:
            repair.move_to_shorter_group(stage, organiser, "B", reason="试试")
        assert codes(refused) == ["no-shorter-group"]

    def test_once_somebody_has_played_the_groups_stand(self, grouped, organiser):
        from tournament.officiating import entering, timing

        stage = grouped.stages.get(slug="groups")
        round_ = publish_round(draw_round(stage, organiser, seed="7").round, organiser)
        timing.start_round(round_, organiser)
        entering.enter_levels(round_.boards.first(), organiser, "8", "2", version=0)
        with pytest.raises(Refused):
            repair.move_to_shorter_group(stage, organiser, "B", reason="A 组缺两对")

    def test_the_page_moves_a_named_pair(self, grouped, organiser, client):
        client.force_login(organiser)
        stage = grouped.stages.get(slug="groups")
        draw_round(stage, organiser, seed="7")
        self.absent(grouped, organiser, "A", 2)
        number = groups_of(stage)["C"][0].entry.number
        address = f"/e/{grouped.slug}/check-in/repair/"
        assert "A" in client.get(address).content.decode()
        typed = {"move": "1", "stage": "groups", "group": "C", "number": str(number), "reason": "A 组缺两对"}
        assert client.post(address, typed).status_code == 302
        assert number in [row.entry.number for row in groups_of(stage)["A"]]
