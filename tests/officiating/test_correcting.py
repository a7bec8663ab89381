"""A result is corrected in one step, after a look at all that changes: table, seats, places, pairs."""

from __future__ import annotations

import pytest

from rules.answers import Refused
from scoring.models import Match
from tests.hall import finish_round, play, start_round
from tests.stages.conftest import MATCH, begin, boards_of, numbers, play_round, play_stage
from tests.stages.conftest import make as make_stages
from tournament.change import broken_link
from tournament.keeping.verifying import verify
from tournament.models import Audit, Board, Entry, Round, Slot, Stage
from tournament.officiating import corrections, decisions, entering, timing
from tournament.officiating.consequences import consequences
from tournament.officiating.decisions import Finding
from tournament.stages.drawing import draw_round
from tournament.stages.standings import standings_of
from tournament.stages.tables import facts_of, table_of

pytestmark = pytest.mark.django_db

make = make_stages  # the fixture by its own name
LOTS = {**MATCH, "level_at_time": ["on_deal", "lots"]}


def version(board) -> int:
    return Match.objects.get(pk=board.match_id).version


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def result(board) -> dict:
    return Match.objects.get(pk=board.match_id).result


def follows(board, a, b) -> list[str]:
    found = corrections.preview_levels(board, a, b)
    return [reason.code for reason in consequences(board, found.before, found.after).follow]


def actions(event) -> list[str]:
    return list(Audit.objects.filter(event=event).order_by("seq").values_list("action", flat=True))


@pytest.fixture
def slip(event, organiser) -> Board:
    """A confirmed slip, 8:2, at a table of a round that is closed."""
    round_ = start_round(event, organiser)
    finish_round(round_, organiser)
    return boards_of(round_)[0]


