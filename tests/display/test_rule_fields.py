"""A rule set taken apart into fields and put together again says what it said."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.answers import Refused
from rules.hands import load_rule_set
from rules.shipped import shipped_data, shipped_slugs
from tournament.display.rule_fields import BANDS, PLACES, join, split
from tournament.display.toml_text import from_inline, from_toml, inline, to_toml

KEYS = st.text("abc_-.级 \"'\\", min_size=1, max_size=6)
PLAIN = (
    st.integers(-(10**9), 10**9)
    | st.booleans()
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
)
TABLES = st.recursive(
    st.dictionaries(KEYS, PLAIN, max_size=4),
    lambda inner: st.dictionaries(
        KEYS, inner | PLAIN | st.lists(PLAIN, max_size=3) | st.lists(inner, max_size=3), max_size=4
    ),
    max_leaves=12,
)


def shipped(slug: str) -> dict[str, Any]:
    return copy.deepcopy(dict(shipped_data(slug)))


@pytest.mark.parametrize("slug", shipped_slugs())
def test_every_shipped_rule_set_comes_back_as_it_was(slug: str) -> None:
    assert join(slug, split(shipped(slug))) == shipped(slug)


@pytest.mark.parametrize("slug", shipped_slugs())
def test_the_rest_survives_being_written_as_text(slug: str) -> None:
    rest = split(shipped(slug)).rest
    assert from_toml(to_toml(rest)) == rest


@given(TABLES)
def test_data_written_as_toml_is_read_back(data: dict[str, Any]) -> None:
    assert from_toml(to_toml(data)) == data
    assert from_inline(inline({"it": data})) == {"it": data}


@pytest.mark.parametrize("text", ["a = ", "a = 1\nb", "[[[", "a = " + "[" * 5000, "a = " + "9" * 5000])
def test_text_that_is_no_toml_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(Refused) as refused:
        from_toml(text, "rest")
    problem = refused.value.problems[0]
    assert (problem.code, problem.at) == ("toml-unreadable", "rest")
    assert int(problem.values["line"]) >= 1


def test_what_a_field_cannot_hold_stays_in_the_text() -> None:
    parts = split(shipped("knockout-3deck"))
    assert parts.values["bottom_pair"] is None
    assert parts.rest["bottom"]["multiplier"]["pair"] == {"doubling": 6}


def test_a_key_in_a_field_and_in_the_text_is_refused_at_its_path() -> None:
    parts = split(shipped("swiss-60min"))
    parts.rest["table"]["threshold"] = 80
    with pytest.raises(Refused) as refused:
        join("swiss-60min", parts)
    assert [(one.code, one.at) for one in refused.value.problems] == [("rule-set-in-both", "table.threshold")]


def test_an_offence_that_says_a_cost_twice_is_refused_at_its_path() -> None:
    parts = split(shipped("swiss-60min"))
    place = next(at for at, row in enumerate(parts.penalties) if row["code"] == "failed-throw")
    parts.penalties[place]["more"] += ", points_per_card = 20"
    with pytest.raises(Refused) as refused:
        join("swiss-60min", parts)
    assert refused.value.problems[0].at == f"penalties[{place}].effect.points_per_card"


def test_offences_written_in_the_text_come_after_those_of_the_rows() -> None:
    parts = split(shipped("swiss-60min"))
    parts.rest["penalties"] = [{"code": "own", "effect": {"points": 10}}]
    assert join("swiss-60min", parts)["penalties"][-1]["code"] == "own"


def test_an_emptied_row_is_left_out_and_so_is_an_emptied_field() -> None:
    parts = split(shipped("union-squads"))
    parts.bands["declarers"][1] = {"start": None, "levels": None}
    parts.values["declarers_cap"] = None
    data = join("union-squads", parts)
    assert data["table"]["declarers"] == {"bands": [[5, 2]]}
    load_rule_set(data)


@pytest.mark.parametrize(
    ("typed", "kept"), [("3", 3), ("+1", {"add": 1}), ("next_must_play", "next_must_play")]
)
def test_each_zero_rule_has_its_field(typed: str, kept: Any) -> None:
    parts = split(shipped("swiss-60min"))
    parts.values["zero"] = typed
    data = join("swiss-60min", parts)
    assert data["table"]["zero"] == kept
    assert split(data).values["zero"] == typed


@pytest.mark.parametrize("text", ["2 3 4", "2,3,4", "2，3、4", " 2  3 4 "])
def test_levels_may_be_parted_by_spaces_or_commas(text: str) -> None:
    parts = split(shipped("swiss-60min"))
    parts.values["rungs"] = text
    assert join("swiss-60min", parts)["ladder"]["rungs"] == ["2", "3", "4"]


def test_no_two_fields_stand_for_one_key() -> None:
    paths = [place.path for place in PLACES] + list(BANDS.values())
    assert len(set(paths)) == len(paths)
    assert len({place.name for place in PLACES}) == len(PLACES)
