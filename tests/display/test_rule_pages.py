"""The rules of an event on its pages: everybody reads and tries, the organiser changes."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from tests.hall import start_round
from tournament.models import Role

pytestmark = pytest.mark.django_db


class Fields(HTMLParser):
    """What a browser would send from a page's form with this id."""

    def __init__(self, text: str, form: str) -> None:
        super().__init__()
        self.form, self.inside, self.select, self.area = form, False, "", ""
        self.values: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        said = dict(attrs)
        if tag == "form":
            self.inside = said.get("id") == self.form
        if not self.inside:
            return
        name = said.get("name", "")
        if tag == "input" and name and (said.get("type") != "checkbox" or "checked" in said):
            self.values[name] = said.get("value") or ("on" if said.get("type") == "checkbox" else "")
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select and "selected" in said:
            self.values[self.select] = said.get("value", "")
        elif tag == "textarea":
            self.area = name

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = False
        elif tag == "select":
            self.select = ""
        elif tag == "textarea":
            self.area = ""

    def handle_data(self, data):
        if self.area and self.inside:
            self.values[self.area] = self.values.get(self.area, "") + data.removeprefix("\n")


@pytest.fixture
def form(client, event, organiser):
    """The fields of the editor as they come, ready to be changed and sent."""
    client.force_login(organiser)
    client.cookies["django_language"] = "en"
    return Fields(client.get(f"/e/{event.slug}/rules/edit/").content.decode(), "rule-form").values


def edit(client, event, form, action="save", **typed):
    return client.post(f"/e/{event.slug}/rules/edit/", {**form, **typed, "action": action})