class TestInOneStep:
    def test_a_slip_is_corrected_and_confirmed_again(self, event, slip, organiser):
        corrections.replace_levels(slip, organiser, "3", "6", version=version(slip), reason="抄反了")
        slip.refresh_from_db()
        assert slip.confirmed_at is not None
        assert (result(slip)["levels"], result(slip)["difference"]) == ({"A": "3", "B": "6"}, -3)
        assert Round.objects.get(pk=slip.round_id).status == Round.Status.CLOSED
        assert actions(event)[-3:] == ["result-reopened", "levels-corrected", "result-confirmed"]
        assert broken_link(event) is None

    def test_hands_are_corrected_and_confirmed_again(self, event, round_, organiser):
        board = boards_of(round_)[0]
        play(board, organiser, [("A", 60), ("A", 60)])
        new = [{"declarer": "A", "points": 0}, {"declarer": "A", "points": 60}]
        corrections.replace_hands(board, organiser, new, version=version(board), reason="抄错")
        board.refresh_from_db()
        assert board.confirmed_at is not None
        assert result(board)["levels"] == {"A": "6", "B": "2"}

    def test_a_match_that_is_not_over_any_more_stays_open_with_its_round(self, make_event, organiser):
        """Passing A ended it; with a hand less it is not over, and the round is open again."""
        event = make_event(2)
        stage = event.stages.get()
        stage.config["match"].pop("time", None)
        stage.save()
        round_ = start_round(event, organiser)
        board = boards_of(round_)[0]
        board.match.format = {"points": {"win": 2}, "mercy": 4}
        board.match.save()
        sent = 0
        for points in (0, 60):
            hand = {"declarer": "A", "points": points}
            sent = entering.enter_hand(board, organiser, hand, version=sent, sure=True).version
        entering.confirm(board, organiser, version=sent)
        timing.close_round(round_, organiser)
        corrections.replace_hands(
            board, organiser, [{"declarer": "A", "points": 60}], version=version(board), reason="多记一副"
        )
        board.refresh_from_db()
        assert board.confirmed_at is None
        assert Round.objects.get(pk=round_.pk).status == Round.Status.PLAYING

    def test_where_two_people_are_asked_for_the_second_confirms_what_was_changed(
        self, slip, organiser, chief
    ):
        Board.objects.filter(pk=slip.pk).update(two_people=True, entered_by=chief, confirmed_by=organiser)
        corrections.replace_levels(slip, organiser, "3", "6", version=version(slip), reason="抄反了")
        slip.refresh_from_db()
        assert slip.confirmed_at is None
        with pytest.raises(Refused) as refused:
            entering.confirm(slip, organiser, version=version(slip))
        assert codes(refused) == ["needs-second-person"]
        assert entering.confirm(slip, chief, version=version(slip)).confirmed_at is not None

    def test_a_reason_is_asked_for_and_an_old_page_changes_nothing(self, slip, organiser):
        with pytest.raises(Refused) as refused:
            corrections.replace_levels(slip, organiser, "3", "6", version=version(slip), reason=" ")
        assert codes(refused) == ["needs-reason"]
        with pytest.raises(Refused) as refused:
            corrections.replace_levels(slip, organiser, "3", "6", version=0, reason="抄反了")
        assert codes(refused) == ["changed-meanwhile"]
        assert result(slip)["levels"] == {"A": "8", "B": "2"}

    @pytest.mark.parametrize(
        ("verdict", "points"),
        [
            ("forfeit", [3, 0]),
            ("late", [2.5, 0]),
            ("withdrawn", [3, -1]),
            ("disqualified", [4, -2]),
            ("lost_by_ruling", [2, 0.5]),
        ],
    )
    def test_each_verdict_has_its_own_code_and_worth_down_to_the_table(
        self,
        make,
        organiser,
        client,
        verdict,
        points,
    ):
        worth = {
            "win": 2,
            "loss": 0,
            "forfeit": [3, 0],
            "late": [2.5, 0],
            "withdrawn": [3, -1],
            "disqualified": [4, -2],
            "lost_by_ruling": [2, 0.5],
        }
        differences = {"forfeit": 4, "late": "average", "withdrawn": "maximum", "disqualified": [5, -5]}
        config = {"format": "swiss", "match": {**MATCH, "points": worth, "differences": differences}}
        event = make(4, [config])
        round_ = play_round(event.stages.get(), organiser)
        board = boards_of(round_)[0]
        a, b = numbers(board)
        other = {number for one in boards_of(round_)[1:] for number in numbers(one)}
        corrections.replace_verdict(board, organiser, verdict, "B", version=version(board), reason="裁定")
        table = table_of(event.stages.get())
        assert [table.row(a).values["points"], table.row(b).values["points"]] == points
        greatest = max(table.row(number).values["level_difference"] for number in other)
        expected = {
            "forfeit": (4, 0),
            "late": (0, 0),
            "withdrawn": (greatest, 0),
            "disqualified": (5, -5),
            "lost_by_ruling": (4, 0),
        }[verdict]
        assert tuple(table.row(number).values["level_difference"] for number in (a, b)) == expected
        client.cookies["django_language"] = "en"
        word = {"late": "too late", "lost_by_ruling": "lost by ruling"}.get(verdict, verdict)
        assert word in client.get(f"/e/{event.slug}/match/{board.key}/").content.decode()

    def test_a_double_forfeit_is_none_to_none_and_no_draw(self, event, slip, organiser, client):
        corrections.replace_verdict(
            slip, organiser, "forfeit", "both", version=version(slip), reason="都没有来"
        )
        found = next(one for one in facts_of(event.stages.get()).results if one.key == str(slip.key))
        assert (str(found.kind), found.points, found.winner) == ("double_forfeit", (0, 0), None)
        client.cookies["django_language"] = "en"
        a, _b = numbers(slip)
        assert "both forfeit" in client.get(f"/e/{event.slug}/standings/swiss/{a}/").content.decode()


