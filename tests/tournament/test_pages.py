"""Pages: who may open which, how many queries they cost, what they answer when somebody is too late."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Hand, Match
from tournament.access.pages import WAYS
from tournament.access.permissions import ACTIONS
from tournament.access.pins import add_referee, renew_pin, revoke
from tournament.models import Entry, Role
from tournament.officiating import entering

from .conftest import finish_round, play, start_round

pytestmark = pytest.mark.django_db

# What each page of an event asks for; None: anybody may look.
PAGES = {
    "": None,
    "live/": None,
    "standings/": None,
    "me/": None,
    "rules/": None,
    "papers/standings/": None,
    "papers/results/": None,
    "pin/": None,
    "home/": "see_event",
    "entries/": "see_people",
    "entries/all.xlsx": "see_people",
    "entries/form.xlsx": "manage_entries",
    "entries/upload/": "manage_entries",
    "entries/add/": "manage_entries",
    "entries/1/": "manage_entries",
    "draw/": "draw",
    "desk/": "draw",
    "tables/": "enter_result",
    "papers/": "print",
    "papers/score-sheets/swiss/1/": "print",
    "people/": "manage_event",
    "record/": "see_record",
    "rehearse/": "manage_event",
    "settings/": "manage_event",
    "settings/remove/": "manage_event",
}


@pytest.fixture
def round_(event, organiser):
    return start_round(event, organiser)


def open_as(client, user):
    client.logout()
    if user is not None:
        client.force_login(user)


@pytest.mark.parametrize("role", [None, *Role])
def test_each_role_opens_what_the_table_of_rights_says(client, event, round_, member, role):
    open_as(client, member(event, role) if role else None)
    for page, action in PAGES.items():
        status = client.get(f"/e/{event.slug}/{page}").status_code
        allowed = action is None or (role is not None and role in ACTIONS[action])
        expected = 200 if allowed else 403 if role else 302
        assert status == expected, f"{role} at {page}: {status}"


def test_a_role_in_one_event_opens_nothing_of_another(client, make_event, organiser, member):
    mine, other = make_event(4), make_event(0)
    open_as(client, member(mine, Role.CHIEF_REFEREE))
    for page, action in PAGES.items():
        if action is not None:
            assert client.get(f"/e/{other.slug}/{page}").status_code == 403


def test_a_table_of_another_event_is_not_found(client, make_event, organiser):
    mine, other = make_event(4), make_event(0)
    board = start_round(mine, organiser).boards.first()
    client.force_login(organiser)
    assert client.get(f"/e/{other.slug}/tables/{board.key}/").status_code == 404


def test_every_way_in_the_navigation_asks_for_the_right_that_its_page_asks_for():
    asked = {
        "event-home": "home/",
        "entries": "entries/",
        "draw": "draw/",
        "papers": "papers/",
        "record": "record/",
    }
    for name, _label, action in WAYS:
        if name in asked:
            assert PAGES[asked[name]] == action


def test_a_rehearsal_is_hidden_from_everybody_else(client, make_event, organiser):
    event = make_event(4, rehearsal_of=make_event(0))
    assert client.get(f"/e/{event.slug}/").status_code == 302
    client.force_login(organiser)
    assert client.get(f"/e/{event.slug}/").status_code == 200


@pytest.mark.parametrize(
    ("page", "most"),
    [
        ("standings/", 12),
        ("", 23),
        ("desk/", 14),
        ("entries/", 16),
        ("rounds/swiss/2/", 14),
        ("home/", 18),
        ("record/", 12),
        ("papers/", 14),
    ],
)
def test_a_page_costs_as_many_queries_for_forty_pairs_as_for_eight(client, make_event, organiser, page, most):
    counts = []
    for pairs in (8, 40):
        event = make_event(pairs)
        finish_round(start_round(event, organiser), organiser)
        start_round(event, organiser)
        client.force_login(organiser)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/e/{event.slug}/{page}").status_code == 200
        counts.append(len(queries))
    assert counts[1] <= counts[0] + 1
    assert counts[1] <= most


def test_an_unchanged_live_page_is_answered_without_a_body(client, event, round_):
    first = client.get(f"/e/{event.slug}/live/")
    again = client.get(f"/e/{event.slug}/live/", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_live_page_is_new_after_a_result(client, event, round_, organiser):
    first = client.get(f"/e/{event.slug}/live/")
    play(round_.boards.first(), organiser, [("A", 0)])
    assert client.get(f"/e/{event.slug}/live/", headers={"If-None-Match": first["ETag"]}).status_code == 200


class TestAtATable:
    def post(self, client, event, board, **data):
        return client.post(f"/e/{event.slug}/tables/{board.key}/", data)

    @pytest.fixture
    def board(self, round_):
        return round_.boards.select_related("match").get(table=1)

    @pytest.fixture
    def referee(self, client, event, member):
        user = member(event, Role.REFEREE)
        client.force_login(user)
        return user

    def test_a_hand_is_saved(self, client, event, board, referee):
        answer = self.post(
            client, event, board, action="hand", declarer="A", points="55", version="0", nonce="x"
        )
        assert answer.status_code == 302
        assert Hand.objects.get().points == 55
        assert Hand.objects.get().entered_by == referee

    def test_what_cannot_be_comes_back_with_everything_typed(self, client, event, board, referee):
        answer = self.post(client, event, board, action="hand", declarer="B", points="57", version="0")
        assert answer.status_code == 422
        assert 'value="57"' in answer.content.decode()
        assert not Hand.objects.exists()

    def test_the_second_of_two_phones_sees_both(self, client, event, board, referee, organiser):
        entering.enter_hand(board, organiser, {"declarer": "A", "points": 60}, version=0)
        answer = self.post(client, event, board, action="hand", declarer="A", points="65", version="0")
        page = answer.content.decode()
        assert answer.status_code == 409
        assert "60" in page
        assert 'value="65"' in page

    def test_a_form_without_declarer_says_so(self, client, event, board, referee):
        assert self.post(client, event, board, action="hand", points="60", version="0").status_code == 422

    def test_live_judgement_saves_nothing(self, client, event, board, referee):
        answer = client.post(
            f"/e/{event.slug}/tables/{board.key}/live/", {"declarer": "A", "points": "0", "version": "0"}
        )
        assert "5 : 2" in answer.content.decode()
        assert not Hand.objects.exists()

    def test_live_judgement_says_what_cannot_be(self, client, event, board, referee):
        answer = client.post(f"/e/{event.slug}/tables/{board.key}/live/", {"declarer": "A", "points": "7"})
        assert "notice-error" in answer.content.decode()

    def test_a_penalty_is_part_of_the_hand(self, client, event, board, referee):
        """三-3: a failed throw costs 10 points a beaten card; what declarers lose the attackers gain."""
        self.post(
            client,
            event,
            board,
            action="hand",
            declarer="A",
            tricks="110",
            bottom="0",
            penalty="failed-throw",
            penalty_by="A",
            penalty_cards="1",
            version="0",
        )
        assert Match.objects.get(pk=board.match_id).result["levels"] == {"A": "2", "B": "2"}
        assert Match.objects.get(pk=board.match_id).result["next_declarer"] == "B"

    def test_a_number_that_is_none_is_no_server_error(self, client, event, board, referee):
        for data in ({"version": "x"}, {"version": ""}, {"version": "9" * 30}):
            answer = self.post(client, event, board, action="undo", **data)
            assert answer.status_code in (409, 422)

    def test_an_unknown_action_is_not_found(self, client, event, board, referee):
        assert self.post(client, event, board, action="explode", version="0").status_code == 404

    def test_whoever_is_not_signed_in_is_sent_to_the_pin(self, client, event, board):
        client.logout()
        answer = client.get(f"/t/{board.key}/", follow=True)
        assert answer.redirect_chain[-1][0].startswith(f"/e/{event.slug}/pin/")


class TestPins:
    def test_a_pin_signs_its_referee_in(self, client, event, organiser):
        membership, pin = add_referee(event, organiser, "裁判甲")
        answer = client.post(f"/e/{event.slug}/pin/", {"pin": pin})
        assert answer.status_code == 302
        assert client.session["_auth_user_id"] == str(membership.user_id)

    def test_the_pin_itself_is_kept_nowhere(self, event, organiser):
        membership, pin = add_referee(event, organiser, "裁判甲")
        assert pin not in str(membership.__dict__)
        assert membership.pin_digest != pin

    def test_a_renewed_pin_replaces_the_old_one(self, client, event, organiser):
        membership, old = add_referee(event, organiser, "裁判甲")
        renew_pin(membership, organiser)
        assert client.post(f"/e/{event.slug}/pin/", {"pin": old}).status_code == 422

    def test_a_revoked_pin_opens_nothing(self, client, event, organiser):
        membership, pin = add_referee(event, organiser, "裁判甲")
        client.post(f"/e/{event.slug}/pin/", {"pin": pin})
        revoke(membership, organiser)
        assert client.get(f"/e/{event.slug}/tables/").status_code == 403

    def test_guessing_is_stopped(self, client, event):
        for _ in range(12):
            assert client.post(f"/e/{event.slug}/pin/", {"pin": "000001"}).status_code == 422
        assert client.post(f"/e/{event.slug}/pin/", {"pin": "000001"}).status_code == 429

    def test_a_pin_leads_to_no_other_site(self, client, event, organiser):
        _membership, pin = add_referee(event, organiser, "裁判甲")
        answer = client.post(f"/e/{event.slug}/pin/", {"pin": pin, "next": "https://elsewhere.example/"})
        assert answer["Location"] == f"/e/{event.slug}/tables/"

    def test_a_pin_of_another_event_is_not_known(self, client, make_event, organiser):
        _membership, pin = add_referee(make_event(0), organiser, "裁判甲")
        assert client.post(f"/e/{make_event(0).slug}/pin/", {"pin": pin}).status_code == 422


def test_phones_are_on_no_public_page(client, event, round_, organiser):
    player = Entry.objects.filter(event=event).first().players.first()
    player.person.phone = "19912345678"
    player.person.save()
    for page, action in PAGES.items():
        if action is None:
            assert b"19912345678" not in client.get(f"/e/{event.slug}/{page}").content
    client.force_login(organiser)
    assert b"19912345678" in client.get(f"/e/{event.slug}/entries/").content
