"""The whole job in a real browser, in Chinese: from the entry forms to the printed standings of 0-…"""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.models import Hand
from tests.browser import DESK, PHONE
from tournament.models import ClockFact, Draw, Entry, Event

from .forms import branch_form, master_sheet

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RARE = ("朱㛃", "王䶮"), ("林𬱟", "何𠅤")


def people(*names: str) -> Any:
    return tuple((name, f"1990000{abs(hash(name)) % 10000:04d}") for name in names)


class Hall:
    """One event as its organiser and a referee drive it in two browsers."""

    def __init__(self, new_page: Any) -> None:
        self.desk = new_page(DESK)
        self.phone = new_page(PHONE, allow=("409", "422"))
        self.slug = ""

    @property
    def event(self) -> Event:
        return Event.objects.get(slug=self.slug)

    def go(self, path: str) -> None:
        self.desk.goto(f"/e/{self.slug}/{path}")

    def press(self, name: str, value: str) -> None:
        self.desk.click(f"main button[name={name}][value='{value}']")
        self.desk.wait_for_load_state()

    def said(self) -> str:
        return str(self.desk.inner_text("main"))


@pytest.fixture
def hall(new_page: Any) -> Hall:
    get_user_model().objects.create_user("clerk", password="union-hall-2026")
    return Hall(new_page)


def test_from_the_entry_forms_to_the_printed_standings(hall: Hall, tmp_path: Any) -> None:
    create_event(hall)
    read_in_forms(hall)
    check_in_and_draw(hall, tmp_path)
    pin = make_a_pin(hall)
    play_first_round(hall, pin)
    for number in (2, 3, 4):
        play_by_slips(hall, number)
    look_at_the_end(hall, tmp_path)


def create_event(hall: Hall) -> None:
    """1. Sign in; every choice that the regulation left open is shown with its default."""
    desk = hall.desk
    desk.goto("/")
    desk.click("text=登录")
    desk.fill("[name=username]", "clerk")
    desk.fill("[name=password]", "union-hall-2026")
    desk.click("main form button")
    desk.click("text=新建比赛")
    desk.click("main a[href='/new/swiss-60min/']")
    for choice in ("at-120", "past-A", "last-ten", "still-level", "rematch", "wrong-bury", "quota"):
        assert desk.is_checked(f"[name=choice-{choice}][value='0']")
    desk.fill("[name=name]", "2026 年教工拖拉机比赛 <script>alert(1)</script>")
    desk.fill("[name=venue]", "教工之家")
    desk.check("[name=choice-quota][value='1']")
    desk.click("main form button")
    desk.wait_for_url("**/home/")
    hall.slug = Event.objects.get().slug
    assert "<script>alert(1)</script>" in hall.said()
    with desk.expect_download() as download:
        hall.go("entries/")
        desk.click("a[href$='form.xlsx']")
    sheet = load_workbook(io.BytesIO(download.value.path().read_bytes())).active
    texts = [str(cell.value) for row in sheet.iter_rows() for cell in row if cell.value]
    assert sheet.title == "报名表"
    assert "姓名" in texts


def read_in_forms(hall: Hall) -> None:
    """2. One workbook a branch and one master sheet; the preview names each problem at its cell."""
    desk = hall.desk
    first = branch_form(
        "文学院分工会",
        "刘主席",
        "19900000001",
        [people(*RARE[0]), people("张三", "李四"), people("赵六", "钱七")],
    )
    second = branch_form("图书馆分工会", "陈老师", "19900000002", [people(*RARE[1]), people("孙八", "周九")])
    master = master_sheet(
        [
            ("机关分工会", people("吴十", "郑一")),
            ("机关分工会", people("冯二", "陈三")),
            ("后勤分工会", people("褚四", "卫五")),
        ]
    )
    xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    hall.go("entries/upload/")
    desk.set_input_files(
        "[name=files]",
        [
            {"name": "文学院.xlsx", "mimeType": xlsx, "buffer": first},
            {"name": "图书馆.xlsx", "mimeType": xlsx, "buffer": second},
            {"name": "总表.xlsx", "mimeType": xlsx, "buffer": master},
        ],
    )
    desk.click("main form button")
    desk.wait_for_url("**/preview/**")
    said = hall.said()
    assert "文学院分工会" in said
    assert "2" in said
    assert "报名表!B8" in said or "报名表!A8" in said
    assert desk.locator("button[name=accept]").count() == 0
    # The third pair of the branch is one too many: it is taken out at its cells.
    cells = desk.locator("input[name*='|']")
    assert cells.count() >= 1
    hall.go("entries/upload/")
    first = branch_form("文学院分工会", "刘主席", "19900000001", [people(*RARE[0]), people("张三", "李四")])
    desk.set_input_files(
        "[name=files]",
        [
            {"name": "文学院.xlsx", "mimeType": xlsx, "buffer": first},
            {"name": "图书馆.xlsx", "mimeType": xlsx, "buffer": second},
            {"name": "总表.xlsx", "mimeType": xlsx, "buffer": master},
        ],
    )
    desk.click("main form button")
    hall.press("accept", "1")
    assert Entry.objects.count() == 7
    assert hall.event.branches.count() == 4
    for name in (*RARE[0], *RARE[1]):
        assert name in hall.said()