class TestWhatFollows:
    def test_the_lines_of_the_table_that_change_are_told_before(self, event, slip):
        """8:2 in both: turned into 2:8, winner and loser change places and six levels change sides twice."""
        found = corrections.preview_levels(slip, "2", "8")
        moved = {one.entry.number: one for one in consequences(slip, found.before, found.after).moved}
        a, b = numbers(slip)
        before = {line.number: line.rank for line in standings_of(event.stages.get()).lines}
        assert set(moved) == {a, b}
        assert (moved[a].rank, moved[b].rank) == ((before[a], before[b]), (before[b], before[a]))
        values = {column.key: (was, then) for column, was, then in moved[a].values}
        assert values == {"points": (2, 0), "level_difference": (6, -6)}

    def test_nothing_is_saved_by_looking(self, slip, event):
        event.refresh_from_db()
        seen = (event.revision, version(slip), result(slip))
        follows(slip, "2", "8")
        event.refresh_from_db()
        assert (event.revision, version(slip), result(slip)) == seen

    def test_a_published_round_stands_and_how_it_would_be_paired_is_told(self, make, organiser):
        event = make(8, [{"format": "swiss", "rounds": 3, "pairing": {"method": "adjacent"}}])
        stage = event.stages.get()
        round_ = play_round(stage, organiser)
        begin(stage, organiser)
        board = boards_of(round_)[0]
        levels = ("2", "9") if result(board)["difference"] > 0 else ("9", "2")
        found = corrections.preview_levels(board, *levels)
        follow = consequences(board, found.before, found.after).follow
        assert [reason.code for reason in follow] == ["pairings-stand", "pairings-differ"]
        assert follow[1].values["count"] == len(follow[1].values["pairs"]) > 0

    def test_a_draft_has_to_be_drawn_again(self, make, organiser):
        event = make(8, [{"format": "swiss", "rounds": 3}])
        stage = event.stages.get()
        round_ = play_round(stage, organiser)
        draw_round(stage, organiser)
        board = boards_of(round_)[0]
        levels = ("2", "9") if result(board)["difference"] > 0 else ("9", "2")
        assert follows(board, *levels) == ["draft-to-draw-again"]

    def test_the_seat_in_the_bracket_moves_with_the_correction(self, make, organiser):
        stage = make(4, [{"format": "knockout", "match": LOTS}]).stages.get()
        round_ = play_round(stage, organiser)
        board = boards_of(round_)[0]
        a, b = numbers(board)
        won, lost = (a, b) if result(board)["winner"] == "A" else (b, a)
        levels = ("2", "8") if won == a else ("8", "2")
        found = corrections.preview_levels(board, *levels)
        follow = consequences(board, found.before, found.after).follow
        assert [(one.code, one.values["before"], one.values["after"]) for one in follow] == [
            ("seat-moves", won, lost)
        ]
        corrections.replace_levels(board, organiser, *levels, version=version(board), reason="抄反了")
        seats = Slot.objects.filter(round__stage=stage, round__number=2).values_list(
            "entry__number", flat=True
        )
        assert lost in seats
        assert won not in seats

    def test_a_group_place_moves_and_the_seat_with_it(self, make, organiser):
        groups = {
            "key": "groups",
            "format": "round_robin",
            "groups": 2,
            "pairing": {"method": "berger", "groups_by": "snake"},
        }
        final = {
            "key": "ko",
            "format": "knockout",
            "match": LOTS,
            "entries_from": {"stage": "groups", "ranks": [1, 2]},
        }
        event = make(8, [groups, final])
        first, second = event.stages.get(slug="groups"), event.stages.get(slug="ko")
        play_stage(first, organiser)
        draw = draw_round(second, organiser)
        board = next(
            one for round_ in first.rounds.all() for one in boards_of(round_) if set(numbers(one)) == {1, 4}
        )
        levels = ("2", "8") if numbers(board) == (1, 4) else ("8", "2")
        found = corrections.preview_levels(board, *levels)
        follow = consequences(board, found.before, found.after).follow
        assert {(one.values["place"], one.values["before"], one.values["after"]) for one in follow} == {
            ("A1", 1, 4),
            ("A2", 4, 1),
        }
        corrections.replace_levels(board, organiser, *levels, version=version(board), reason="抄反了")
        draw.refresh_from_db()
        assert draw.pairs["lines"] == [4, 3, 2, 1]
        first.refresh_from_db()
        assert first.status == Stage.Status.DONE

    def test_once_a_match_that_depends_on_it_has_begun_it_is_refused_and_named(
        self,
        make,
        organiser,
        client,
    ):
        event = make(4, [{"format": "knockout", "match": LOTS}])
        stage = event.stages.get()
        round_ = play_round(stage, organiser)
        begin(stage, organiser)
        board = boards_of(round_)[0]
        with pytest.raises(Refused) as refused:
            corrections.replace_levels(board, organiser, "2", "8", version=version(board), reason="抄反了")
        assert set(codes(refused)) == {"depending-match-begun"}
        client.force_login(organiser)
        data = {"kind": "levels", "a": "2", "b": "9", "version": version(board), "do": "preview"}
        page = client.post(f"/e/{event.slug}/tables/{board.key}/hands/", data)
        assert page.status_code == 422
        assert 'value="save"' not in page.content.decode()


