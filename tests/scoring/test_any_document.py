"""Whatever the document says, the answer is a table or problems with words; never a crash."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules.answers import Refused
from scoring.standings import rank
from scoring.standings.document import RESULT_KEYS, read_document
from scoring.wording import formula_text, problem_text
from tests.scoring.drawn import KEYS, LEVELS
from tests.scoring.test_rank_command import SCHEMAS

SCHEMA = Draft202012Validator(json.loads((SCHEMAS / "rank-input.json").read_text(encoding="utf-8")))

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.just(10**400),
    # A schema takes 2.0 for a whole number.
    st.floats(allow_nan=True, allow_infinity=True).filter(lambda number: not number.is_integer()),
    st.sampled_from(["", "a", "b", "both", "draw", "8", "passed", "5@2", "-3", "average", *KEYS[:3]]),
)
anything = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from([*RESULT_KEYS, "key", "use"]), inner, max_size=3),
    ),
    max_leaves=6,
)
almost_results = st.lists(
    st.one_of(
        anything,
        st.fixed_dictionaries(
            {"round": st.integers(1, 3), "a": st.integers(1, 4)},
            optional={
                "b": st.one_of(st.integers(1, 4), anything),
                "levels": st.one_of(st.lists(st.sampled_from(LEVELS), min_size=2, max_size=2), anything),
                "score": st.one_of(st.lists(st.integers(0, 2), min_size=2, max_size=2), anything),
                "bye": anything,
                "worth": anything,
                "forfeited_by": anything,
                "verdict": anything,
                "winner": anything,
                "finished": anything,
                "adjust": anything,
                "card_points": anything,
            },
        ),
    ),
    max_size=6,
)
almost_documents = st.one_of(
    anything,
    st.fixed_dictionaries(
        {
            "tiebreaks": st.one_of(
                st.lists(st.sampled_from(KEYS), min_size=1, max_size=5, unique=True), anything
            )
        },
        optional={
            "entries": st.one_of(
                st.just([1, 2, 3, 4]),
                st.just([{"id": 1, "squad": "x", "branch": "y"}, {"id": 2, "squad": "x"}, 3, 4]),
                anything,
            ),
            "squads": anything,
            "branches": anything,
            "results": almost_results,
            "points": st.one_of(
                anything, st.dictionaries(st.sampled_from(["win", "by", "base", "levels"]), anything)
            ),
            "differences": anything,
            "ladder": anything,
            "passed_counts": anything,
            "unplayed": anything,
            "seed": anything,
        },
    ),
)


@given(almost_documents)
def test_any_document_gives_a_table_or_problems_that_can_be_worded(document):
    try:
        read = read_document(document)
    except Refused as refused:
        assert refused.problems
        for problem in refused.problems:
            words = problem_text(problem)
            assert words["message"]
            assert words["fix"]
        return
    table = rank(read.entries, read.results, read.tiebreaks, read.settings)
    assert len(table.rows) == len(read.entries)
    for row in table.rows:
        json.dumps([row.rank, row.entry, [table.shown(row.entry, key) for key in table.keys]])
    for key in table.keys:
        assert formula_text(table.tiebreak(key))


@given(almost_documents)
def test_what_the_schema_allows_is_refused_only_for_what_a_schema_cannot_say(document):
    """Unknown entries, unknown levels, contradictions and repetitions are beyond a schema; everything else is
    in it.
    """
    if not SCHEMA.is_valid(document):
        return
    try:
        read_document(document)
    except Refused as refused:
        assert {problem.code for problem in refused.problems} <= {
            "entry-unknown",
            "entry-twice",
            "entry-against-itself",
            "level-unknown",
            "result-contradicts",
            "result-without-opponent",
            "tiebreak-twice",
            "tiebreak-two-ways",
            "tiebreak-option",
            "format-missing",
            "format-said-twice",
            "format-not-a-number",
            "rule-set-bad-rung",
        }
