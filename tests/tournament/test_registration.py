"""Entries: read in all or nothing, never doubled, undone in one step; quotas, check-in, leaving."""

from __future__ import annotations

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import load_workbook

from rules.answers import Refused
from tournament.change import Conflict
from tournament.jobs.running import run
from tournament.models import Audit, Branch, Entry, Job, Person, Role, Upload
from tournament.registration import attendance, registering
from tournament.registration.quota import quota_of
from tournament.registration.reading import ProposedEntry, ProposedPlayer
from tournament.stages.drawing import draw_round
from tournament.stages.tables import table_of

from .conftest import finish_round, proposed, start_round
from .forms import branch_form, master_sheet

pytestmark = pytest.mark.django_db


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def pair(*names: str):
    return tuple((name, "19900000000") for name in names)


@pytest.fixture
def empty(make_event):
    return make_event(0)


class TestReadingIn:
    def take(self, event, organiser, content, name="报名表.xlsx"):
        upload = registering.keep_upload(event, organiser, name, content)
        return registering.accept_all([upload], organiser)[0], upload

    def test_a_branch_form_becomes_entries_with_its_contact(self, empty, organiser):
        outcome, _ = self.take(
            empty,
            organiser,
            branch_form(
                "文学院分工会", "刘主席", "19900000001", [pair("张三", "李四"), pair("王五", "赵六")]
            ),
        )
        assert len(outcome.created) == 2
        branch = Branch.objects.get()
        assert (branch.name, branch.contact, branch.phone) == ("文学院分工会", "刘主席", "19900000001")
        assert [entry.names for entry in Entry.objects.all()] == ["张三 / 李四", "王五 / 赵六"]
        assert Person.objects.get(name="张三").phone == "19900000000"

    def test_a_second_upload_of_the_same_sheet_changes_nothing(self, empty, organiser):
        form = branch_form("文学院分工会", "刘主席", "19900000001", [pair("张三", "李四")])
        self.take(empty, organiser, form)
        outcome, _ = self.take(empty, organiser, form)
        assert (outcome.created, outcome.updated, outcome.unchanged) == ([], [], 1)
        assert Entry.objects.count() == 1

    def test_a_second_upload_with_another_phone_brings_it_up_to_date(self, empty, organiser):
        self.take(
            empty, organiser, branch_form("甲分会", "刘", "1", [(("张三", "19900000000"), ("李四", ""))])
        )
        outcome, _ = self.take(
            empty, organiser, branch_form("甲分会", "刘", "1", [(("张三", "19911111111"), ("李四", ""))])
        )
        assert len(outcome.updated) == 1
        assert Person.objects.get(name="张三").phone == "19911111111"

    def test_of_two_files_with_one_fault_nothing_is_entered(self, make_event, organiser):
        event = make_event(0, {"quota": 1})
        good = registering.keep_upload(
            event, organiser, "a.xlsx", master_sheet([("甲分会", pair("张三", "李四"))])
        )
        bad = registering.keep_upload(
            event,
            organiser,
            "b.xlsx",
            master_sheet([("乙分会", pair(f"人{n}", f"民{n}")) for n in range(3)]),
        )
        with pytest.raises(Refused) as refused:
            registering.accept_all([good, bad], organiser)
        assert "quota-exceeded" in codes(refused)
        assert not Entry.objects.exists()
        assert Upload.objects.filter(accepted_at__isnull=True).count() == 2

    def test_a_quota_counts_over_all_files_and_those_entered_before(self, make_event, organiser):
        event = make_event(0, {"quota": 1})
        self.take(event, organiser, master_sheet([("甲分会", pair("张三", "李四"))]))
        upload = registering.keep_upload(
            event,
            organiser,
            "b.xlsx",
            master_sheet([("甲分会", pair("王五", "赵六")), ("甲分会", pair("孙七", "周八"))]),
        )
        with pytest.raises(Refused) as refused:
            registering.accept_all([upload], organiser)
        assert refused.value.problems[-1].values == {"branch": "甲分会", "limit": 2}

    def test_a_person_in_two_pairs_is_refused(self, empty, organiser):
        self.take(empty, organiser, master_sheet([("甲分会", pair("张三", "李四"))]))
        upload = registering.keep_upload(
            empty, organiser, "b.xlsx", master_sheet([("甲分会", pair("张三", "王五"))])
        )
        with pytest.raises(Refused) as refused:
            registering.accept_all([upload], organiser)
        assert "person-in-another-entry" in codes(refused)

    def test_a_correction_in_the_preview_is_what_is_entered(self, empty, organiser):
        upload = registering.keep_upload(
            empty, organiser, "b.xlsx", master_sheet([("甲分会", pair("张三", "李四"))])
        )
        name_cell = registering.preview(upload).entries[0].players[0].cells["name"]
        registering.correct(upload, organiser, {name_cell: "张叁"})
        registering.accept_all([upload], organiser)
        assert Entry.objects.get().names == "张叁 / 李四"

    def test_an_import_is_undone_in_one_step(self, empty, organiser):
        _, upload = self.take(empty, organiser, master_sheet([("甲分会", pair("张三", "李四"))]))
        upload.refresh_from_db()
        assert registering.undo(upload, organiser) == 1
        assert not Entry.objects.exists()
        assert not Person.objects.exists()

    def test_an_import_is_not_undone_once_a_round_is_drawn(self, empty, organiser):
        _, upload = self.take(
            empty,
            organiser,
            master_sheet([("甲分会", pair("张三", "李四")), ("乙分会", pair("王五", "赵六"))]),
        )
        upload.refresh_from_db()
        draw_round(empty.stages.get(), organiser)
        with pytest.raises(Refused) as refused:
            registering.undo(upload, organiser)
        assert codes(refused) == ["event-has-begun"]

    def test_an_accepted_file_is_not_kept(self, empty, organiser):
        _, upload = self.take(empty, organiser, master_sheet([("甲分会", pair("张三", "李四"))]))
        upload.refresh_from_db()
        assert bytes(upload.content) == b""

    def test_the_record_keeps_no_name_and_no_phone(self, empty, organiser):
        self.take(empty, organiser, master_sheet([("甲分会", pair("张三", "李四"))]))
        for row in Audit.objects.all():
            assert "张三" not in str(row.changes)
            assert "19900000000" not in str(row.changes)