class TestThePage:
    def at(self, board):
        return f"/e/{board.round.stage.event.slug}/tables/{board.key}/hands/"

    def test_a_slip_is_corrected_after_a_look_at_the_standings(self, client, slip, chief, event):
        client.force_login(chief)
        data = {"kind": "levels", "a": "2", "b": "8", "version": version(slip)}
        page = client.post(self.at(slip), {**data, "do": "preview"})
        assert page.status_code == 200
        assert [line["entry"].number for line in page.context["moved"]] == [
            numbers(slip)[1],
            numbers(slip)[0],
        ]
        assert result(slip)["levels"] == {"A": "8", "B": "2"}
        assert client.post(self.at(slip), {**data, "do": "save", "reason": "抄反"}).status_code == 302
        assert result(slip)["levels"] == {"A": "2", "B": "8"}

    def test_a_verdict_takes_the_place_of_a_result(self, client, slip, chief):
        client.force_login(chief)
        data = {"kind": "verdict", "verdict": "late", "against": "A", "version": version(slip)}
        page = client.post(self.at(slip), {**data, "do": "preview"})
        assert (page.status_code, page.context["kind"]) == (200, "verdict")
        assert client.post(self.at(slip), {**data, "do": "save", "reason": "迟到"}).status_code == 302
        assert (result(slip)["how"], result(slip)["winner"]) == ("late", "B")

    @pytest.mark.parametrize(
        "data",
        [
            {"kind": "levels", "a": "Z", "b": "2"},
            {"kind": "levels", "a": "", "b": ""},
            {"kind": "verdict", "verdict": "cheated", "against": "A"},
            {"kind": "verdict", "verdict": "forfeit", "against": ""},
            {"kind": "verdict", "verdict": "annulled", "against": "A"},
            {"kind": "hands"},
        ],
    )
    def test_what_cannot_be_is_said_and_not_saved(self, client, slip, chief, data):
        client.force_login(chief)
        for do in ("preview", "save"):
            sent = {**data, "do": do, "version": version(slip), "reason": "x"}
            assert client.post(self.at(slip), sent).status_code == 422 or do == "preview"
        assert result(slip)["levels"] == {"A": "8", "B": "2"}

    def test_a_referee_corrects_nothing(self, client, slip, referee):
        client.force_login(referee)
        assert client.get(self.at(slip)).status_code == 403


