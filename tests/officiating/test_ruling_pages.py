"""The pages of rulings and corrections: nothing is saved before what changes was shown."""

from __future__ import annotations

import pytest

from scoring.models import Match
from tournament.models import Ruling
from tournament.officiating import decisions, entering
from tournament.officiating.decisions import Finding

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(board, referee):
    entering.enter_hand(board, referee, {"declarer": "A", "points": 60}, version=0)
    return board


@pytest.fixture
def at(event, played):
    return f"/e/{event.slug}/tables/{played.key}/"


def test_a_ruling_is_shown_with_what_it_changes_and_then_made(client, referee, at, played):
    client.force_login(referee)
    data = {"side": "B", "offence": "failed-throw", "hand": 1, "cards": 2, "words": "", "version": 1}
    page = client.post(f"{at}ruling/", {**data, "do": "preview"})
    assert page.status_code == 200
    assert not Ruling.objects.exists()
    html = page.content.decode()
    assert "3 : 2" in html
    assert "4 : 2" in html
    answer = client.post(f"{at}ruling/", {**data, "do": "rule"})
    row = Ruling.objects.get()
    assert (answer.status_code, str(row.key) in answer["Location"]) == (302, True)
    assert Match.objects.get(pk=played.match_id).result["levels"]["A"] == "4"
    assert client.get(answer["Location"]).status_code == 200
    assert "三-3" in client.get(answer["Location"]).content.decode()


def test_a_form_that_says_too_little_comes_back_with_what_was_typed(client, referee, at):
    client.force_login(referee)
    page = client.post(f"{at}ruling/", {"side": "B", "offence": "failed-throw", "hand": 1, "do": "preview"})
    assert page.status_code == 422
    page = client.post(f"{at}ruling/", {"side": "B", "offence": "failed-throw", "hand": 9, "do": "preview"})
    assert page.status_code == 422
    assert 'value="9"' in page.content.decode()


def test_an_old_page_makes_no_ruling(client, referee, at, played):
    client.force_login(referee)
    data = {"side": "B", "offence": "failed-throw", "hand": 1, "cards": 2, "version": 0, "do": "rule"}
    assert client.post(f"{at}ruling/", data).status_code == 422
    assert not Ruling.objects.exists()


def test_approval_and_appeal_go_through_the_page(client, event, played, referee, committee, jury, chief):
    row = decisions.make_ruling(played, referee, Finding(side="B", offence="revoke-grave", hand=1), version=1)
    page = f"/e/{event.slug}/rulings/{row.key}/"
    client.force_login(referee)
    assert client.post(page, {"do": "approve"}).status_code == 403
    client.force_login(committee)
    assert 'value="approve"' in client.get(page).content.decode()
    assert client.post(page, {"do": "approve"}).status_code == 302
    client.force_login(referee)
    assert client.post(page, {"do": "appeal", "words": ""}).status_code == 422
    assert client.post(page, {"do": "appeal", "words": "不是故意"}).status_code == 302
    client.force_login(jury)
    shown = client.get(page).content.decode()
    assert "不是故意" in shown
    assert client.post(page, {"do": "reverse", "words": "证据不足"}).status_code == 302
    assert not Match.objects.get(pk=played.match_id).result["over"]
    client.force_login(chief)
    assert client.post(page, {"do": "withdraw", "words": "已改判"}).status_code == 302
    assert client.post(page, {"do": "dance"}).status_code == 404


def test_the_list_puts_what_waits_first(client, event, played, referee, chief):
    decisions.make_ruling(played, referee, Finding(side="A", hand=1, words="场外说话"), version=1)
    decisions.make_ruling(played, referee, Finding(side="B", offence="revoke-grave", hand=1), version=1)
    client.force_login(chief)
    page = client.get(f"/e/{event.slug}/rulings/")
    assert [line["row"].offence for line in page.context["open"]] == ["revoke-grave"]
    assert [line["row"].decision for line in page.context["settled"]] == ["场外说话"]


def test_who_only_looks_on_sees_no_rulings(client, event, played, member, referee):
    from tournament.models import Role

    row = decisions.make_ruling(played, referee, Finding(side="A", hand=1, words="场外说话"), version=1)
    client.force_login(member(event, Role.VIEWER))
    assert client.get(f"/e/{event.slug}/rulings/").status_code == 403
    assert client.get(f"/e/{event.slug}/rulings/{row.key}/").status_code == 403


def test_points_without_a_match_are_given_and_taken_back_on_the_page(client, event, round_, chief):
    client.force_login(chief)
    page = f"/e/{event.slug}/rulings/adjust/"
    assert client.post(page, {"entry": 1, "points": "-1", "reason": ""}).status_code == 422
    assert client.post(page, {"entry": 99, "points": "-1", "reason": "迟到"}).status_code == 422
    assert client.post(page, {"entry": 1, "points": "-1", "reason": "迟到"}).status_code == 302
    row = event.adjustments.get()
    shown = client.get(f"/e/{event.slug}/rulings/").content.decode()
    assert "迟到" in shown
    assert client.post(page, {"key": row.key, "reason": "记错"}).status_code == 302
    assert not event.adjustments.exists()


class TestCorrecting:
    def send(self, client, at, rows, do, **more):
        data = {"was": [row[0] for row in rows], "do": do, "version": 1} | more
        for place, (_was, declarer, points) in enumerate(rows):
            data |= {f"declarer-{place}": declarer, f"points-{place}": points}
        return client.post(f"{at}hands/", data)

    def test_a_hand_is_changed_after_a_look_at_what_changes(self, client, chief, at, played):
        client.force_login(chief)
        assert client.get(f"{at}hands/").status_code == 200
        page = self.send(client, at, [("1", "A", "0")], "preview")
        assert page.status_code == 200
        assert "5 : 2" in page.content.decode()
        assert played.match.hands.get().points == 60
        assert self.send(client, at, [("1", "A", "0")], "save", reason="抄错").status_code == 302
        assert played.match.hands.get().points == 0

    def test_a_hand_is_put_in_and_taken_out_again(self, client, chief, at, played):
        client.force_login(chief)
        page = self.send(client, at, [("1", "A", "60")], "insert-0")
        assert [row["was"] for row in page.context["rows"]] == ["", "1"]
        page = self.send(client, at, [("", "A", "0"), ("1", "A", "60")], "remove-0")
        assert [row["was"] for row in page.context["rows"]] == ["1"]
        rows = [("", "A", "0"), ("1", "A", "60")]
        assert self.send(client, at, rows, "save", reason="漏记").status_code == 302
        assert Match.objects.get(pk=played.match_id).result["levels"] == {"A": "6", "B": "2"}

    def test_hands_that_cannot_be_are_not_saved(self, client, chief, at, played):
        client.force_login(chief)
        for rows in ([("1", "A", "33")], [("1", "A", "lots")], [("1", "", "60")]):
            assert self.send(client, at, rows, "preview").status_code == 422
            assert self.send(client, at, rows, "save", reason="x").status_code == 422
        assert self.send(client, at, [("1", "A", "0")], "save", reason="").status_code == 422
        assert played.match.hands.get().points == 60

    def test_an_old_page_corrects_nothing(self, client, chief, at, played):
        client.force_login(chief)
        assert self.send(client, at, [("1", "A", "0")], "save", reason="x", version=0).status_code == 409
        assert played.match.hands.get().points == 60

    def test_a_referee_corrects_nothing(self, client, referee, at):
        client.force_login(referee)
        assert client.get(f"{at}hands/").status_code == 403
