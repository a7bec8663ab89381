"""A question about cards, ruled on and put into words: what the command and the pages share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.answers import Problem, Reason, Refused
from rules.cards.answering import Answer, answer
from rules.cards.questions import Question
from rules.cards_assumed import assumed_texts
from rules.cards_wording import reason_text
from rules.hands import changed, load_rule_set
from rules.shipped import shipped_data, shipped_slugs
from rules.wording import offence_text


def ruling_on(question: Question, data: Mapping[str, Any]) -> Answer:
    """The ruling on one question under its rule set ``data``. Raises ``Refused`` for what a person can mend,
    the rule set included."""
    return answer(question, data, lambda: load_rule_set(data).bottom.multiplier)


def rule_set_of(question: Question) -> Mapping[str, Any]:
    """The data of the rule set that a question names or brings along, with its changes."""
    if isinstance(question.ruleset, str):
        if question.ruleset not in shipped_slugs():
            values = {"given": question.ruleset, "known": ", ".join(shipped_slugs())}
            raise Refused([Problem("rule-set-not-found", "ruleset", values)])
        return changed(shipped_data(question.ruleset), question.changes)
    return changed(question.ruleset, question.changes)


def in_words(given: Answer, data: Mapping[str, Any], explain: bool = True) -> dict[str, Any]:
    """A ruling's values with its sentence as ``answer``, its offences named, its reasons as ``because``, and
    what it rests on that the rule set ``data`` only assumes."""
    ruling = {**given.values, "answer": "".join(map(_sentence, given.decided)).strip()}
    for wrong in ruling.get("invalid", ()):
        if wrong["costs"]:
            wrong["offence"] = offence_text(wrong["costs"])
    for penalty in ruling.get("penalties", ()):
        penalty["offence"] = offence_text(penalty["code"])
    if explain:
        ruling["assumed"] = assumed_texts(given.touched.assumed(data))
        ruling["because"] = [
            {
                "code": reason.code,
                "clause": reason.clause,
                "text": reason_text(reason),
                "values": dict(reason.values),
            }
            for reason in given.because
        ]
    return ruling


def clauses_of(reasons: Iterable[Reason]) -> list[str]:
    """The regulation's numbers that the reasons cite, each once, in their order."""
    return list(dict.fromkeys(reason.clause for reason in reasons if reason.clause))


def _sentence(reason: Reason) -> str:
    """A sentence with what parts it from the next: a space, except after a Chinese full stop."""
    text = reason_text(reason)
    return text if text.endswith("。") else f"{text} "