def check_in_and_draw(hall: Hall, tmp_path: Any) -> None:
    """3. Check-in; round 1 by lot with its seed; a discarded draw stays; 4. score sheets as PDF."""
    desk = hall.desk
    hall.go("entries/")
    late, gone = Entry.objects.get(number=6), Entry.objects.get(number=7)
    desk.check(f"input[name=entry][value='{late.pk}']")
    hall.press("status", "late")
    desk.check(f"input[name=entry][value='{gone.pk}']")
    hall.press("status", "absent")
    desk.click("form:has(input[name=all]) button")
    assert Entry.objects.filter(status=Entry.Status.PRESENT).count() == 5
    hall.go("draw/")
    for attempt in (1, 2):
        hall.press("action", "draw")
        hall.press("action", "discard")
        assert Draw.objects.filter(state=Draw.State.DISCARDED).count() == attempt
    hall.press("action", "draw")
    draw = Draw.objects.get(state=Draw.State.STANDING)
    assert draw.seed in hall.said()
    assert "第 3 次" in hall.said()
    assert draw.pairs["byes"].get("given", []) == []
    hall.press("action", "publish")
    sheets = desk.request.get(f"/e/{hall.slug}/papers/score-sheets/swiss/1/")
    assert sheets.ok
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(sheets.body())).pages)
    for player in ("张三", "王䶮", "林𬱟", "何𠅤", draw.seed):
        assert player in text.replace("\n", "")


def make_a_pin(hall: Hall) -> str:
    hall.go("people/")
    hall.desk.fill("[name=name]", "裁判甲")
    hall.press("action", "referee")
    return str(hall.desk.inner_text(".pin-shown")).strip()


def play_first_round(hall: Hall, pin: str) -> None:
    """5. A phone, a PIN, hands that are judged as they are typed; the clock, the reminder, one more hand."""
    hall.go("desk/")
    hall.press("step", "start")
    boards = list(hall.event.stages.get().rounds.get(number=1).boards.order_by("table"))
    phone = hall.phone
    phone.goto(f"/t/{boards[0].key}/")
    phone.fill("[name=pin]", "000000" if pin != "000000" else "111111")
    phone.click("main form button")
    assert "PIN" in phone.inner_text(".errors, .error-summary")
    phone.fill("[name=pin]", pin)
    phone.click("main form button")
    phone.wait_for_url("**/tables/**")

    phone.click("label:has(input[name=declarer][value=A])")
    type_points(phone, "42")
    phone.wait_for_selector("#judgement .notice-error")
    assert "5" in phone.inner_text("#judgement")
    type_points(phone, "55")
    phone.wait_for_selector("#judgement .notice-success")
    assert "4 : 2" in phone.inner_text("#judgement")
    save_hand(phone)
    assert Hand.objects.get().points == 55
    assert "4" in phone.inner_text(".levels")

    # 50 minutes later the reminder is given: the hand in play is marked, finished, and one more is played.
    start = ClockFact.objects.get(kind="start")
    ClockFact.objects.filter(pk=start.pk).update(at=start.at - timedelta(minutes=51))
    phone.reload()
    phone.click("button[name=state][value=playing]")
    phone.wait_for_load_state()
    for points in ("60", "120"):
        type_points(phone, points)
        phone.wait_for_selector("#judgement .notice-success")
        save_hand(phone)
    assert "+3" in phone.inner_text("main") or "3" in phone.inner_text(".levels-difference")
    assert phone.locator("button[value=hand]").count() == 0

    for board in boards[1:]:
        phone.goto(f"/t/{board.key}/")
        phone.click("details:has(input[name=a]) summary")
        phone.fill("input[name=a]", "8")
        phone.fill("input[name=b]", "2")
        phone.click("button[value=levels]")
        phone.wait_for_load_state()
    hall.go("desk/")
    hall.press("step", "confirm")
    hall.press("step", "close")
    hall.go("standings/")
    assert "+6" in hall.said()
    public = hall.phone
    public.goto(f"/e/{hall.slug}/")
    assert "+6" in public.inner_text("main") or "6" in public.inner_text("main")