def zipped(name: str, size: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, b"0" * size)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("photo.xlsx", b"\x89PNG\r\n\x1a\n" + b"0" * 200),
        ("empty.xlsx", b""),
        ("locked.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 2000),
        ("bomb.xlsx", zipped("xl/worksheets/sheet1.xml", 200_000_000)),
        ("broken.xlsx", b"PK\x03\x04" + b"x" * 500),
        ("list.csv", "单位,姓名\n甲分会,张三".encode("gbk")[:-1]),
        ("page.xls", b"<html><table><tr><td>1</td></tr></table></html>"),
    ],
)
def test_an_upload_that_is_no_entry_form_is_said_in_a_sentence_and_enters_nothing(
    client, empty, organiser, name, content
):
    client.force_login(organiser)
    answer = client.post(
        f"/e/{empty.slug}/entries/upload/", {"files": SimpleUploadedFile(name, content)}, follow=True
    )
    # A large one is read in the background; what came of it is said on the same page afterwards.
    for job in Job.objects.open():
        run(job.key)
        answer = client.get(answer.request["PATH_INFO"], follow=True)
    page = answer.content.decode()
    assert answer.status_code in (200, 422)
    assert "error" in page or "problems" in page
    assert 'name="accept"' not in page
    assert not Entry.objects.exists()


def test_an_upload_of_fifty_megabytes_is_refused_before_it_is_read(client, empty, organiser):
    client.force_login(organiser)
    big = SimpleUploadedFile("big.xlsx", b"0" * (50 * 1024 * 1024))
    answer = client.post(f"/e/{empty.slug}/entries/upload/", {"files": big})
    assert answer.status_code == 422
    assert "10 MB" in answer.content.decode()
    assert not Upload.objects.exists()


