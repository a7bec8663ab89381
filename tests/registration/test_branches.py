"""The list of branches: read in with a preview, never doubled, put right by hand."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from rules.answers import Refused
from tournament.models import Audit, Branch, Upload
from tournament.registration import branches, registering
from tournament.registration.branch_workbook import write_branches
from tournament.registration.reading import read_branches

pytestmark = pytest.mark.django_db

LIST = "单位,会员人数,主席,联系人,联系电话,名额\n化学系,120,王芳,李四,13800138002,2\n图书馆,9,,赵敏,,\n"


@pytest.fixture
def empty(make_event):
    return make_event(0)


def take(event, organiser, text=LIST):
    return branches.accept_list(branches.keep_list(event, organiser, "单位.csv", text.encode()), organiser)


def test_a_list_brings_branches_with_members_chair_and_contact(empty, organiser):
    done = take(empty, organiser)
    assert (done.created, done.updated, done.unchanged) == (2, 0, 0)
    found = Branch.objects.get(name="化学系")
    assert (found.member_count, found.chair, found.contact, found.phone, found.quota) == (
        120,
        "王芳",
        "李四",
        "13800138002",
        2,
    )


def test_the_same_list_again_changes_nothing_and_another_updates(empty, organiser):
    take(empty, organiser)
    again = take(empty, organiser)
    assert (again.created, again.updated, again.unchanged) == (0, 0, 2)
    changed = take(empty, organiser, LIST.replace("120", "130"))
    assert (changed.updated, changed.unchanged) == (1, 1)
    assert Branch.objects.get(name="化学系").member_count == 130
    assert Branch.objects.count() == 2


def test_what_a_list_leaves_out_stays(empty, organiser):
    take(empty, organiser)
    take(empty, organiser, "单位,会员人数\n化学系,\n")
    assert Branch.objects.get(name="化学系").member_count == 120


def test_of_a_list_with_one_error_nothing_is_taken(empty, organiser):
    with pytest.raises(Refused) as refused:
        take(empty, organiser, LIST + "机关,很多,,,,\n")
    assert [one.code for one in refused.value.problems] == ["count_unreadable"]
    assert not Branch.objects.exists()


def test_one_upload_is_taken_once(empty, organiser):
    kept = branches.keep_list(empty, organiser, "单位.csv", LIST.encode())
    branches.accept_list(kept, organiser)
    with pytest.raises(Refused):
        branches.accept_list(kept, organiser)
    assert bytes(Upload.objects.get().content) == b""


def test_export_and_import_change_nothing(empty, organiser):
    take(empty, organiser)
    content = write_branches(empty.branches.all(), title="测试赛")
    reading = read_branches("名单.xlsx", content, known=["化学系", "图书馆"])
    assert reading.problems == ()
    assert [line.changes or line.new for line in branches.compared(empty, reading)] == [False, False]


def test_the_record_keeps_no_contact(empty, organiser):
    take(empty, organiser)
    take(empty, organiser, LIST.replace("王芳", "钱七").replace("13800138002", "13800138003"))
    for row in Audit.objects.all():
        assert "钱七" not in str(row.changes) and "1380013800" not in str(row.changes)


def test_undoing_forms_leaves_branches_that_came_with_the_list(empty, organiser):
    take(empty, organiser)
    form = "单位,队员1,队员2\n图书馆,张三,李四\n新部门,王五,赵六\n"
    kept = registering.keep_upload(empty, organiser, "表.csv", form.encode())
    registering.accept_all([kept], organiser)
    kept.refresh_from_db()
    registering.undo(kept, organiser)
    assert sorted(Branch.objects.values_list("name", flat=True)) == ["化学系", "图书馆"]


class TestThePages:
    def test_upload_preview_correct_accept(self, empty, organiser, client):
        client.force_login(organiser)
        file = SimpleUploadedFile("单位.csv", LIST.replace("120", "百余").encode())
        answer = client.post(f"/e/{empty.slug}/entries/branches/", {"upload": "1", "file": file})
        page = client.get(answer.url).content.decode()
        assert "单位!B2" in page and 'name="accept"' not in page
        again = client.post(answer.url, {"cell|单位!B2": "120", "again": "1"}).content.decode()
        assert 'name="accept"' in again
        client.post(answer.url, {"accept": "1"})
        assert Branch.objects.get(name="化学系").member_count == 120
        assert client.get(answer.url).status_code == 302

    def test_a_file_that_is_no_list_says_so(self, empty, organiser, client):
        client.force_login(organiser)
        file = SimpleUploadedFile("x.csv", "今天天气很好".encode())
        answer = client.post(f"/e/{empty.slug}/entries/branches/", {"upload": "1", "file": file}, follow=True)
        assert 'name="accept"' not in answer.content.decode()

    def test_a_branch_is_added_changed_and_taken_off(self, empty, organiser, client):
        client.force_login(organiser)
        address = f"/e/{empty.slug}/entries/branches/"
        client.post(address, {"name": "机关", "member_count": "30"})
        found = Branch.objects.get()
        assert client.post(address, {"name": "机关"}).status_code == 422
        one = f"{address}{found.key}/"
        client.post(one, {"save": "1", "name": "机关分工会", "quota": "1"})
        found.refresh_from_db()
        assert (found.name, found.quota, found.member_count) == ("机关分工会", 1, None)
        client.post(one, {"remove": "1"})
        assert not Branch.objects.exists()

    def test_a_branch_with_pairs_stays(self, event, organiser, client):
        client.force_login(organiser)
        found = event.branches.first()
        client.post(f"/e/{event.slug}/entries/branches/{found.key}/", {"remove": "1"})
        assert event.branches.filter(pk=found.pk).exists()

    def test_the_workbook_can_be_had(self, event, organiser, client):
        client.force_login(organiser)
        content = client.get(f"/e/{event.slug}/entries/branches/all.xlsx").content
        assert [one.name for one in read_branches("x.xlsx", content).branches] == [
            "分会1",
            "分会2",
            "分会3",
            "分会4",
        ]
