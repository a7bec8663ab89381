"""What can be done at a table, as a page or a phone sends it, and the phone's answer as JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext as _

from rules.answers import Problem, Refused
from rules.wording import level_text
from scoring.models import Match
from tournament.change import Conflict
from tournament.clock import Reading
from tournament.models import Board, Round
from tournament.officiating import entering, lateness, signing, timing
from tournament.officiating.hand_form import HandForm, hand_form
from tournament.officiating.selectors import names_at
from tournament.officiating.slips import said_level
from tournament.wording import words


def act(request: HttpRequest, board: Board, form: HandForm | None = None) -> entering.Saved | None:
    """Do what ``action`` says. ``form`` is the valid form of a hand.

    Raises ``Conflict`` and ``Refused`` as the services do; an action that is none is not found.
    """
    sent, user = request.POST, request.user
    version, nonce = whole(sent.get("version")), sent.get("nonce", "")[:64]
    reason = sent.get("reason", "")

    def mark() -> entering.Saved:
        hand, begun = whole(sent.get("hand")), sent.get("state") != "none"
        saved = entering.end_table(board, user, version=version, marked=hand, marked_begun=begun)
        if not board.clock_facts.filter(kind="mark").exists():
            timing.mark_hand(board, user, hand)
        return saved

    def time_is_up() -> entering.Saved:
        state = sent.get("state", "")
        return entering.end_table(
            board,
            user,
            version=version,
            hand=whole(sent.get("hand")),
            begun=state != "none",
            drawn=state == "playing",
        )

    def last() -> entering.Saved:
        number = whole(sent.get("hand"))
        if sent.get("state") == "none":
            number -= 1
        return entering.end_table(board, user, version=version, last=number)

    def hand() -> entering.Saved:
        if form is None:
            raise Http404("hand")
        return entering.enter_hand(
            board, user, form.facts(), version=version, nonce=nonce, sure=bool(sent.get("sure"))
        )

    actions: dict[str, Callable[[], Any]] = {
        "hand": hand,
        "undo": lambda: entering.undo_last_hand(board, user, version=version, nonce=nonce),
        "levels": lambda: entering.enter_levels(
            board,
            user,
            said_level(sent.get("a", "")),
            said_level(sent.get("b", "")),
            on_deal=sent.get("on_deal", ""),
            version=version,
            nonce=nonce,
        ),
        "mark": mark,
        "time": time_is_up,
        "last": last,
        "end": lambda: entering.end_table(board, user, version=version),
        "resume": lambda: entering.resume_table(board, user, version=version),
        "confirm": lambda: entering.confirm(board, user, version=version),
        "reopen": lambda: entering.reopen(board, user, reason),
        "clear": lambda: entering.clear_result(board, user, version=version, reason=reason),
        "verdict": lambda: entering.give_verdict(
            board, user, sent.get("verdict", ""), sent.get("against", ""), version=version, reason=reason
        ),
        "pause": lambda: timing.add_fact(board.round, user, "pause", board=board),
        "go-on": lambda: timing.add_fact(board.round, user, "resume", board=board),
        "extend": lambda: timing.add_fact(
            board.round, user, "extend", board=board, minutes=whole(sent.get("minutes"))
        ),
        "seat": lambda: lateness.seat(board, user, sent.get("sides", "")),
        "sign": lambda: signing.sign(board, user, sent.get("sides", ""), version=version),
        "dispute": lambda: entering.dispute(board, user, sent.get("why", "")),
    }
    if sent.get("action", "") not in actions:
        raise Http404(sent.get("action", ""))
    done = actions[sent["action"]]()
    return done if isinstance(done, entering.Saved) else None


def answered(request: HttpRequest, board: Board) -> JsonResponse:
    """The same for a phone that sends by itself: 200 with the new version, 409 with what somebody else saved,
    422 with what is wrong. ``unlikely`` says that it is taken when it is sent again with ``sure``."""
    form = None
    if request.POST.get("action") == "hand":
        form = hand_form(board, request.POST)
        if not form.is_valid():
            problems = [
                {"code": "field", "at": field, "message": f"{form[field].label}: {error}", "fix": ""}
                for field, errors in form.errors.items()
                for error in errors
            ]
            return JsonResponse({"ok": False, "problems": problems}, status=422)
    try:
        saved = act(request, board, form)
    except Conflict as conflict:
        answer = {
            "ok": False,
            "problems": _as_json(conflict.problems, names_at(board)),
            "version": conflict.problems[0].values.get("version"),
            "theirs": _in_a_sentence(told(conflict.theirs, board)),
        }
        return JsonResponse(answer, status=409)
    except Refused as refused:
        unlikely = all(problem.severity == "unlikely" for problem in refused.problems)
        answer = {"ok": False, "problems": _as_json(refused.problems, names_at(board)), "unlikely": unlikely}
        return JsonResponse(answer, status=422)
    again = saved is not None and saved.again
    return JsonResponse({"ok": True, "problems": [], "version": saved and saved.version, "again": again})


def asked_now(round_: Round, clock: Reading, match: Match) -> str:
    """What the clock asks a table now: ``mark`` (the hand in play at the reminder), ``last`` (the one in play
    when no more are dealt), ``dealt`` (how far the hand in play at time has come), ``begun`` (whether one is
    in play), or nothing."""
    if match.ended is not None or (match.result or {}).get("over") or clock.state == "closed":
        return ""
    time = round_.match_format.get("time", {})
    policy = time.get("at_time", "finish_hand")
    if policy == "one_more_after_reminder":
        return "mark" if clock.reminded else ""
    if time.get("no_new_deal_before") and policy != "stop":
        return "last" if clock.no_more_deals else ""
    if not clock.over or policy == "stop":
        return ""
    return "dealt" if policy == "finish_if_drawn" else "begun"


def told(theirs: dict[str, Any], board: Board) -> dict[str, Any]:
    """What somebody else saved, with the declarers' names and the levels in words."""
    found = {**theirs, "declarer_name": names_at(board).get(str(theirs.get("declarer", "")), "")}
    if slip := theirs.get("slip"):
        found["slip"] = {**slip, "levels": {side: level_text(one) for side, one in slip["levels"].items()}}
    return found


def whole(text: str | None) -> int:
    """The whole number that a field says, -1 where it says none."""
    try:
        return int(text or "")
    except ValueError:
        return -1


def _in_a_sentence(theirs: dict[str, Any]) -> str:
    if theirs.get("number"):
        values = {
            "number": theirs["number"],
            "name": theirs["declarer_name"],
            "points": theirs.get("points", "—"),
        }
        return _("Hand %(number)s is there now: %(name)s declared, attackers' points %(points)s.") % values
    if slip := theirs.get("slip"):
        return _("Levels from a slip are there now: %(A)s : %(B)s.") % slip["levels"]
    return _("There is no hand there now.")


def _as_json(problems: tuple[Problem, ...], names: dict[str, str]) -> list[dict[str, str]]:
    return [{"code": one.code, "at": one.at, **words(one, names)} for one in problems]
