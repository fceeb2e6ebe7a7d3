"""A list is done by its controls and handed in, a teacher reads the codes of a class, and a code goes on elsewhere."""

import csv
import io
import urllib.parse
import zipfile

import pytest

from playground.address import conditions
from playground.address.lists import ListItem, encode, taught
from playground.lessons import LESSONS
from tests.browser.browsing import DESKTOP, PHONE, wait_for
from tests.browser.test_axe import axe
from tests.browser.test_exercise import AND, XOR, guide

TASKS = [
    ListItem("", XOR, "Will the run ever stop?", ("Yes", "No"), right=1),
    ListItem("race", {"data": "AND"}, kind="board"),
    ListItem("", AND, "How many updates?", number=True),
    taught(LESSONS["margin"]),
    ListItem("", AND, "Spoil it.", solved=conditions.read("no line separates them")),
]
LIST = encode(TASKS)
QUERY = urllib.parse.urlencode({"list": LIST})


class Student:
    """A student on the light page of the list's items, in a browser of their own."""

    def __init__(self, visit_light, item=1, **look):
        task = TASKS[item - 1]
        self.stage = visit_light(f"/{task.path}?{QUERY}&open={item}", asks=True, **look)
        self.page = self.stage.page

    def go_on(self, item):
        self.page.get_by_role("link", name="Next →", exact=True).click()
        self.stage.until(lambda: guide(self.stage).startswith(f"{item} of 5"))
        self.stage.settle()

    def choose(self, words):
        self.page.get_by_role("button", name=words, exact=True).click()

    def reply(self):
        return self.page.inner_text(".stage-key")

    @property
    def dialog(self):
        wait_for(self.page, ".stage-handin[open] textarea")
        return self.page.locator(".stage-handin")

    @property
    def code(self):
        return self.dialog.locator("[name=code]").input_value()


@pytest.fixture
def first_student(visit_light):
    """A student who has done the whole list, in front of the dialog."""
    student = Student(visit_light)
    stage, page = student.stage, student.page
    student.choose("Yes")
    stage.until(lambda: student.reply().startswith("✗ Not “Yes”"))
    student.choose("No")
    stage.until(lambda: student.reply() == "✓ Right.")
    student.go_on(2)
    student.go_on(3)
    page.fill(".stage-task input", "18")
    page.keyboard.press("Enter")
    stage.press("End")
    stage.until(lambda: student.reply() == "✓ Right.")
    student.go_on(4)
    page.fill(".stage-guess", "25")
    stage.do("last")
    stage.until(lambda: page.locator(".stage-guide li.is-done").count() == 1)
    student.go_on(5)
    stage.choose(0)
    stage.click(-0.25, -0.25)
    stage.until(lambda: student.reply() == "✓ Solved.")
    page.locator(".stage-guide").get_by_role("button", name="Hand in", exact=True).click()
    return student


class Teacher:
    """A teacher on the page of what was handed in."""

    def __init__(self, page, server):
        self.page = page
        page.goto(f"{server}/handed-in?{QUERY}")
        page.locator(".course").wait_for()

    def paste(self, text):
        self.page.fill("textarea", text)
        self.page.get_by_role("button", name="Read", exact=True).click()
        self.page.locator(".complaints, tbody tr").first.wait_for()

    def rows(self):
        rows = self.page.locator(".table tbody tr").all()
        return [[" ".join(cell.split()) for cell in row.locator("th, td").all_inner_texts()] for row in rows]

    def complaints(self):
        return self.page.locator(".complaints li").all_inner_texts()


def mark_of(student):
    """Return the mark of a student's browser."""
    return student.page.evaluate("JSON.parse(localStorage.getItem('mark'))")


def changed(code):
    """Return a code one letter of which is another."""
    return f"{code[:20]}{'x' if code[20] != 'x' else 'y'}{code[21:]}"