def words(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


class TestReading:
    @pytest.fixture(autouse=True)
    def in_english(self, client):
        client.cookies["django_language"] = "en"

    def test_everybody_sees_the_picture_and_the_bands(self, client, event):
        page = client.get(f"/e/{event.slug}/rules/").content.decode()
        assert page.count("<rect") == 7
        assert "180–235" in page
        assert "Change the rules" not in page

    def test_a_hand_is_tried_by_an_address_and_answered_with_its_clause(self, client, event):
        """三-6: 180 of the attackers are the threshold and one step of 60: +1 and the deal."""
        page = client.get(f"/e/{event.slug}/rules/?try-declarer=A&try-points=180")
        assert "A 2 : B 3" in words(page)
        assert "Clause 三-6" in words(page)
        assert 'class="chart-here"' in page.content.decode()

    def test_a_hand_that_cannot_be_is_answered_with_the_reason(self, client, event):
        assert "multiples of five" in words(
            client.get(f"/e/{event.slug}/rules/?try-declarer=A&try-points=57")
        )

    @pytest.mark.parametrize(
        "query", ["try-points=x", "try-declarer=C&try-points=5", "try-level_a=99&try-points=5"]
    )
    def test_a_hand_that_is_none_is_no_server_error(self, client, event, query):
        answer = client.get(f"/e/{event.slug}/rules/?{query}")
        assert answer.status_code == 200
        assert "notice-error" in answer.content.decode()

    def test_the_bottom_is_multiplied_as_the_rules_say(self, client, event):
        """三-5: three times for each card: 10 points under a pair are 60 more."""
        page = client.get(
            f"/e/{event.slug}/rules/?try-declarer=A&try-tricks=120&try-bottom=10&try-last_trick=2-2"
        )
        assert "10 bottom points × 6 = 60" in words(page)
        assert "A 2 : B 3" in words(page)

    def test_only_the_answer_is_sent_while_she_types(self, client, event):
        answer = client.get(
            f"/e/{event.slug}/rules/?try-declarer=A&try-points=0",
            headers={"HX-Request": "true", "HX-Target": "try-answer"},
        )
        text = answer.content.decode()
        assert "<html" not in text
        assert 'id="rule-picture"' in text
        assert "A 5 : B 2" in words(answer)

    def test_what_is_only_assumed_is_said_of_hands_and_of_cards(self, client, event):
        page = words(client.get(f"/e/{event.slug}/rules/"))
        for what in ("how many cards the bottom has", "whether trumps may be thrown"):
            assert f"assumed {what}" in page

    def test_the_shipped_clause_is_quoted_beside_the_explanation(self, client, event):
        page = words(client.get(f"/e/{event.slug}/rules/?try-declarer=A&try-points=180"))
        assert "在一级胜利基础上，无局方每增加60分（包含）则晋升一级。" in page

    def test_the_words_of_a_clause_are_shown_where_the_rules_carry_them(self, client, event, organiser):
        from rules.hands import changed
        from tournament.events.rule_sets import save_rule_set

        data = changed(event.rule_set.data, {"clauses": {"三-6": "闲家得 180 分升一级。"}})
        save_rule_set(event, organiser, data, base=event.rule_set_id)
        page = client.get(f"/e/{event.slug}/rules/?try-declarer=A&try-points=180")
        assert "闲家得 180 分升一级。" in words(page)


class TestEditing:
    def test_the_form_as_it_comes_changes_nothing(self, client, event, form):
        assert edit(client, event, form).status_code == 302
        event.refresh_from_db()
        assert event.rule_set.number == 1

    def test_what_is_typed_becomes_the_next_version(self, client, event, form):
        answer = edit(client, event, form, **{"attackers_bands-0-levels": "1", "zero": "+1", "decks": "3"})
        assert answer.status_code == 302
        event.refresh_from_db()
        assert event.rule_set.number == 2
        assert event.rule_set.data["table"]["attackers"]["bands"] == [[120, 1]]
        assert event.rule_set.data["table"]["zero"] == {"add": 1}
        assert "version 2" in words(client.get(answer["Location"]))

    def test_a_new_offence_and_a_new_hook_are_kept(self, client, event, form):
        count = int(form["penalties-INITIAL_FORMS"])
        answer = edit(
            client,
            event,
            form,
            **{
                f"penalties-{count}-code": "noise",
                f"penalties-{count}-points": "20",
                f"penalties-{count}-more": 'escalates = ["warning"]',
                "hooks-0-at": "J",
                "hooks-0-fall_to": "2",
            },
        )
        assert answer.status_code == 302
        event.refresh_from_db()
        assert event.rule_set.data["penalties"][-1] == {
            "code": "noise",
            "escalates": ["warning"],
            "effect": {"points": 20},
        }
        assert event.rule_set.data["hooks"] == [{"at": "J", "fall_to": "2"}]

    def test_bands_out_of_order_come_back_with_everything_typed(self, client, event, form):
        answer = edit(client, event, form, **{"declarers_bands-1-start": "5", "name": "自定规则"})
        page = answer.content.decode()
        assert answer.status_code == 422
        assert 'href="#id_declarers_bands-1-start"' in page
        assert "自定规则" in page
        event.refresh_from_db()
        assert event.rule_set.number == 1

    @pytest.mark.parametrize(
        ("typed", "leads_to"),
        [
            ({"rest": "[table"}, "#id_rest"),
            ({"rest": "nonsense = 1"}, "#id_rest"),
            ({"rest": '[cards.throw]\nreading = "sometimes"'}, "#id_rest"),
            ({"attackers_at": "1"}, "#id_attackers_at"),
            ({"declarers_round": "up"}, "#id_declarers_round"),
            ({"target": "99"}, "#id_target"),
            ({"must_play": "J 99"}, "#id_must_play"),
            ({"bottom_cards": "7"}, "#id_bottom_cards"),
            ({"decks": "x"}, "#id_decks"),
            ({"decks": "99"}, "#id_decks"),
            ({"penalties-0-more": "nonsense = 1"}, "#id_penalties-0-more"),
            ({"penalties-0-more": "=="}, "#id_penalties-0-more"),
            ({"hooks-0-at": "J"}, "#id_hooks-0-fall_to"),
            ({"rest": "table.threshold = 80"}, "#id_threshold"),
        ],
    )
    def test_what_is_wrong_leads_to_its_field(self, client, event, form, typed, leads_to):
        answer = edit(client, event, form, **typed)
        assert answer.status_code == 422
        assert f'href="{leads_to}"' in answer.content.decode()

    def test_what_is_wrong_is_called_by_its_field_and_told_beside_the_picture(self, client, event, form):
        answer = edit(client, event, form, "redraw", attackers_at="1")
        assert words(answer).count("Levels at the threshold: “table.attackers.at_threshold”") == 2

    def test_without_script_a_button_draws_again_and_saves_nothing(self, client, event, form):
        answer = edit(client, event, form, "redraw", threshold="150", **{"attackers_bands-0-start": "150"})
        assert answer.status_code == 200
        assert "150–205" in answer.content.decode()
        event.refresh_from_db()
        assert event.rule_set.number == 1

    def test_while_she_types_the_picture_the_hand_and_the_differences_follow(self, client, event, form):
        typed = {"zero": "4", "try-declarer": "A", "try-points": "0"}
        answer = client.post(f"/e/{event.slug}/rules/edit/redraw/", {**form, **typed})
        text = answer.content.decode()
        assert "+4" in text
        assert "A 6 : B 2" in words(answer)
        assert "table.zero" in text
        for part in ("rule-problems", "try-answer", "rule-differences"):
            assert f'id="{part}" hx-swap-oob="innerHTML"' in text

    def test_while_rules_do_not_hold_together_the_saved_picture_stands_and_says_so(self, client, event, form):
        answer = client.post(f"/e/{event.slug}/rules/edit/redraw/", {**form, "target": "99"})
        assert "The picture shows the saved rules" in words(answer)
        assert 'href="#id_target"' in answer.content.decode()

    def test_the_second_of_two_organisers_keeps_what_she_typed(self, client, event, form):
        edit(client, event, form, zero="2")
        answer = edit(client, event, form, zero="4", reason="我们的决定")
        assert answer.status_code == 409
        assert "我们的决定" in answer.content.decode()
        event.refresh_from_db()
        assert event.rule_set.data["table"]["zero"] == 2

    def test_the_page_says_how_many_matches_keep_their_rules(self, client, event, form, organiser):
        start_round(event, organiser)
        assert "4 matches have begun" in words(client.get(f"/e/{event.slug}/rules/edit/"))
        answer = edit(client, event, form, zero="2")
        assert "the version they were started with: 4" in words(client.get(answer["Location"]))


@pytest.mark.parametrize("role", [None, *Role])
@pytest.mark.parametrize("page", ["rules/edit/", "rules/edit/redraw/"])
def test_only_the_organiser_opens_the_editor(client, event, member, role, page):
    if role:
        client.force_login(member(event, role))
    status = client.post(f"/e/{event.slug}/{page}", {"action": "redraw"}).status_code
    assert status == (200 if role is Role.ORGANISER else 403 if role else 302)


def test_at_a_table_the_judgement_names_its_clause(client, event, organiser):
    client.cookies["django_language"] = "en"
    board = start_round(event, organiser).boards.get(table=1)
    client.force_login(organiser)
    answer = client.post(
        f"/e/{event.slug}/tables/{board.key}/live/", {"declarer": "A", "points": "0", "version": "0"}
    )
    assert "Side" not in words(answer)
    assert "rise by 3. Clause 三-6" in words(answer)
    assert "The regulation's own words Clause 三-6 无局方比赛得分" in words(answer)
    assert words(answer).count("无局方比赛得分在120至175区间内") == 1
