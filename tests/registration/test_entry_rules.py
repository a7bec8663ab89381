"""Divisions, joint teams, second teams, reserves, a referee from each branch, quotas that only warn."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from tournament.models import Audit, Entry, Membership, Person, Role
from tournament.registration import links, registering
from tournament.registration.editing import change_entry, shown
from tournament.registration.entry_rules import branches_without_referee
from tournament.registration.links import Row
from tournament.registration.quota import quota_of
from tournament.registration.reading import ProposedEntry, ProposedPlayer
from tournament.stages.drawing import draw_round

pytestmark = pytest.mark.django_db


def pair(*names, branch="化学系", **more):
    reserves = more.pop("reserves", ())
    players = [ProposedPlayer(name=name) for name in names]
    players += [ProposedPlayer(name=name, reserve=True) for name in reserves]
    return ProposedEntry(branch=branch, players=tuple(players), **more)


@pytest.fixture
def ruled(make_event):
    """``ruled(joint={"below": 10})``: an event without pairs that has these rules of entry."""

    def make(pairs=0, **rules):
        event = make_event(pairs)
        event.plan["entry"] |= rules
        event.save(update_fields=["plan"])
        return event

    return make


def codes(refused):
    return [problem.code for problem in refused.value.problems]


class TestDivisions:
    @pytest.fixture
    def divided(self, ruled):
        return ruled(
            divisions=[
                {"name": "退休组", "excludes": ["在职组"]},
                {"name": "在职组"},
                {"name": "女子组", "quota": {"fixed": 1}},
            ],
            quota={"fixed": 1},
        )

    def test_nobody_plays_in_two_divisions_that_exclude_each_other(self, divided, organiser):
        registering.add_entry(divided, organiser, pair("张三", "李四", division="退休组"))
        with pytest.raises(Refused) as refused:
            registering.add_entry(divided, organiser, pair("张三", "王五", division="在职组"))
        assert "person-in-another-entry" in codes(refused)

    def test_one_may_play_in_two_divisions_that_do_not(self, divided, organiser):
        registering.add_entry(divided, organiser, pair("张三", "李四", division="退休组"))
        registering.add_entry(divided, organiser, pair("张三", "李四", division="女子组"))
        assert [entry.division for entry in Entry.objects.all()] == ["退休组", "女子组"]

    def test_a_division_with_a_quota_of_its_own_is_counted_alone(self, divided, organiser):
        registering.add_entry(divided, organiser, pair("张三", "李四", division="退休组"))
        registering.add_entry(divided, organiser, pair("王五", "赵六", division="女子组"))
        for division in ("女子组", "在职组"):
            with pytest.raises(Refused) as refused:
                registering.add_entry(divided, organiser, pair("孙七", "周八", division=division))
            assert codes(refused) == ["quota-exceeded"]

    def test_the_same_pair_in_a_division_that_excludes_its_own_is_refused(self, divided, organiser):
        registering.add_entry(divided, organiser, pair("张三", "李四", division="退休组"))
        with pytest.raises(Refused) as refused:
            registering.register(divided, organiser, [pair("张三", "李四", division="在职组")])
        assert "person-in-another-entry" in codes(refused)
        assert Entry.objects.count() == 1

    def test_a_pair_changes_its_division_within_a_full_quota(self, divided, organiser):
        one = registering.add_entry(divided, organiser, pair("张三", "李四", division="退休组"))
        told = shown(one)
        change_entry(one, organiser, type(told)(told.branch, told.people, "在职组"), version=0)
        one.refresh_from_db()
        assert one.division == "在职组"

    def test_an_unknown_division_is_refused(self, divided, organiser):
        with pytest.raises(Refused) as refused:
            registering.add_entry(divided, organiser, pair("张三", "李四", division="青年组"))
        assert codes(refused) == ["division-unknown"]

    def test_the_same_sheet_with_its_division_filled_in_updates(self, divided, organiser):
        registering.register(divided, organiser, [pair("张三", "李四")])
        outcome = registering.register(divided, organiser, [pair("张三", "李四", division="退休组")])
        assert (len(outcome.created), len(outcome.updated)) == (0, 1)
        assert Entry.objects.get().division == "退休组"

    def test_after_the_first_draw_the_division_stands(self, divided, organiser):
        one = registering.add_entry(divided, organiser, pair("张三", "李四", division="退休组"))
        registering.add_entry(divided, organiser, pair("王五", "赵六", branch="图书馆", division="退休组"))
        draw_round(divided.stages.get(), organiser)
        wanted = shown(one)
        wanted = type(wanted)(wanted.branch, wanted.people, "在职组")
        with pytest.raises(Refused) as refused:
            change_entry(one, organiser, wanted, version=0, reason="报错了")
        assert "division-stands" in codes(refused)

    def test_the_pages_ask_for_the_division(self, divided, organiser, client):
        client.force_login(organiser)
        typed = {
            "branch": "化学系",
            "name1": "张三",
            "name2": "李四",
            "division": "女子组",
            "status": "present",
        }
        assert client.post(f"/e/{divided.slug}/entries/add/", typed).status_code == 302
        entry = Entry.objects.get()
        assert (entry.division, entry.status) == ("女子组", "present")
        assert "女子组" in client.get(f"/e/{divided.slug}/entries/").content.decode()


class TestJointTeams:
    def branches(self, event, **members):
        for name, count in members.items():
            event.branches.create(name=name, member_count=count)

    def test_two_small_branches_enter_under_one_name(self, ruled, organiser):
        event = ruled(joint={"below": 10})
        self.branches(event, 化学系=8, 图书馆=9)
        entry = registering.add_entry(event, organiser, pair("张三", "李四", joint="图书馆"))
        assert (entry.branch.name, entry.joint_branch.name) == ("化学系", "图书馆")

    @pytest.mark.parametrize(
        ("rules", "members", "joint", "code"),
        [
            ({"joint": {"below": 10}}, {"化学系": 8, "图书馆": 10}, "图书馆", "joint-too-large"),
            ({}, {"化学系": 8, "图书馆": 9}, "图书馆", "joint-not-allowed"),
            ({"joint": {}}, {"化学系": 8}, "化学系", "joint-with-itself"),
        ],
    )
    def test_what_is_no_joint_team_is_refused(self, ruled, organiser, rules, members, joint, code):
        event = ruled(**rules)
        self.branches(event, **members)
        with pytest.raises(Refused) as refused:
            registering.add_entry(event, organiser, pair("张三", "李四", joint=joint))
        assert codes(refused) == [code]

    def test_a_member_of_the_second_branch_is_not_entered_twice(self, ruled, organiser):
        event = ruled(joint={})
        registering.add_entry(event, organiser, pair("张三", "李四", joint="图书馆"))
        with pytest.raises(Refused) as refused:
            registering.add_entry(event, organiser, pair("李四", "王五", branch="图书馆"))
        assert codes(refused) == ["person-in-another-entry"]

    def test_the_second_team_of_a_branch_has_its_name_and_it_can_be_changed(self, ruled, organiser):
        event = ruled()
        entry = registering.add_entry(event, organiser, pair("张三", "李四", label="二队"))
        told = shown(entry)
        change_entry(entry, organiser, type(told)(told.branch, told.people, label="三队"), version=0)
        entry.refresh_from_db()
        assert entry.label == "三队"


class TestReserves:
    def test_more_reserves_than_the_rules_allow_are_refused(self, ruled, organiser):
        event = ruled(reserves=1)
        with pytest.raises(Refused) as refused:
            registering.add_entry(event, organiser, pair("张三", "李四", reserves=("王五", "赵六")))
        assert codes(refused) == ["too-many-reserves"]

    def test_a_chair_names_a_reserve_and_takes_it_out_again(self, ruled):
        event = ruled(8, reserves=1)
        branch = event.branches.get(name="分会1")
        first = links.entries_of(branch)[0]

        def save(*names):
            there = links.entries_of(branch)
            row = Row(first.number, tuple((name, "") for name in names))
            links.save_branch(branch, [row], version=links.version_of(there))

        save("甲1", "乙1", "丙1")
        assert [p.is_reserve for p in links.entries_of(branch)[0].players.all()] == [False, False, True]
        save("甲1", "乙1", "")
        assert links.entries_of(branch)[0].names == "甲1 / 乙1"
        assert not Person.objects.filter(name="丙1").exists()


class TestRefereesOfBranches:
    def test_a_branch_with_entries_and_no_referee_is_listed(self, ruled, organiser, member):
        event = ruled(4, referees=1)
        assert [one.name for one in branches_without_referee(event)] == ["分会1", "分会2", "分会3", "分会4"]
        event.branches.filter(name="分会1").update(referee="郑爽")
        user = member(event, Role.REFEREE)
        Membership.objects.filter(user=user).update(branch=event.branches.get(name="分会2"))
        assert [one.name for one in branches_without_referee(event)] == ["分会3", "分会4"]

    def test_where_none_is_asked_for_none_is_missing(self, ruled):
        assert branches_without_referee(ruled(4)) == []

    def test_the_chair_names_the_referee_and_the_record_does_not(self, ruled, organiser, client):
        event = ruled(4, referees=1)
        branch = event.branches.get(name="分会1")
        token = links.make_link(branch, organiser)
        assert 'name="referee"' in client.get(f"/b/{token}/").content.decode()
        there = links.entries_of(branch)
        typed = {
            "rows": "1",
            "version": links.version_of(there),
            "number0": there[0].number,
            "name0-0": "甲1",
            "name0-1": "乙1",
            "referee": "郑爽",
        }
        assert client.post(f"/b/{token}/", typed).status_code == 302
        branch.refresh_from_db()
        assert branch.referee == "郑爽"
        assert "郑爽" not in str([row.changes for row in Audit.objects.all()])


def test_a_quota_in_principle_only_warns(ruled, organiser):
    event = ruled(quota={"fixed": 1, "warn": True})
    registering.add_entry(event, organiser, pair("张三", "李四"))
    registering.add_entry(event, organiser, pair("王五", "赵六"))
    assert Entry.objects.count() == 2


@pytest.mark.parametrize(
    ("members", "rounding", "pairs"),
    [(30, "down", 3), (35, "down", 3), (35, "up", 4), (34, "nearest", 3), (36, "nearest", 4), (4, "down", 0)],
)
def test_a_quota_per_cent_is_rounded_to_an_even_number_of_people(members, rounding, pairs):
    assert quota_of({"per_cent": 20, "round": rounding}, "化学系", members) == pairs