class TestRulings:
    def lost(self, side="A") -> Finding:
        return Finding(side=side, effect="match_lost", words="场外指点")

    def out(self, side="A") -> Finding:
        return Finding(side=side, effect="disqualified", words="作弊")

    @pytest.fixture
    def over(self, round_, organiser) -> Board:
        board = boards_of(round_)[0]
        play(board, organiser, [("A", 0), ("A", 60)])
        assert result(board)["winner"] == "A"
        return board

    def test_a_ruling_on_a_confirmed_match_is_one_step(self, event, over, chief):
        decisions.make_ruling(over, chief, self.lost(), version=version(over))
        over.refresh_from_db()
        assert over.confirmed_at is not None
        assert (result(over)["how"], result(over)["winner"]) == ("lost_by_ruling", "B")
        assert actions(event)[-3:] == ["result-reopened", "result-confirmed", "ruling-made"]

    def test_who_may_not_correct_results_asks_for_approval_instead(self, over, referee, chief):
        """A lost match waits for the chief referee; a penalty on a hand does not, and is refused."""
        row = decisions.make_ruling(over, referee, self.lost(), version=version(over))
        over.refresh_from_db()
        assert over.confirmed_at is not None
        assert result(over)["winner"] == "A"
        finding = Finding(side="B", offence="failed-throw", hand=1, cards=2)
        with pytest.raises(Refused) as refused:
            decisions.make_ruling(over, referee, finding, version=version(over))
        assert codes(refused) == ["result-confirmed"]
        decisions.approve(row, chief)
        over.refresh_from_db()
        assert over.confirmed_at is not None
        assert result(over)["winner"] == "B"

    def test_it_is_refused_once_a_match_that_depends_on_it_has_begun(self, make, organiser, chief_of):
        event = make(4, [{"format": "knockout", "match": LOTS}])
        stage = event.stages.get()
        round_ = play_round(stage, organiser)
        begin(stage, organiser)
        board = boards_of(round_)[0]
        side = result(board)["winner"]
        with pytest.raises(Refused) as refused:
            decisions.make_ruling(board, chief_of(event), self.lost(side), version=version(board))
        assert set(codes(refused)) == {"depending-match-begun"}
        assert not board.rulings.exists()

    def test_a_match_of_which_only_the_slip_is_there_can_be_lost_by_ruling(self, slip, chief):
        decisions.make_ruling(slip, chief, self.lost(), version=version(slip))
        assert (result(slip)["how"], result(slip)["levels"]) == ("lost_by_ruling", {"A": "8", "B": "2"})
        assert result(slip)["points"] == [0, 2]

    def test_levels_of_a_slip_are_not_moved_by_a_ruling(self, slip, chief):
        finding = Finding(side="A", effect="levels", value=-1, words="罚一级")
        with pytest.raises(Refused) as refused:
            decisions.make_ruling(slip, chief, finding, version=version(slip))
        assert codes(refused) == ["slip-bears-no-ruling"]

    def test_an_approved_disqualification_puts_the_pair_out_and_a_reversed_one_takes_it_in(
        self, event, slip, referee, committee, jury, organiser
    ):
        row = decisions.make_ruling(slip, referee, self.out(), version=version(slip))
        pair = event.entries.get(number=numbers(slip)[0])
        before = pair.status
        assert before != Entry.Status.DISQUALIFIED
        decisions.approve(row, committee)
        pair.refresh_from_db()
        assert pair.status == Entry.Status.DISQUALIFIED
        assert (
            next(line.rank for line in standings_of(event.stages.get()).lines if line.entry == pair) is None
        )
        row.refresh_from_db()
        decisions.appeal(row, referee, "不服")
        row.refresh_from_db()
        decisions.decide_appeal(row, jury, reverse=True, words="证据不足")
        pair.refresh_from_db()
        assert pair.status == before
        assert result(slip)["winner"] == "A"

    def test_one_who_is_put_out_is_not_paired_again(self, event, slip, organiser, chief, committee):
        row = decisions.make_ruling(slip, chief, self.out(), version=version(slip))
        decisions.approve(row, committee)
        a, _b = numbers(slip)
        round_ = start_round(event, organiser)
        seated = Slot.objects.filter(round=round_).values_list("entry__number", flat=True)
        assert a not in seated
        assert len(seated) == 7

    def test_an_offence_of_the_catalogue_that_disqualifies_puts_out_too(
        self, event, round_, referee, committee
    ):
        board = boards_of(round_)[0]
        entering.enter_hand(board, referee, {"declarer": "A", "points": 60}, version=0)
        finding = Finding(side="B", offence="revoke-grave", hand=1)
        row = decisions.make_ruling(board, referee, finding, version=version(board))
        decisions.approve(row, committee)
        assert event.entries.get(number=numbers(board)[1]).status == Entry.Status.DISQUALIFIED
        row.refresh_from_db()
        decisions.withdraw(row, committee, "看错了")
        assert event.entries.get(number=numbers(board)[1]).status != Entry.Status.DISQUALIFIED

    def test_the_page_tells_what_follows_before_the_ruling_is_made(self, client, over, chief):
        client.force_login(chief)
        data = {"side": "A", "offence": "ruling", "effect": "match_lost", "words": "场外指点"}
        at = f"/e/{over.round.stage.event.slug}/tables/{over.key}/ruling/"
        page = client.post(at, {**data, "version": version(over), "do": "preview"})
        assert page.status_code == 200
        assert {line["entry"].number for line in page.context["moved"]} >= set(numbers(over))
        assert client.post(at, {**data, "version": version(over), "do": "rule"}).status_code == 302
        assert result(over)["winner"] == "B"

    def test_what_changes_when_a_ruling_is_taken_back_is_told_before(self, client, over, chief):
        row = decisions.make_ruling(over, chief, self.lost(), version=version(over))
        client.force_login(chief)
        at = f"/e/{over.round.stage.event.slug}/rulings/{row.key}/"
        page = client.post(at, {"do": "look"})
        assert page.status_code == 200
        assert {line["entry"].number for line in page.context["back"]["moved"]} >= set(numbers(over))
        assert result(over)["winner"] == "B"
        assert client.post(at, {"do": "withdraw", "words": "看错了"}).status_code == 302
        assert result(over)["winner"] == "A"
        over.refresh_from_db()
        assert over.confirmed_at is not None


def test_what_is_stored_is_what_follows_from_hands_slips_and_rulings(event, round_, chief, organiser):
    """Penalties on a hand, on the match, on a slip, a verdict, a correction: all come out alike again."""
    boards = boards_of(round_)
    play(boards[0], organiser, [("A", 60), ("A", 60)])
    penalty = Finding(side="B", offence="failed-throw", hand=1, cards=2)
    decisions.make_ruling(boards[0], chief, penalty, version=version(boards[0]))
    assert result(boards[0])["levels"] == {"A": "5", "B": "2"}
    for board in boards[1:3]:
        saved = entering.enter_levels(board, organiser, "8", "2", version=0)
        entering.confirm(board, organiser, version=saved.version)
    lost = Finding(side="A", effect="match_lost", words="场外指点")
    decisions.make_ruling(boards[1], chief, lost, version=version(boards[1]))
    corrections.replace_verdict(boards[2], chief, "late", "A", version=version(boards[2]), reason="迟到")
    entering.give_verdict(boards[3], chief, "forfeit", "both", version=0, reason="未到")
    assert verify(event) == []
