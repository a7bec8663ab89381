"""A branch's private link: expired, guessed, another branch's, and two who change one list at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from rules.answers import Refused
from tournament.change import Conflict
from tournament.models import Audit, Entry, EntryRequest, Link, Person, Role
from tournament.registration import attendance, links
from tournament.registration.links import Row
from tournament.stages.drawing import draw_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def branch(event):
    return event.branches.get(name="分会1")


@pytest.fixture
def token(branch, organiser):
    return links.make_link(branch, organiser)


def row(number, *names):
    return Row(number, tuple((name, "19900000000") for name in names))


def save(branch, *rows):
    links.save_branch(branch, rows, version=links.version_of(links.entries_of(branch)))


def test_a_link_opens_its_own_branch_without_an_account(client, token, branch):
    page = client.get(f"/b/{token}/").content.decode()
    assert "甲1" in page
    assert "甲2" not in page


def test_only_the_hash_of_a_token_is_kept(token):
    assert token not in str(Link.objects.values().get())


def test_a_guessed_link_opens_nothing_and_guessing_is_stopped(client, token):
    for _ in range(12):
        assert client.get("/b/guessed/").status_code == 404
    assert client.get("/b/guessed/").status_code == 429


def test_a_new_link_takes_the_place_of_the_old_one(client, token, branch, organiser):
    links.make_link(branch, organiser)
    assert client.get(f"/b/{token}/").status_code == 404


def test_a_revoked_link_opens_nothing(client, token, branch, organiser):
    links.revoke_links(branch, organiser)
    assert client.get(f"/b/{token}/").status_code == 404


def test_a_chair_changes_adds_and_takes_out_pairs(branch):
    first, second = links.entries_of(branch)
    save(branch, row(first.number, "甲一", "乙一"), row(None, "新人", "新友"))
    names = [entry.names for entry in links.entries_of(branch)]
    assert names == ["甲一 / 乙一", "新人 / 新友"]
    assert not Entry.objects.filter(pk=second.pk).exists()
    assert not Person.objects.filter(name="甲5").exists()


def test_names_are_not_on_the_record(branch):
    first, _ = links.entries_of(branch)
    save(branch, row(first.number, "甲一", "乙一"))
    changed = Audit.objects.get(action="entry-changed")
    assert changed.changes == {"players": ["…", "…"]}
    assert changed.actor is None


def test_an_incomplete_pair_is_refused(branch):
    with pytest.raises(Refused) as refused:
        save(branch, row(None, "甲一", ""))
    assert refused.value.problems[0].code == "pair-not-complete"


def test_one_person_in_two_pairs_is_refused(branch):
    with pytest.raises(Refused) as refused:
        save(branch, row(None, "甲一", "乙一"), row(None, "甲一", "丙一"))
    assert [problem.code for problem in refused.value.problems] == ["name-twice"]


def test_a_branch_enters_no_more_than_its_quota(make_event, organiser):
    event = make_event(4, {"quota": 1})
    branch = event.branches.get(name="分会1")
    with pytest.raises(Refused) as refused:
        save(branch, *(row(None, f"甲{n}x", f"乙{n}x") for n in range(3)))
    assert refused.value.problems[0].values["limit"] == 2


def test_of_two_chairs_the_second_sees_what_the_first_did(branch):
    seen = links.version_of(links.entries_of(branch))
    first, second = links.entries_of(branch)
    links.save_branch(branch, [row(first.number, "甲一", "乙一")], version=seen)
    with pytest.raises(Conflict) as conflict:
        links.save_branch(branch, [row(second.number, "甲二", "乙二")], version=seen)
    assert conflict.value.theirs["pairs"] == ["甲一 / 乙一"]


def test_an_organiser_s_change_is_a_conflict_for_the_chair_too(branch, organiser):
    seen = links.version_of(links.entries_of(branch))
    attendance.mark(branch.event, organiser, links.entries_of(branch)[:1], Entry.Status.PRESENT)
    with pytest.raises(Conflict):
        links.save_branch(branch, [row(None, "甲一", "乙一")], version=seen)


def test_after_the_deadline_nothing_changes_but_a_request_can_be_sent(client, branch, organiser, token):
    links.set_deadline(branch.event, organiser, timezone.now() - timedelta(minutes=1))
    branch.event.refresh_from_db()
    with pytest.raises(Refused) as refused:
        save(branch, row(None, "甲一", "乙一"))
    assert refused.value.problems[0].code == "entries-are-closed"
    answer = client.post(f"/b/{token}/", {"ask": "1", "text": "张三换成李四"})
    assert answer.status_code == 302
    assert EntryRequest.objects.get().text == "张三换成李四"


def test_a_request_is_answered_by_an_organiser(client, branch, organiser):
    asked = links.ask(branch, "换人")
    client.force_login(organiser)
    client.post(f"/e/{branch.event.slug}/entries/request/{asked.key}/", {"done": "1"})
    asked.refresh_from_db()
    assert asked.state == "done"


def test_once_a_round_is_drawn_the_list_stands(branch, organiser):
    draw_round(branch.event.stages.get(), organiser)
    with pytest.raises(Refused):
        save(branch, row(None, "甲一", "乙一"))


def test_what_a_chair_typed_comes_back_when_it_is_refused(client, token):
    answer = client.post(
        f"/b/{token}/", {"rows": "1", "number0": "", "name0-0": "王小明", "name0-1": "", "version": "x"}
    )
    assert answer.status_code == 422
    assert "王小明" in answer.content.decode()


def test_a_chair_saves_from_the_page(client, token, branch):
    version = links.version_of(links.entries_of(branch))
    numbers = [entry.number for entry in links.entries_of(branch)]
    answer = client.post(
        f"/b/{token}/",
        {
            "rows": "2",
            "version": version,
            "number0": numbers[0],
            "name0-0": "甲一",
            "name0-1": "乙一",
            "number1": numbers[1],
            "name1-0": "甲五",
            "name1-1": "乙五",
        },
    )
    assert answer.status_code == 302
    assert [entry.names for entry in links.entries_of(branch)] == ["甲一 / 乙一", "甲五 / 乙五"]


def test_only_organisers_make_links(branch, member):
    with pytest.raises(PermissionDenied):
        links.make_link(branch, member(branch.event, Role.CHIEF_REFEREE))


def test_the_link_page_shows_the_address_once(client, branch, organiser):
    client.force_login(organiser)
    page = client.post(f"/e/{branch.event.slug}/entries/link/{branch.key}/").content.decode()
    assert "/b/" in page
    assert "<svg" in page


def test_a_chair_changes_nothing_of_another_branch_whatever_number_is_sent(client, token, branch, event):
    other = event.entries.exclude(branch=branch).first()
    own = links.entries_of(branch)
    answer = client.post(
        f"/b/{token}/",
        {
            "rows": "1",
            "version": links.version_of(own),
            "number0": other.number,
            "name0-0": "换人",
            "name0-1": "换友",
        },
    )
    assert answer.status_code == 302
    before = other.names
    other = Entry.objects.get(pk=other.pk)
    assert (other.names, other.branch) == (before, other.branch)
    assert [entry.names for entry in links.entries_of(branch)] == ["换人 / 换友"]


def test_an_expired_link_shows_what_was_entered_and_saves_nothing(client, token, branch, organiser):
    links.set_deadline(branch.event, organiser, timezone.now() - timedelta(minutes=1))
    page = client.get(f"/b/{token}/").content.decode()
    assert "甲1" in page and 'name="name0-0"' not in page
    own = links.entries_of(branch)
    typed = {"rows": "1", "version": links.version_of(own), "number0": own[0].number, "name0-0": "换人"}
    assert client.post(f"/b/{token}/", {**typed, "name0-1": "换友"}).status_code == 422
    assert [entry.names for entry in links.entries_of(branch)] == [entry.names for entry in own]


def test_a_link_that_was_revoked_while_the_page_was_open_saves_nothing(client, token, branch, organiser):
    own = links.entries_of(branch)
    typed = {"rows": "1", "version": links.version_of(own), "number0": own[0].number, "name0-0": "换人"}
    links.revoke_links(branch, organiser)
    assert client.post(f"/b/{token}/", {**typed, "name0-1": "换友"}).status_code == 404
    assert not Entry.objects.filter(players__person__name="换人").exists()


def test_a_phone_number_that_cannot_be_is_refused_with_its_pair_as_in_a_form_that_is_read_in(client, token):
    page = client.get(f"/b/{token}/").context
    typed = {"version": page["version"], "rows": 1, "number0": page["rows"][0].number}
    people = {"name0-0": "甲一", "phone0-0": "13700000001", "name0-1": "乙一", "phone0-1": "1370000"}
    answer = client.post(f"/b/{token}/", typed | people)
    assert answer.status_code == 422
    assert answer.context["problems"][0]["message"].startswith(("Pair 1: ", "第 1 对："))
    assert 'value="1370000"' in answer.content.decode()
    # A short number inside the house is only asked about where forms are read in.
    assert client.post(f"/b/{token}/", typed | people | {"phone0-1": "6275"}).status_code == 302


def test_the_button_says_that_a_new_link_ends_the_old_one(client, branch, organiser, event):
    client.force_login(organiser)
    address = f"/e/{event.slug}/entries/branches/"
    has = {one["branch"].name: one["branch"].has_link for one in client.get(address).context["rows"]}
    assert not any(has.values())
    links.make_link(branch, organiser)
    has = {one["branch"].name: one["branch"].has_link for one in client.get(address).context["rows"]}
    assert [name for name, made in has.items() if made] == [branch.name]
    links.revoke_links(branch, organiser)
    assert not any(one["branch"].has_link for one in client.get(address).context["rows"])


def test_a_request_that_waits_is_said_at_the_top_of_the_list(client, branch, organiser, event):
    client.force_login(organiser)
    address = f"/e/{event.slug}/entries/"
    assert "#requests" not in client.get(address).content.decode()
    asked = links.ask(branch, "换人")
    assert 'href="#requests"' in client.get(address).content.decode()
    links.answer_request(asked, organiser, done=True)
    assert 'href="#requests"' not in client.get(address).content.decode()


def test_who_takes_another_s_place_by_the_link_gets_nothing_of_what_was_known_of_her(branch):
    entry = branch.entries.order_by("number").first()
    person = entry.players.get(position=1).person
    person.staff_number, person.note = "K-4711", "素食"
    person.save(update_fields=["staff_number", "note"])
    other = entry.players.get(position=2).person
    rest = [
        row(one.number, *(p.person.name for p in one.players.all()))
        for one in branch.entries.exclude(pk=entry.pk)
    ]
    save(branch, Row(entry.number, (("欧阳新人", "19900000001"), (other.name, other.phone))), *rest)
    person.refresh_from_db()
    assert (person.name, person.staff_number, person.note) == ("欧阳新人", "", "")
