"""Published cross tables: the engine finds the figures that others have printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoring.standings import Settings, load_tiebreaks, rank
from scoring.standings.document import read_document

DATA = Path(__file__).parent.parent / "data"
NAMES = {
    "points": "points",
    "SB": "sonneborn_berger",
    "BH": "opponents_points",
    "BH-C1": "opponents_points_cut1",
}


@pytest.mark.parametrize("path", sorted(DATA.glob("table-*.json")), ids=lambda path: path.stem)
def test_a_published_cross_table_is_found_again(path: Path) -> None:
    published = json.loads(path.read_text(encoding="utf-8"))
    document = read_document(
        {
            "entries": published["entries"],
            "results": published["results"],
            "tiebreaks": list(NAMES.values()),
        }
    )
    table = rank(document.entries, document.results, document.tiebreaks, document.settings)
    found = {
        entry: {name: table.row(int(entry)).values[NAMES[name]] for name in expected}
        for entry, expected in published["expected"].items()
    }
    assert found == published["expected"]


# The table of the tie-break exercise that FIDE's technical commission set in March 2024, and its solutions.
# "+" won, "=" drew, "-" lost against a number; F: by forfeit; B: a bye; "0": absent.
EXERCISE = {
    1: "+9 =13 =2 +15 =4",
    2: "+10 +7 =1 +16 =3",
    3: "=11 +6 +8 =4 =2",
    4: "+12 =B +13 =3 =1",
    5: "-13 -15 +11 =7 +10",
    6: "-14 -3 +B +10 +8",
    7: "+15 -2 -16 =5 -11",
    8: "=16 +14 -3 +13 -6",
    9: "-1 -10 =B -F11 +B",
    10: "-2 +9 -15 -6 -5",
    11: "=3 -16 -5 +F9 +7",
    12: "-4 +B +F14 0 0",
    13: "+5 =1 -4 -8 -14",
    14: "+6 -8 -F12 0 +13",
    15: "-7 +5 +10 -1 -16",
    16: "=8 +11 +7 -2 +15",
}
SOLUTIONS = {
    "opponents_points": {1: 12.5, 2: 13, 3: 15.5, 4: 15, 5: 8.5, 8: 13.5, 11: 13.5, 16: 12.5},
    "opponents_points_cut1": {
        1: 11,
        3: 13,
        4: 11.5,
        5: 7.5,
        7: 12.5,
        8: 12,
        9: 7.5,
        11: 12,
        12: 9.5,
        13: 12,
        14: 9,
        15: 11,
        16: 11,
    },
}


def exercise_results() -> list[dict[str, object]]:
    results: list[dict[str, object]] = []
    worth = {"+": 1, "=": 0.5, "-": 0}
    for entry, line in EXERCISE.items():
        for round_, mark in enumerate(line.split(), start=1):
            if mark == "0":
                continue
            row: dict[str, object] = {"round": round_, "a": entry}
            if mark[1:] == "B":
                row |= {"bye": True, "worth": worth[mark[0]]}
            else:
                opponent = int(mark.lstrip("+-=F"))
                if opponent < entry:
                    continue
                row["b"] = opponent
                if "F" in mark:
                    row["forfeited_by"] = "a" if mark[0] == "-" else "b"
                else:
                    row["score"] = [worth[mark[0]], 1 - worth[mark[0]]]
            results.append(row)
    return results


def test_opponents_points_solve_the_exercise_of_fides_technical_commission() -> None:
    document = read_document(
        {"entries": list(EXERCISE), "results": exercise_results(), "tiebreaks": ["points", *SOLUTIONS]}
    )
    assert document.settings == Settings(win=1, draw=0.5, unplayed="fide")
    table = rank(document.entries, document.results, document.tiebreaks, document.settings)
    for key, solutions in SOLUTIONS.items():
        assert {entry: table.row(entry).values[key] for entry in solutions} == solutions


def test_an_absence_said_as_a_bye_worth_nothing_counts_like_an_absence_left_out() -> None:
    spoken = exercise_results()
    spoken += [{"round": round_, "a": 12, "bye": True, "worth": 0} for round_ in (4, 5)]
    spoken.append({"round": 4, "a": 14, "bye": True, "worth": 0})
    tiebreaks = ["points", *SOLUTIONS, "sonneborn_berger"]
    values = []
    for results in (exercise_results(), spoken):
        document = read_document({"entries": list(EXERCISE), "results": results, "tiebreaks": tiebreaks})
        table = rank(document.entries, document.results, document.tiebreaks, document.settings)
        values.append({row.entry: row.values for row in table.rows})
    assert values[0] == values[1]


def test_the_other_ways_to_count_unplayed_rounds_differ_where_they_should() -> None:
    """Entry 4 had a bye worth half a point in round 2, with one point before it and 3½ in the end.

    The bye adds: 3½ (its own points); 2½ with the cap of 2026 (a draw in each of five rounds); nothing in a
    round robin or where only played matches count; under the rule of old 1 + (1 − ½) + 3 × ½ = 3.
    """
    document = read_document(
        {"entries": list(EXERCISE), "results": exercise_results(), "tiebreaks": ["opponents_points"]}
    )
    added = {}
    for unplayed in ("fide", "fide_2026", "virtual", "fide_round_robin", "nothing"):
        table = rank(
            document.entries,
            document.results,
            load_tiebreaks(["opponents_points"]),
            Settings(win=1, draw=0.5, unplayed=unplayed),
        )
        parts = table.explain(4, "opponents_points")
        added[unplayed] = sum(part.value for part in parts if part.round == 2)
    assert added == {"fide": 3.5, "fide_2026": 2.5, "virtual": 3, "fide_round_robin": 0, "nothing": 0}


def test_the_cap_of_2026_looks_at_the_scheduled_opponent_of_a_forfeit() -> None:
    """Entry 11 (2½ points) won a forfeit against 9, who has 1½."""
    document = read_document(
        {"entries": list(EXERCISE), "results": exercise_results(), "tiebreaks": ["points"]}
    )
    found = {}
    for unplayed in ("fide", "fide_2026"):
        table = rank(
            document.entries,
            document.results,
            load_tiebreaks(["opponents_points"]),
            Settings(win=1, draw=0.5, unplayed=unplayed),
        )
        found[unplayed] = [part.value for part in table.explain(11, "opponents_points") if part.round == 4]
    assert found == {"fide": [2.5], "fide_2026": [1.5]}
