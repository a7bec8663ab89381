"""The organiser's list: filters, counts by branch, bulk actions; and the rules of entry."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from tournament.models import Entry
from tournament.registration import marking
from tournament.registration.entry_rules_page import as_typed, set_rules
from tournament.stages.drawing import draw_round, publish_round

pytestmark = pytest.mark.django_db


def numbers(answer) -> list[int]:
    return [row.record.number for row in answer.context["table"].rows]


class TestFiltersAndBulkActions:
    @pytest.fixture
    def open_list(self, event, organiser, client):
        client.force_login(organiser)
        return lambda **query: client.get(f"/e/{event.slug}/entries/", query)

    def test_by_branch_division_eligibility_and_state(self, event, open_list):
        event.entries.filter(number__in=[1, 2]).update(division="退休组")
        event.entries.filter(number=3).update(eligibility="ineligible", status="present")
        branch = event.branches.get(name="分会1")
        assert numbers(open_list(branch=str(branch.key))) == [1, 5]
        assert numbers(open_list(division="退休组")) == [1, 2]
        assert numbers(open_list(eligibility="ineligible")) == [3]
        assert numbers(open_list(status="present", q="甲3")) == [3]
        assert numbers(open_list()) == [1, 2, 3, 4, 5, 6, 7, 8]

    def test_counts_by_branch_tell_who_is_here_and_who_left(self, event, open_list):
        event.entries.filter(number=1).update(status="present")
        event.entries.filter(number=5).update(status="withdrawn")
        first = next(one for one in open_list().context["branches"] if one.name == "分会1")
        assert (first.pairs, first.here, first.gone) == (1, 1, 1)

    def test_what_is_wrong_with_the_list_is_said(self, event, open_list):
        event.plan["entry"] |= {"check_eligibility": True, "referees": 1, "divisions": [{"name": "退休组"}]}
        event.save(update_fields=["plan"])
        event.entries.filter(number=3).update(eligibility="ineligible")
        assert len(open_list().context["lacks"]) == 4

    def test_ticked_pairs_are_marked_eligible_and_one_comes_back_where_one_was(
        self, event, organiser, client
    ):
        client.force_login(organiser)
        picked = list(event.entries.filter(number__in=[1, 2]).values_list("pk", flat=True))
        back = f"/e/{event.slug}/entries/?branch="
        answer = client.post(
            f"/e/{event.slug}/entries/mark/", {"entry": picked, "status": "eligible", "back": back}
        )
        assert answer.url == back
        assert event.entries.filter(eligibility="eligible").count() == 2

    def test_one_does_not_come_back_elsewhere(self, event, organiser, client):
        client.force_login(organiser)
        answer = client.post(
            f"/e/{event.slug}/entries/mark/", {"all": "1", "status": "present", "back": "//x.y"}
        )
        assert answer.url == f"/e/{event.slug}/entries/"

    def test_the_list_takes_as_many_queries_for_eight_pairs_as_for_two(
        self, event, open_list, django_assert_max_num_queries
    ):
        with django_assert_max_num_queries(40):
            open_list()


class TestReserves:
    def test_a_reserve_is_not_drawn_until_it_steps_in(self, event, organiser):
        seven = event.entries.filter(number=7)
        marking.set_aside(event, organiser, seven)
        draw = publish_round(draw_round(event.stages.get(), organiser).round, organiser)
        assert not draw.slots.filter(entry__number=7).exists()
        assert marking.step_in(event, organiser, seven) == 1
        stepped = seven.get()
        assert (stepped.status, stepped.from_round) == (Entry.Status.PRESENT, 2)

    def test_who_has_a_seat_is_no_reserve(self, event, organiser):
        draw_round(event.stages.get(), organiser)
        with pytest.raises(Refused) as refused:
            marking.set_aside(event, organiser, event.entries.filter(number=7))
        assert refused.value.problems[0].code == "reserve-has-a-seat"

    def test_only_reserves_step_in(self, event, organiser):
        with pytest.raises(Refused):
            marking.step_in(event, organiser, event.entries.filter(number=7))

    def test_a_reserve_plays_for_a_player_with_a_reason(self, event, organiser):
        entry = event.entries.get(number=1)
        spare = entry.players.get(position=2)
        person = event.people.create(name="替补员")
        comes = entry.players.create(person=person, position=3, is_reserve=True)
        with pytest.raises(Refused):
            marking.exchange_player(entry, organiser, spare, comes, " ")
        marking.exchange_player(entry, organiser, spare, comes, "乙1身体不适")
        assert Entry.objects.get(pk=entry.pk).names == "甲1 / 替补员"


class TestRulesOfEntry:
    def address(self, event):
        return f"/e/{event.slug}/entries/rules/"

    def typed(self, event, **more):
        told = {
            key: value for key, value in as_typed(event.plan["entry"]).items() if value not in (None, False)
        }
        return {**told, **more}

    @pytest.mark.parametrize(
        ("typed", "quota"),
        [
            ({"kind": "none"}, None),
            ({"kind": "fixed", "fixed": "2", "warn": "on"}, {"fixed": 2, "warn": True}),
            ({"kind": "bands", "bands": "200 人起 2 对\n0 1"}, {"bands": [[0, 1], [200, 2]]}),
            ({"kind": "per_cent", "per_cent": "15", "rounding": "up"}, {"per_cent": 15.0, "round": "up"}),
            (
                {"kind": "table", "table": "化学系 3\n2号楼：1对", "others": "1"},
                {"table": {"化学系": 3, "2号楼": 1}, "others": 1},
            ),
        ],
    )
    def test_each_kind_of_quota_is_typed_and_kept(self, event, organiser, client, typed, quota):
        client.force_login(organiser)
        assert client.post(self.address(event), self.typed(event, **typed)).status_code == 302
        event.refresh_from_db()
        assert event.plan["entry"].get("quota") == quota
        # What is kept comes back as it is typed, and saving it again changes nothing.
        before = dict(event.plan["entry"])
        client.post(self.address(event), self.typed(event))
        event.refresh_from_db()
        assert event.plan["entry"] == before

    def test_divisions_with_exclusions_and_quotas_are_typed(self, event, organiser, client):
        client.force_login(organiser)
        typed = self.typed(
            event,
            divisions="退休组 1\n在职组\n女子组",
            exclusive="退休组 / 在职组",
            joint="on",
            below="10",
            reserves="1",
        )
        assert client.post(self.address(event), typed).status_code == 302
        event.refresh_from_db()
        rules = event.plan["entry"]
        assert rules["divisions"] == [
            {"name": "退休组", "quota": {"fixed": 1}, "excludes": ["在职组"]},
            {"name": "在职组", "excludes": ["退休组"]},
            {"name": "女子组", "excludes": []},
        ]
        assert (rules["joint"], rules["reserves"]) == ({"below": 10}, 1)

    @pytest.mark.parametrize(
        "typed",
        [
            {"kind": "fixed", "fixed": ""},
            {"kind": "bands", "bands": "很多"},
            {"kind": "table", "table": "化学系"},
            {"exclusive": "退休组 / 青年组", "divisions": "退休组"},
            {"divisions": "退休组\n退休组"},
        ],
    )
    def test_what_cannot_be_read_is_said_at_its_field(self, event, organiser, client, typed):
        client.force_login(organiser)
        assert client.post(self.address(event), self.typed(event, **typed)).status_code == 422

    def test_a_division_with_pairs_stays(self, event, organiser):
        set_rules(event, organiser, {"divisions": [{"name": "退休组"}]})
        event.entries.filter(number=1).update(division="退休组")
        with pytest.raises(Refused) as refused:
            set_rules(event, organiser, {"divisions": None})
        assert refused.value.problems[0].code == "division-in-use"