def type_points(phone: Any, points: str) -> None:
    phone.fill("[name=points]", "")
    for digit in points:
        phone.click(f"[data-pad-for] [data-pad-key='{digit}']")


def save_hand(phone: Any) -> None:
    """Save the hand, a second time where the page asks whether it is right, and wait until it is listed."""
    before = phone.locator(".hands > li").count()
    phone.click("button[name=action][value=hand]")
    phone.wait_for_function(
        "before => document.querySelectorAll('.hands > li').length > before"
        " || document.querySelector('input[name=sure]')",
        arg=before,
    )
    if phone.locator(".hands > li").count() == before:
        phone.click("button[name=action][value=hand]")
        phone.wait_for_function(
            "before => document.querySelectorAll('.hands > li').length > before", arg=before
        )


def play_by_slips(hall: Hall, number: int) -> None:
    """7. Rounds 2 to 4: drawn by the standings, nobody meets again, odd numbers have a bye."""
    if number == 2:
        late = Entry.objects.get(number=7)
        hall.go("entries/")
        hall.desk.check(f"input[name=entry][value='{late.pk}']")
        hall.press("status", "present")
    hall.go("draw/")
    hall.press("action", "draw")
    hall.press("action", "publish")
    hall.press("step", "start")
    stage = hall.event.stages.get()
    assert stage.rounds.get(number=number).encounters.exclude(bye="").count() == 1
    for board in stage.rounds.get(number=number).boards.order_by("table"):
        hall.go(f"tables/{board.key}/")
        hall.desk.click("details:has(input[name=a]) summary")
        hall.desk.fill("input[name=a]", "9")
        hall.desk.fill("input[name=b]", "7")
        hall.press("action", "levels")
    hall.go("desk/")
    hall.press("step", "confirm")
    hall.press("step", "close")


def look_at_the_end(hall: Hall, tmp_path: Any) -> None:
    """6. and 8. Standings on the page, as PDF and as a workbook; nobody has met twice."""
    stage = hall.event.stages.get()
    met: set[frozenset[int]] = set()
    for round_ in stage.rounds.all():
        for encounter in round_.encounters.filter(bye=""):
            pair = frozenset(encounter.slots.values_list("entry__number", flat=True))
            assert pair not in met
            met.add(pair)
    hall.go("standings/")
    assert hall.desk.locator("main table tbody tr").count() == 7
    hall.desk.click("main th:has-text('号') a")
    numbers = hall.desk.locator("main table tbody tr td:nth-child(2)").all_inner_texts()
    assert numbers == sorted(numbers, key=int)
    pdf = hall.desk.request.get(f"/e/{hall.slug}/papers/standings/")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf.body())).pages)
    assert "何𠅤" in text
    book = load_workbook(io.BytesIO(hall.desk.request.get(f"/e/{hall.slug}/papers/results/").body()))
    sheet = book.worksheets[0]
    assert sheet.freeze_panes
    assert [one.title for one in book.worksheets][1:6] == [
        "分工会总分",
        *(f"第 {n} 轮" for n in (1, 2, 3, 4)),
    ]
    cells = [cell for row in sheet.iter_rows() for cell in row]
    assert any(isinstance(cell.value, int) for cell in cells)
    assert not any(cell.data_type == "f" and "script" in str(cell.value) for cell in cells)
