"""One pair: entered by hand as strictly as from a file, put right, out of the event and back."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from rules.answers import Refused
from tests.hall import finish_round, proposed, start_round
from tournament.change import Conflict
from tournament.models import Audit, Entry, Person, Upload
from tournament.registration import attendance, registering
from tournament.registration.editing import Shown, change_entry, same_person, shown
from tournament.registration.reading import ProposedEntry, ProposedPlayer
from tournament.stages.drawing import draw_round
from tournament.stages.tables import table_of

from .forms import master_sheet

pytestmark = pytest.mark.django_db

NAMES = Shown("甲分会", (("张三", "19900000000"), ("李四", "")))


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def pair_of(told: Shown) -> ProposedEntry:
    return ProposedEntry(
        branch=told.branch,
        players=tuple(ProposedPlayer(name=name, phone=number) for name, number in told.people),
    )


def hand_typed(told: Shown) -> dict[str, str]:
    fields = {"branch": told.branch}
    for place, (name, number) in enumerate(told.people, 1):
        fields |= {f"name{place}": name, f"phone{place}": number}
    return fields


def change_typed(told: Shown, entry: Entry, **more: str) -> dict[str, str]:
    fields = {**hand_typed(told), "version": str(entry.version), **more}
    return {"change": "1", **{f"change-{name}": value for name, value in fields.items()}}


@pytest.fixture
def entry(event, organiser) -> Entry:
    return registering.add_entry(event, organiser, pair_of(NAMES))


class TestByHand:
    def post(self, client, event, organiser, *people, branch="新分会"):
        client.force_login(organiser)
        return client.post(
            f"/e/{event.slug}/entries/add/",
            {**hand_typed(Shown(branch, people)), "status": "entered"},
            follow=True,
        )

    @pytest.mark.parametrize(
        ("people", "wrong"),
        [
            ((("张3三", ""), ("李四", "")), "name1"),
            ((("张三", ""), ("待定", "")), "name2"),
            ((("张三、李四", ""), ("王五", "")), "name1"),
            ((("张三", ""), ("李四", "199000000001")), "phone2"),
            ((("张三", "问他本人"), ("李四", "")), "phone1"),
            ((("张三", "110101199001011237"), ("李四", "")), "phone1"),
            ((("张三", "19900000000 19911111111"), ("李四", "")), "phone1"),
        ],
    )
    def test_what_the_reader_refuses_is_refused_at_its_field(
        self, client, make_event, organiser, people, wrong
    ):
        answer = self.post(client, make_event(0), organiser, *people)
        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == [wrong]
        assert not Entry.objects.exists()

    def test_names_and_phones_are_kept_as_the_reader_spells_them(self, client, make_event, organiser):
        self.post(client, make_event(0), organiser, ("张 三", "199-0000-0000"), ("李四", "+86 19911111111"))
        assert Entry.objects.get().names == "张三 / 李四"
        assert set(Person.objects.values_list("phone", flat=True)) == {"19900000000", "19911111111"}

    def test_what_may_be_right_is_entered_and_asked_about(self, client, make_event, organiser):
        answer = self.post(client, make_event(0), organiser, ("张", ""), ("李四", ""))
        assert Entry.objects.get().names == "张 / 李四"
        assert "warning" in [message.level_tag for message in answer.context["messages"]]

    def test_the_same_name_twice_in_a_pair_is_refused(self, client, make_event, organiser):
        answer = self.post(client, make_event(0), organiser, ("张三", ""), ("张 三", ""))
        assert answer.status_code == 422
        assert not Entry.objects.exists()

    def test_a_branch_enters_no_more_by_hand_than_its_quota(self, make_event, organiser):
        event = make_event(0, {"quota": 1})
        registering.add_entry(event, organiser, proposed(1, "甲分会"))
        registering.add_entry(event, organiser, proposed(2, "甲分会"))
        with pytest.raises(Refused) as refused:
            registering.add_entry(event, organiser, proposed(3, "甲分会"))
        assert codes(refused) == ["quota-exceeded"]

    def test_a_quota_that_only_warns_lets_the_pair_in_and_says_so(self, client, make_event, organiser):
        event = make_event(0)
        event.plan["entry"]["quota"] = {"fixed": 0, "warn": True}
        event.save()
        answer = self.post(client, event, organiser, ("张三", ""), ("李四", ""), branch="甲分会")
        assert Entry.objects.count() == 1
        assert "甲分会" in " ".join(
            str(message) for message in answer.context["messages"] if message.level_tag == "warning"
        )


class TestPuttingRight:
    def test_before_the_draw_everything_can_be_changed_and_the_record_says_no_name(
        self, event, organiser, entry
    ):
        wanted = Shown("乙分会", (("王五", "19922222222"), ("赵六", "")))
        assert change_entry(entry, organiser, wanted, version=0)
        entry = Entry.objects.get(pk=entry.pk)
        assert shown(entry) == wanted
        assert entry.version == 1
        row = Audit.objects.get(action="entry-changed")
        assert set(row.changes) == {"branch", "players"}
        assert "王五" not in str(row.changes)
        assert "19922222222" not in str(row.changes)

    def test_what_was_known_of_one_person_is_not_kept_for_another(self, event, organiser, entry):
        Person.objects.filter(name="李四").update(staff_number="0815", sex="male")
        change_entry(entry, organiser, Shown("甲分会", (NAMES.people[0], ("王五", ""))), version=0)
        person = Person.objects.get(name="王五")
        assert (person.staff_number, person.sex) == ("", "")

    def test_the_second_of_two_sees_what_the_first_saved(self, client, event, organiser, entry):
        client.force_login(organiser)
        first = Shown("甲分会", (("张三", "19911111111"), ("李四", "")))
        second = Shown("甲分会", (("张三", "19922222222"), ("李四", "")))
        address = f"/e/{event.slug}/entries/{entry.number}/"
        assert client.post(address, change_typed(first, entry)).status_code == 302
        answer = client.post(address, change_typed(second, entry))
        assert answer.status_code == 422
        assert answer.context["theirs"] == first
        page = answer.content.decode()
        assert "19911111111" in page
        assert "19922222222" in page
        assert shown(Entry.objects.get(pk=entry.pk)) == first
        # Having seen it, the same form can be sent once more.
        entry.refresh_from_db()
        assert f'name="change-version" value="{entry.version}"' in page
        assert client.post(address, change_typed(second, entry)).status_code == 302
        assert shown(Entry.objects.get(pk=entry.pk)) == second

    def test_a_version_that_is_behind_raises_a_conflict(self, organiser, entry):
        with pytest.raises(Conflict) as conflict:
            change_entry(entry, organiser, NAMES, version=7)
        assert conflict.value.theirs["branch"] == "甲分会"

    def test_saving_the_same_changes_nothing(self, organiser, entry):
        assert not change_entry(entry, organiser, NAMES, version=0)
        assert not Audit.objects.filter(action="entry-changed").exists()

    @pytest.mark.parametrize(
        ("wanted", "code"),
        [
            (Shown("分会1", (("甲1", ""), ("李四", ""))), "person-in-another-entry"),
            (Shown("甲分会", (("张三", ""), ("张三", ""))), "name-twice"),
            (Shown("甲分会", (("张三", ""), ("", ""))), "pair-not-complete"),
        ],
    )
    def test_a_pair_cannot_become_what_could_not_be_entered(self, organiser, entry, wanted, code):
        with pytest.raises(Refused) as refused:
            change_entry(entry, organiser, wanted, version=0)
        assert code in codes(refused)
        assert shown(Entry.objects.get(pk=entry.pk)) == NAMES

    def test_a_pair_does_not_move_into_a_full_branch(self, make_event, organiser):
        event = make_event(0, {"quota": 1})
        for number in (1, 2):
            registering.add_entry(event, organiser, proposed(number, "甲分会"))
        entry = registering.add_entry(event, organiser, proposed(3, "乙分会"))
        with pytest.raises(Refused) as refused:
            change_entry(entry, organiser, Shown("甲分会", shown(entry).people), version=0)
        assert codes(refused) == ["quota-exceeded"]

    def test_once_a_round_is_drawn_a_correction_takes_its_reason(self, event, organiser, entry):
        draw_round(event.stages.get(), organiser)
        wanted = Shown("甲分会", (("张叁", "19900000000"), ("李四", "19911111111")))
        with pytest.raises(Refused) as refused:
            change_entry(entry, organiser, wanted, version=0)
        assert codes(refused) == ["needs-reason"]
        change_entry(entry, organiser, wanted, version=0, reason="报名表写错")
        assert Entry.objects.get(pk=entry.pk).names == "张叁 / 李四"
        assert Audit.objects.get(action="entry-changed").reason == "报名表写错"

    @pytest.mark.parametrize(
        ("wanted", "code"),
        [
            (Shown("甲分会", (("王五", "19900000000"), ("李四", ""))), "person-stands"),
            (Shown("甲分会", (("张伟", "19911111111"), ("李四", ""))), "person-stands"),
            (Shown("乙分会", NAMES.people), "branch-stands"),
        ],
    )
    def test_once_a_round_is_drawn_people_and_branch_stand(self, event, organiser, entry, wanted, code):
        draw_round(event.stages.get(), organiser)
        with pytest.raises(Refused) as refused:
            change_entry(entry, organiser, wanted, version=0, reason="换人")
        assert codes(refused) == [code]

    def test_where_the_plan_has_reserves_a_person_is_exchanged_with_a_reason(self, event, organiser, entry):
        event.plan["entry"]["reserves"] = 1
        event.save()
        entry = Entry.objects.get(pk=entry.pk)
        draw_round(event.stages.get(), organiser)
        change_entry(
            entry, organiser, Shown("甲分会", (("王五", ""), ("李四", ""))), version=0, reason="替补上场"
        )
        assert Entry.objects.get(pk=entry.pk).names == "王五 / 李四"

    @pytest.mark.parametrize(
        ("before", "after", "same"),
        [
            (("张三", ""), ("张叁", ""), True),
            (("章三", ""), ("张三", ""), True),
            (("欧阳修", "1"), ("欧阳休", "1"), True),
            (("张三", "1"), ("张三", "2"), True),
            (("张三", "1"), ("张四", "2"), False),
            (("张三", ""), ("李四", ""), False),
            (("李晓明", ""), ("李小鸣", ""), True),
        ],
    )
    def test_a_slip_of_the_pen_is_told_from_another_person(self, before, after, same):
        assert same_person(before, after) is same

    def test_the_page_puts_right_and_looks_at_new_names_as_the_reader_does(
        self, client, event, organiser, entry
    ):
        client.force_login(organiser)
        address = f"/e/{event.slug}/entries/{entry.number}/"
        bad = Shown("甲分会", (("张3三", "19900000000"), ("李四", "")))
        answer = client.post(address, change_typed(bad, entry))
        assert answer.status_code == 422
        assert "name1" in answer.context["changing"].errors
        assert "reason" not in answer.context["changing"].fields
        draw_round(event.stages.get(), organiser)
        good = Shown("甲分会", (("张叁", "19900000000"), ("李四", "")))
        assert client.post(address, change_typed(good, entry)).status_code == 422
        assert client.post(address, change_typed(good, entry, reason="写错")).status_code == 302
        assert Entry.objects.get(pk=entry.pk).names == "张叁 / 李四"


class TestLeavingAndComingBack:
    def test_a_withdrawal_is_taken_back_with_its_reason_and_recorded(self, event, organiser):
        entry = attendance.withdraw(event.entries.get(number=1), organiser, "病假")
        with pytest.raises(Refused):
            attendance.reinstate(entry, organiser, " ")
        assert attendance.reinstate(entry, organiser, "撤错了一对").status == Entry.Status.ENTERED
        row = Audit.objects.get(action="entry-reinstated")
        assert row.changes["status"] == ["withdrawn", "entered"]
        assert row.reason == "撤错了一对"
        attendance.mark(event, organiser, [entry], Entry.Status.PRESENT)
        round_ = start_round(event, organiser)
        assert round_.boards.filter(encounter__slots__entry=entry).exists()

    def test_a_disqualification_by_mistake_is_taken_back_and_the_pair_has_a_place_again(
        self, event, organiser
    ):
        finish_round(start_round(event, organiser), organiser)
        entry = attendance.disqualify(event.entries.get(number=1), organiser, "作弊")
        attendance.reinstate(entry, organiser, "按错")
        assert table_of(event.stages.get()).row(1).rank is not None

    def test_who_has_not_left_cannot_be_taken_in_again(self, event, organiser):
        with pytest.raises(Refused) as refused:
            attendance.reinstate(event.entries.get(number=1), organiser, "误")
        assert codes(refused) == ["entry-has-not-left"]

    @pytest.mark.parametrize(
        ("first", "then"),
        [
            (attendance.withdraw, attendance.withdraw),
            (attendance.disqualify, attendance.withdraw),
            (attendance.disqualify, attendance.disqualify),
        ],
    )
    def test_who_has_left_does_not_leave_again(self, event, organiser, first, then):
        entry = first(event.entries.get(number=1), organiser, "病假")
        with pytest.raises(Refused) as refused:
            then(entry, organiser, "再次")
        assert codes(refused) == ["entry-has-left"]
        assert Entry.objects.get(pk=entry.pk).status == entry.status

    def test_who_has_withdrawn_can_still_be_disqualified(self, event, organiser):
        entry = attendance.withdraw(event.entries.get(number=1), organiser, "病假")
        assert attendance.disqualify(entry, organiser, "查出冒名").status == Entry.Status.DISQUALIFIED

    def test_the_page_offers_the_way_that_is_open(self, client, event, organiser):
        client.force_login(organiser)
        address = f"/e/{event.slug}/entries/1/"
        page = client.get(address).content.decode()
        assert 'name="withdraw"' in page
        assert 'name="reinstate"' not in page
        assert client.post(address, {"withdraw": "1", "reason": "病假"}).status_code == 302
        page = client.get(address).content.decode()
        assert 'name="withdraw"' not in page
        assert client.post(address, {"withdraw": "1", "reason": "病假"}).status_code == 422
        assert client.post(address, {"reinstate": "1", "reason": "误"}).status_code == 302
        assert Entry.objects.get(event=event, number=1).status == Entry.Status.ENTERED


class TestPages:
    @pytest.fixture
    def accepted(self, make_event, organiser) -> Upload:
        event = make_event(0)
        form = master_sheet(
            [("甲分会", (("张三", "19900000000"), ("李四", ""))), ("乙分会", (("王五", ""), ("赵六", "")))]
        )
        upload = registering.keep_upload(event, organiser, "a.xlsx", form)
        registering.accept_all([upload], organiser)
        upload.refresh_from_db()
        return upload

    def test_accepting_once_more_after_going_back_says_that_it_is_done(self, client, organiser, accepted):
        client.force_login(organiser)
        address = f"/e/{accepted.event.slug}/entries/preview/"
        for answer in (
            client.get(address, {"u": accepted.key}),
            client.post(address, {"u": accepted.key, "accept": "1"}),
        ):
            assert answer.status_code == 302
            assert answer.url == f"/e/{accepted.event.slug}/entries/"
        assert list(client.get(answer.url).context["messages"])
        assert Entry.objects.count() == 2

    def test_two_who_accept_at_once_leave_what_can_be_undone(self, make_event, organiser):
        event = make_event(0)
        form = master_sheet([("甲分会", (("张三", "19900000000"), ("李四", "")))])
        upload = registering.keep_upload(event, organiser, "a.xlsx", form)
        same = Upload.objects.get(pk=upload.pk)
        registering.accept_all([upload], organiser)
        with pytest.raises(Refused) as refused:
            registering.accept_all([same], organiser)
        assert codes(refused) == ["forms-entered-already"]
        upload.refresh_from_db()
        assert registering.undo(upload, organiser) == 1

    def test_taking_an_upload_out_is_asked_first_with_the_number_of_pairs(self, client, organiser, accepted):
        client.force_login(organiser)
        event = accepted.event
        address = f"/e/{event.slug}/entries/undo/{accepted.key}/"
        assert address in client.get(f"/e/{event.slug}/entries/").content.decode()
        answer = client.get(address)
        assert answer.status_code == 200
        assert any("2" in line for line in answer.context["will"])
        assert Entry.objects.count() == 2
        assert client.post(address).status_code == 302
        assert not Entry.objects.exists()
        assert client.get(address).status_code == 302

    def test_once_a_round_is_drawn_nothing_is_asked_and_nothing_goes(self, client, organiser, accepted):
        draw_round(accepted.event.stages.get(), organiser)
        client.force_login(organiser)
        address = f"/e/{accepted.event.slug}/entries/undo/{accepted.key}/"
        assert client.get(address).status_code == 302
        assert client.post(address).status_code == 302
        assert Entry.objects.count() == 2

    @pytest.mark.parametrize("given", ["²", "9" * 23, "x", "-1", "٣", "9" * 6000])
    def test_a_crafted_number_marks_nobody(self, client, event, organiser, given):
        client.force_login(organiser)
        answer = client.post(f"/e/{event.slug}/entries/mark/", {"entry": given, "status": "present"})
        assert answer.status_code == 302
        assert not Audit.objects.filter(action="entry-marked").exists()

    @pytest.mark.parametrize("given", ["²", "9" * 23, "9" * 6000, "٣"])
    def test_a_crafted_search_finds_nobody(self, client, event, organiser, given):
        client.force_login(organiser)
        answer = client.get(f"/e/{event.slug}/entries/", {"q": given})
        assert answer.status_code == 200
        assert not answer.context["table"].rows

    @pytest.mark.parametrize("query", ["u=abc", "u=", "u=00000000-0000-0000-0000-000000000000"])
    def test_a_crafted_key_is_not_found(self, client, event, organiser, query):
        client.force_login(organiser)
        assert client.get(f"/e/{event.slug}/entries/preview/?{query}").status_code == 404

    @pytest.mark.parametrize(("digits", "kept"), [(60, 1), (6000, 0)])
    def test_a_correction_at_no_cell_enters_nothing(self, client, make_event, organiser, digits, kept):
        event = make_event(0)
        form = master_sheet([("甲分会", (("张三", ""), ("李四", "")))])
        upload = registering.keep_upload(event, organiser, "a.xlsx", form)
        client.force_login(organiser)
        answer = client.post(
            f"/e/{event.slug}/entries/preview/",
            urlencode({"u": upload.key, f"{upload.key}|Sheet!C{'9' * digits}": "王五", "again": "1"}),
            content_type="application/x-www-form-urlencoded",
        )
        assert answer.status_code == 200
        upload.refresh_from_db()
        assert len(upload.corrections) == kept