def test_a_formula_in_an_export_stays_text(client, empty, organiser):
    registering.register(
        empty,
        organiser,
        [
            ProposedEntry(
                branch="=1+1", players=(ProposedPlayer(name="=HYPERLINK(1)"), ProposedPlayer(name="@乙"))
            ),
            proposed(2),
        ],
    )
    start_round(empty, organiser)
    client.force_login(organiser)
    for page in ("entries/all.xlsx", "papers/results/"):
        book = load_workbook(io.BytesIO(client.get(f"/e/{empty.slug}/{page}").content))
        for sheet in book:
            for row in sheet.iter_rows():
                for cell in row:
                    assert not (cell.data_type == "f" and "HYPERLINK" in str(cell.value))


class TestQuota:
    """real-events.md, rows 1, 4 and 24: by member count, by table, by per cent."""

    @pytest.mark.parametrize(
        ("rule", "members", "expected"),
        [
            ({}, 500, None),
            ({"fixed": 2}, None, 2),
            ({"bands": [[0, 1], [200, 2], [301, 3]]}, 199, 1),
            ({"bands": [[0, 1], [200, 2], [301, 3]]}, 300, 2),
            ({"bands": [[0, 1], [200, 2], [301, 3]]}, 301, 3),
            ({"bands": [[0, 1]]}, None, None),
            ({"per_cent": 15}, 100, 7),
            ({"per_cent": 15, "round": "up"}, 100, 8),
            ({"per_cent": 15}, None, None),
            ({"table": {"甲分会": 28}}, None, 28),
            ({"table": {"乙分会": 28}, "others": 3}, None, 3),
            ({"table": {"乙分会": 28}}, None, None),
        ],
    )
    def test_a_branch_may_enter_what_the_rule_says(self, rule, members, expected):
        assert quota_of(rule, "甲分会", members) == expected

    def test_a_branch_s_own_number_goes_before_the_rule(self):
        assert quota_of({"fixed": 2}, "甲分会", None, own=5) == 5


class TestAttendance:
    def test_marks_are_kept_and_recorded(self, event, organiser):
        count = attendance.mark(event, organiser, event.entries.filter(number__lte=3), Entry.Status.PRESENT)
        assert count == 3
        assert Audit.objects.filter(action="entry-marked").count() == 3

    def test_the_second_of_two_at_the_door_sees_that_it_changed(self, event, organiser):
        entry = event.entries.get(number=1)
        attendance.mark(event, organiser, [entry], Entry.Status.LATE, version=entry.version)
        with pytest.raises(Conflict) as conflict:
            attendance.mark(event, organiser, [entry], Entry.Status.ABSENT, version=entry.version)
        assert conflict.value.theirs == {"status": "late"}

    def test_an_unknown_mark_is_refused(self, event, organiser):
        with pytest.raises(Refused):
            attendance.mark(event, organiser, event.entries.all(), "asleep")

    def test_whoever_has_left_is_not_checked_in_again(self, event, organiser):
        entry = attendance.withdraw(event.entries.get(number=1), organiser, "病假")
        assert attendance.mark(event, organiser, [entry], Entry.Status.PRESENT) == 0

    def test_leaving_needs_a_reason(self, event, organiser):
        with pytest.raises(Refused):
            attendance.withdraw(event.entries.get(number=1), organiser, "  ")

    def test_a_disqualified_pair_keeps_no_place(self, event, organiser):
        finish_round(start_round(event, organiser), organiser)
        attendance.disqualify(event.entries.get(number=1), organiser, "作弊")
        assert table_of(event.stages.get()).row(1).rank is None

    def test_referees_check_in_at_the_door(self, event, member):
        referee = member(event, Role.REFEREE)
        assert attendance.mark(event, referee, event.entries.filter(number=1), Entry.Status.PRESENT) == 1


def test_a_pair_entered_twice_by_hand_is_refused(event, organiser):
    with pytest.raises(Refused) as refused:
        registering.add_entry(event, organiser, proposed(1, "分会1"))
    assert codes(refused) == ["entry-is-there"]
