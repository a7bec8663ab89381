"""Large forms are read and entered in the background, can be called off, and take bounded memory."""

from __future__ import annotations

import tracemalloc

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tournament.jobs import running
from tournament.jobs.claiming import Lost
from tournament.jobs.services import cancel
from tournament.models import Entry, Job, Person, Player, Upload
from tournament.registration import kept_reading, registering

pytestmark = pytest.mark.django_db

ROWS = 5000


@pytest.fixture(autouse=True)
def ready():
    running.ready_again()


GIVEN = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明"


def name(number: int) -> str:
    return "张" + "".join(GIVEN[number // 16**place % 16] for place in range(4))


def sheet(pairs: int) -> bytes:
    lines = ["单位,组号,姓名,手机"]
    for pair in range(pairs):
        branch = f"单位{pair // 2}"
        lines += [f"{branch},{pair + 1},{name(2 * pair)},{13000000000 + 2 * pair}"]
        lines += [f"{branch},{pair + 1},{name(2 * pair + 1)},{13000000001 + 2 * pair}"]
    return "\n".join(lines).encode()


@pytest.fixture
def small_is_large(monkeypatch):
    monkeypatch.setattr(kept_reading, "LARGE_BYTES", 10)


@pytest.fixture
def empty(make_event, organiser, client):
    client.force_login(organiser)
    return make_event(0, {"quota": 0})


def send(client, event, content):
    file = SimpleUploadedFile("汇总.csv", content)
    return client.post(f"/e/{event.slug}/entries/upload/", {"files": file}).url


def do_all() -> None:
    for job in Job.objects.open():
        running.run(job.key)


def test_a_large_form_is_read_then_shown_then_entered_in_the_background(empty, client, small_is_large):
    preview = send(client, empty, sheet(6))
    work = client.get(preview).url
    page = client.get(work).content.decode()
    assert "<progress" in page and "refresh" in page
    do_all()
    assert client.get(work).url == preview
    assert client.get(preview).context["pairs"] == 6
    entering = client.post(preview, {"u": preview.rpartition("=")[2], "accept": "1"}).url
    assert not Entry.objects.exists()
    do_all()
    assert client.get(entering, follow=True).status_code == 200
    assert Entry.objects.count() == 6
    upload = Upload.objects.get()
    assert upload.reading is None and bytes(upload.content) == b""


def test_the_same_button_pressed_twice_enters_once(empty, client, small_is_large):
    preview = send(client, empty, sheet(3))
    client.get(preview)
    do_all()
    key = preview.rpartition("=")[2]
    first = client.post(preview, {"u": key, "accept": "1"}).url
    assert client.post(preview, {"u": key, "accept": "1"}).url == first
    do_all()
    assert Entry.objects.count() == 3


def test_a_correction_is_read_again(empty, client, small_is_large):
    preview = send(client, empty, "单位,队员1,队员2\n化学系,张三3,李四\n".encode())
    client.get(preview)
    do_all()
    assert client.get(preview).context["blocking"] == 1
    key = preview.rpartition("=")[2]
    answer = client.post(preview, {"u": key, f"{key}|汇总!B2": "张三", "again": "1"})
    assert "/work/" in answer.url
    do_all()
    assert client.get(preview).context["blocking"] == 0


def test_entering_is_called_off_while_it_runs_and_nothing_is_entered(
    empty, client, small_is_large, monkeypatch
):
    preview = send(client, empty, sheet(3))
    client.get(preview)
    do_all()
    client.post(preview, {"u": preview.rpartition("=")[2], "accept": "1"})
    job = Job.objects.open().get()
    said = []

    def progress(self, percent, note=""):
        said.append(percent)
        if percent >= 90:
            cancel(job)
            raise Lost

    monkeypatch.setattr("tournament.jobs.run.Run.progress", progress)
    running.run(job.key)
    assert said[-1] == 90
    assert not Entry.objects.exists() and not Person.objects.exists()
    assert Upload.objects.get().accepted_at is None


def test_it_is_called_off_from_the_page(empty, client, small_is_large):
    work = client.get(send(client, empty, sheet(3))).url
    client.post(work)
    assert Job.objects.get().status == Job.Status.CANCELLED
    assert "<progress" not in client.get(work).content.decode()
    do_all()
    assert Upload.objects.get().reading is None


def test_what_is_wrong_is_said_on_the_page(empty, client, small_is_large):
    preview = send(client, empty, "单位,队员1,队员2\n化学系,张三3,李四\n".encode())
    client.get(preview)
    do_all()
    entering = client.post(preview, {"u": preview.rpartition("=")[2], "accept": "1"}).url
    do_all()
    page = client.get(entering)
    assert page.status_code == 200 and page.context["problems"][0]["message"]
    assert not Entry.objects.exists()


def test_the_preview_of_a_large_form_shows_a_page_of_it(empty, client, small_is_large):
    preview = send(client, empty, sheet(201))
    client.get(preview)
    do_all()
    first = client.get(preview)
    assert (len(first.context["sheets"][0]["entries"]), first.context["pairs"]) == (200, 201)
    assert len(client.get(f"{preview}&page=2").context["sheets"][0]["entries"]) == 1


def test_five_thousand_rows_are_entered_with_bounded_memory(empty, organiser, django_assert_max_num_queries):
    upload = registering.keep_upload(empty, organiser, "汇总.csv", sheet(ROWS // 2))
    assert kept_reading.is_large([upload])
    # What reading takes is held by the tests of the reader; here it is what entering adds.
    kept_reading.keep_reading(upload)
    upload.refresh_from_db()
    tracemalloc.start()
    try:
        with django_assert_max_num_queries(250):
            registering.accept_all([upload], organiser)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (Entry.objects.count(), Player.objects.count()) == (ROWS // 2, ROWS)
    # What a small office machine has to spare.
    assert peak < 100 * 2**20
