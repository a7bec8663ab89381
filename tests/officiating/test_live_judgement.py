"""While a referee types a hand in detail, the page says what it is worth, and by which clause."""

from __future__ import annotations

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db


def said(client, event, board, **typed) -> str:
    address = reverse("table-live", args=[event.slug, board.key])
    return client.post(address, {"declarer": "A", **typed}).content.decode()


def test_hand_in_detail_is_explained_with_the_clauses_and_their_words(client, event, board, chief):
    """三-5: a triple counts the bottom nine times; 100 and 180 are 280: two levels above 120."""
    client.force_login(chief)
    page = said(client, event, board, tricks=100, bottom=20, last_trick="3-3")
    assert "280" in page and "2 : 4" in page
    assert "三-5" in page and "三-6" in page
    assert "执行相同规则" in page or "底分×9" in page


def test_penalty_of_nobody_is_asked_for_while_she_types(client, event, board, chief):
    client.force_login(chief)
    page = said(client, event, board, points=60, penalty="failed-throw", penalty_cards=2)
    assert "三-6" not in page
    page = said(
        client, event, board, tricks=60, bottom=0, penalty="failed-throw", penalty_cards=2, penalty_by="A"
    )
    assert "80" in page and "三-3" in page


def test_details_without_a_declarer_are_answered_with_the_question_who_declares(client, event, board, chief):
    client.force_login(chief)
    page = said(client, event, board, declarer="", tricks=100, bottom=20)
    assert "请选这一副谁坐庄。" in page
    assert "请选这一副谁坐庄。" not in said(client, event, board, declarer="")
    page = said(client, event, board, points=60, penalty="failed-throw", penalty_cards=2)
    assert "哪一方违规" in page
    assert "底牌里的分：" in said(client, event, board, tricks=100, bottom="-5")


def test_whose_offence_is_chosen_by_the_names_on_the_table_page(client, event, board, chief):
    client.force_login(chief)
    page = client.get(reverse("table", args=[event.slug, board.key])).content.decode()
    names = [slot.entry.names for slot in board.encounter.slots.order_by("side")]
    for side, name in zip("AB", names, strict=True):
        assert f'<option value="{side}">{name}</option>' in page
