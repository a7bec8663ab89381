"""The JSON Schema of a rule set says what the loader says."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rules.answers import Refused
from rules.hands import changed, load_rule_set
from rules.shipped import shipped_data, shipped_slugs
from tests.rules.hands.building import EIGHTY

SCHEMA = json.loads(
    (Path(__file__).parents[3] / "docs/schemas/judge-ruleset.json").read_text(encoding="utf-8")
)
FITS = jsonschema.Draft202012Validator(SCHEMA)


def test_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("slug", shipped_slugs())
def test_shipped_rule_set_fits(slug: str) -> None:
    FITS.validate(json.loads(json.dumps(shipped_data(slug))))


def properties(path: str) -> set[str]:
    """The keys that the schema knows at a key path."""
    where: dict[str, Any] = SCHEMA
    for key in path.split(".") if path else ():
        where = where["items"] if key == "0" else where["properties"][key]
        if "$ref" in where:
            where = SCHEMA["$defs"][where["$ref"].rpartition("/")[2]]
    return set(where["properties"])


HOOK = {"at": "J", "fall_to": "2"}
OFFENCE = {"code": "x", "effect": {"levels_by_points": {}}, "repeated": {"effect": {}}}


@pytest.mark.parametrize(
    "path",
    [
        "",
        "ladder",
        "table",
        "table.declarers",
        "table.attackers",
        "deal",
        "bottom",
        "bottom.side",
        "bottom.multiplier",
        "bottom.side.multiplier",
        "bottom.buried_by_attackers",
        "hooks.0",
        "penalties.0",
        "penalties.0.effect",
        "penalties.0.effect.levels_by_points",
        "penalties.0.repeated",
        "penalties.0.repeated.effect",
    ],
)
def test_schema_and_loader_know_the_same_keys(path: str) -> None:
    data = changed({**EIGHTY, "hooks": [HOOK], "penalties": [OFFENCE]}, {f"{path}.zzz".lstrip("."): 1})
    assert not FITS.is_valid(data)
    with pytest.raises(Refused) as caught:
        load_rule_set(data)
    unknown = [problem for problem in caught.value.problems if problem.code == "rule-set-unknown-key"]
    assert len(unknown) == 1
    assert set(unknown[0].values["known"].split(", ")) == properties(path)


@pytest.mark.parametrize(
    "changes",
    [
        {"decks": 9},
        {"slug": 3},
        {"ladder.after_target": "stop"},
        {"table.threshold": 82},
        {"table.zero": "a lot"},
        {"table.declarers": {"bands": [[0]]}},
        {"deal.held": "anybody"},
        {"bottom.multiplier": {"pair": {}}},
        {"hooks": [{"fall_to": "2"}]},
        {"penalties": [{"code": "a"}]},
    ],
)
def test_what_the_loader_refuses_for_its_kind_does_not_fit(changes: dict[str, Any]) -> None:
    data = changed(EIGHTY, changes)
    assert not FITS.is_valid(data)
    with pytest.raises(Refused):
        load_rule_set(data)