# WCAG 1.3.1, 1.4.3, 1.4.10, 3.3.1
@pytest.mark.slow
def test_a_class_is_read_as_a_table_and_its_code_goes_on_elsewhere(
    first_student, visit_light, window, server, tmp_path
):
    one = first_student
    nameless = one.code
    one.dialog.get_by_label("Your name").fill("Student 7")
    one.stage.until(lambda: one.code != nameless)
    first = one.code
    with one.page.expect_download() as download:
        one.dialog.get_by_role("button", name="Save as a file").click()
    archive = tmp_path / "submissions.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as parcel:
        parcel.write(download.value.path(), "Student Seven_4711_assignsubmission_file/hand-in.json")
        parcel.writestr("Student Eight_4712_assignsubmission_onlinetext/onlinetext.html", "<p>I have <b>nothing</b>.")
    two = Student(visit_light, viewport=DESKTOP)
    two.choose("No")
    two.stage.until(lambda: two.reply() == "✓ Right.")
    two.stage.do("share")
    two.page.locator(".stage-share").get_by_role("button", name="Hand in", exact=True).click()
    second = two.code

    teacher = Teacher(window(own=True, **PHONE), server)
    page = teacher.page
    teacher.paste(f"Mine is\n{first[:30]}\n{first[30:]}\n\n> {second}\n\n{changed(second)}")
    page.locator(".table tbody tr").nth(1).wait_for()
    assert {row[0].removesuffix(f" {mark_of(one)}"): row[1:] for row in teacher.rows()} == {
        mark_of(two): ["1", "1", "1", "No ✓", "–", "–", "–", "–"],
        "Student 7": ["4", "3", "2", "Yes → No ✓", "18 ✓", "25 ✗", "–", "solved ✓"],
    }
    (complaint,) = teacher.complaints()
    assert (
        complaint
        == f"The pasted text: the code {changed(second)[:12]}… is damaged; a letter of it has changed or is missing."
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    page.set_input_files(".files", archive)
    page.get_by_text("the same code twice").wait_for()
    page.get_by_text("onlinetext.html” holds no code.").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a table (CSV)").click()
    text = saved.value.path().read_text(encoding="utf-8-sig")
    table = sorted(csv.DictReader(io.StringIO(text)), key=lambda row: row["name"])
    assert [(row["name"], row["identifier"], row["done"], row["right"], row["grade"]) for row in table] == [
        ("", "", "1", "1", "20"),
        ("Student 7", "Participant 4711", "4", "3", "60"),
    ]
    assert [
        (row["1 first answer"], row["3 last answer"], row["4.1 last answer"], row["5 solved"]) for row in table
    ] == [
        ("No", "", "", ""),
        ("Yes", "18", "25", "1"),
    ]

    page.get_by_role("button", name="solved ✓").click()
    page.get_by_role("button", name="Check this board").click()
    page.get_by_text("this board is what was asked for.").wait_for()
    board = page.frame_locator(".look iframe")
    board.locator(".stage [data-point]").nth(4).wait_for(state="attached")
    page.get_by_role("button", name="1: Will the run ever stop?").click()
    bars = page.locator(".bars tbody tr").all_inner_texts()
    assert [" ".join(bar.split()) for bar in bars] == ["Yes 1 0", "✓ No 1 2"]
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert axe(page) == []

    code, mark = one.code, mark_of(one)
    other = Student(visit_light, 3, **PHONE)
    other.stage.do("share")
    other.page.locator(".stage-share").get_by_role("button", name="Hand in", exact=True).tap()
    other.dialog.locator("summary").tap()
    other.dialog.get_by_label("The code that Hand in shows on your other device").fill(changed(code))
    other.dialog.get_by_role("button", name="Go on", exact=True).tap()
    assert other.dialog.get_by_role("status").inner_text().startswith("This code is damaged")
    other.dialog.get_by_label("The code that Hand in shows on your other device").fill(code)
    with other.page.expect_navigation():
        other.dialog.get_by_role("button", name="Go on", exact=True).tap()
    wait_for(other.page)
    other.stage.until(lambda: other.page.input_value(".stage-task input") == "18")
    assert mark_of(other) == mark
    other.stage.settle()
    other.go_on(4)
    assert other.page.locator(".stage-guide li.is-done").count() == 1
    assert other.page.input_value(".stage-guess") == "25"
    other.go_on(5)
    assert other.reply() == "✓ Solved."
