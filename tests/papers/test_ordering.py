"""Papers that take long are ordered: they are made in the background, can be called off, and stay private."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.utils import timezone
from django.utils.formats import date_format
from pypdf import PdfReader

from tournament.change import change
from tournament.documents import papers, papers_page
from tournament.documents.typefaces import missing_characters
from tournament.jobs.claiming import Lost
from tournament.jobs.run import Run
from tournament.jobs.running import run
from tournament.models import Audit, Branch, Event, Job, Paper, Role
from tournament.registration import links

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


def ordered(browser: Any, event: Event, **order: str) -> Job:
    answer = browser.post(f"/e/{event.slug}/papers/orders/new/", order)
    assert answer.status_code == 302
    return Job.objects.filter(event=event, kind="paper").latest("pk")


def test_a_book_is_ordered_made_and_downloaded(printer: Any, swiss: Event):
    page = printer.get(f"/e/{swiss.slug}/papers/programme/")
    assert page.status_code == 200
    assert "orders/new" in page.content.decode()
    job = ordered(printer, swiss, kind="programme")
    run(job.key)
    job.refresh_from_db()
    assert job.status == Job.Status.DONE
    assert job.progress == 100
    answer = printer.get(f"/e/{swiss.slug}/papers/orders/{job.key}/file/")
    content = b"".join(answer.streaming_content)
    assert answer["Content-Type"] == "application/pdf"
    assert len(PdfReader(io.BytesIO(content)).pages) > 3


def test_the_same_order_waits_once(printer: Any, swiss: Event):
    first = ordered(printer, swiss, kind="programme")
    assert ordered(printer, swiss, kind="programme").pk == first.pk
    assert ordered(printer, swiss, kind="results-book").pk != first.pk


def test_the_file_is_only_for_those_who_may_print(client: Any, swiss: Event, member: Any):
    client.force_login(member(swiss, Role.CHIEF_REFEREE))
    job = ordered(client, swiss, kind="programme")
    run(job.key)
    address = f"/e/{swiss.slug}/papers/orders/{job.key}/file/"
    assert client.get(address).status_code == 200
    client.logout()
    assert client.get(address).status_code == 302
    for role in (Role.REFEREE, Role.VIEWER, Role.JURY):
        client.force_login(member(swiss, role))
        assert client.get(address).status_code == 403
    job.refresh_from_db()
    assert client.get(f"/media/{job.file.name}").status_code == 404
    assert client.get(default_storage.url(job.file.name)).status_code == 404


def test_the_file_of_another_event_is_not_found(printer: Any, swiss: Event, played: Any):
    other = played("swiss-60min", 4, stages=0)
    job = Job.objects.create(kind="paper", event=other, args={"kind": "programme"})
    run(job.key)
    job.refresh_from_db()
    assert job.status == Job.Status.DONE
    assert printer.get(f"/e/{swiss.slug}/papers/orders/{job.key}/file/").status_code == 404


def test_an_order_can_be_called_off_while_it_is_made(printer: Any, swiss: Event, monkeypatch: Any):
    job = ordered(printer, swiss, kind="results-book")
    told = []

    def progress(self: Run, percent: float, note: str = "") -> None:
        told.append(percent)
        if len(told) == 3:
            printer.post(f"/e/{swiss.slug}/papers/orders/{job.key}/", {"cancel": "1"})
        self._claim.write(progress=int(percent), note=note)

    monkeypatch.setattr(Run, "progress", progress)
    run(job.key)
    job.refresh_from_db()
    assert job.status == Job.Status.CANCELLED
    assert not job.file
    assert len(told) == 3
    assert issubclass(Lost, Exception)


def test_what_cannot_be_printed_says_why_and_can_be_started_again(client: Any, played: Any, member: Any):
    event = played("swiss-60min", 4, stages=0)
    client.force_login(member(event, Role.ORGANISER))
    job = Job.objects.create(kind="paper", event=event, args={"kind": "standings"}, language="zh-hans")
    run(job.key)
    job.refresh_from_db()
    assert job.status == Job.Status.FAILED
    shown = client.get(f"/e/{event.slug}/papers/orders/").content.decode()
    assert str(job.get_status_display()) in shown
    assert "again" in shown
    client.post(f"/e/{event.slug}/papers/orders/{job.key}/", {"again": "1"})
    job.refresh_from_db()
    assert job.status == Job.Status.QUEUED


def test_many_score_sheets_are_ordered_few_are_answered_at_once(printer: Any, swiss: Event, monkeypatch: Any):
    address = f"/e/{swiss.slug}/papers/score-sheets/swiss/2/"
    assert printer.get(address)["Content-Type"] == "application/pdf"
    monkeypatch.setattr(papers, "PAGES_AT_ONCE", 1)
    monkeypatch.setattr(papers_page, "PAGES_AT_ONCE", 1)
    page = printer.get(address)
    assert page["Content-Type"].startswith("text/html")
    job = ordered(printer, swiss, kind="score-sheets", stage="swiss", number="2", cut="1")
    run(job.key)
    job.refresh_from_db()
    assert job.args["options"] == {"cut": "1"}
    assert job.result["content_type"] == "application/pdf"


def test_progress_is_shown_and_asked_for_only_while_something_is_made(printer: Any, swiss: Event):
    job = ordered(printer, swiss, kind="programme")
    shown = printer.get(f"/e/{swiss.slug}/papers/orders/").content.decode()
    assert "<progress" in shown
    assert "hx-get" in shown
    run(job.key)
    shown = printer.get(f"/e/{swiss.slug}/papers/orders/").content.decode()
    assert "<progress" not in shown
    assert "hx-get" not in shown
    assert f"orders/{job.key}/file/" in shown


@pytest.mark.parametrize(
    "order",
    [
        {"kind": "nothing"},
        {"kind": "programme", "stage": "swiss"},
        {"kind": "score-sheets", "stage": "swiss", "number": "x"},
        {"kind": "score-sheets", "stage": "swiss", "number": "9"},
    ],
)
def test_an_order_for_what_does_not_exist_is_not_found(printer: Any, swiss: Event, order: dict[str, str]):
    assert printer.post(f"/e/{swiss.slug}/papers/orders/new/", order).status_code == 404
    assert not Job.objects.filter(kind="paper").exists()


def test_a_character_without_a_font_is_reported_before_printing_with_its_name(printer: Any, swiss: Event):
    person = swiss.people.first()
    person.name = "王\U00020021明"
    person.save()
    assert missing_characters([person.name])
    page = printer.get(f"/e/{swiss.slug}/papers/").content.decode()
    assert "notice-warning" in page
    assert "王\U00020021明" in page


def test_the_page_costs_the_same_for_few_and_many(
    client: Any, played: Any, member: Any, django_assert_max_num_queries: Any
):
    event = played("swiss-60min", 20, rounds=2)
    client.force_login(member(event, Role.CHIEF_REFEREE))
    for number in range(4):
        Job.objects.create(
            kind="paper", event=event, args={"kind": "programme", "of": number}, due_at=timezone.now()
        )
    with django_assert_max_num_queries(14):
        page = client.get(f"/e/{event.slug}/papers/")
    assert page.status_code == 200


def test_papers_that_are_public_are_for_everybody_others_for_those_who_print(client: Any, swiss: Event):
    for key, kind in papers.KINDS.items():
        if kind.long or not any(kind.fits(stage) for stage in swiss.stages.all()):
            continue
        address = f"/e/{swiss.slug}/papers/{key}/"
        address += {"event": "", "stage": "swiss/", "round": "swiss/2/"}[kind.of]
        assert client.get(address).status_code == (200 if kind.public else 302), key


def test_a_paper_of_a_draft_round_is_not_found(printer: Any, swiss: Event, organiser: Any):
    from tournament.stages.drawing import draw_round

    draw_round(swiss.stages.get(), organiser, seed="5")
    for key in ("score-sheets", "pairings", "draw-record", "standings-round"):
        assert printer.get(f"/e/{swiss.slug}/papers/{key}/swiss/3/").status_code == 404


def test_a_paper_that_cannot_be_printed_yet_is_answered_in_a_sentence(client: Any, played: Any):
    event = played("swiss-60min", 4, stages=0)
    answer = client.get(f"/e/{event.slug}/papers/standings/")
    assert answer.status_code == 422
    assert "error-summary" in answer.content.decode()


def test_a_branch_has_its_receipt_from_its_private_page(client: Any, swiss: Event, organiser: Any):
    branch = Branch.objects.filter(event=swiss).order_by("name").first()
    token = links.make_link(branch, organiser)
    assert f"/b/{token}/receipt.pdf" in client.get(f"/b/{token}/").content.decode()
    answer = client.get(f"/b/{token}/receipt.pdf")
    assert answer["Content-Type"] == "application/pdf"
    said = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    own = branch.entries.first().players.first().person.name
    other = swiss.entries.exclude(branch=branch).first().players.first().person.name
    assert own in said
    assert other not in said
    assert client.get("/b/guessed/receipt.pdf").status_code == 404


def test_a_receipt_says_when_what_was_typed_came_in_and_has_room_for_the_stamp(
    client: Any, swiss: Event, organiser: Any
):
    branch = Branch.objects.filter(event=swiss).order_by("name").first()
    entry = branch.entries.first()
    with change(swiss, None) as step:
        step.record("entry-changed", entry, {"players": ("", "")})
    at = date_format(timezone.localtime(Audit.objects.latest("seq").at), "DATETIME_FORMAT")
    answer = client.get(f"/b/{links.make_link(branch, organiser)}/receipt.pdf")
    said = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    assert at in said
    assert "盖章" in said


def test_the_layout_of_certificates_is_kept_and_a_wrong_one_refused(printer: Any, swiss: Event):
    address = f"/e/{swiss.slug}/papers/layout/"
    form = printer.get(address).context["form"]
    values = {name: value for name, value in form.initial.items() if value not in (False, None)}
    wrong = printer.post(address, {**values, "body": "{nobody}"})
    assert wrong.status_code == 422
    assert not Paper.objects.exists()
    assert printer.post(address, {**values, "title": "荣誉证书", "sheet": "A4"}).status_code == 302
    sample = PdfReader(io.BytesIO(printer.get(f"/e/{swiss.slug}/papers/certificate/").content))
    assert "荣誉证书" in sample.pages[0].extract_text()
    assert sample.pages[0].mediabox.height > sample.pages[0].mediabox.width


@pytest.mark.slow
def test_score_sheets_of_250_tables_are_one_file_of_125_pages(played: Any):
    event = played("swiss-60min", 500, stages=0, branches=250)
    from tournament.models import Round
    from tournament.stages.drawing import draw_round, publish_round

    actor = event.memberships.get().user
    round_ = publish_round(draw_round(event.stages.get(), actor, seed="3").round, actor)
    round_ = Round.objects.select_related("stage__event__rule_set").get(pk=round_.pk)
    made = papers.score_sheets_of(round_, "http://10.0.0.5:8000")
    assert len(PdfReader(io.BytesIO(made.content)).pages) == 125
