"""Points from a table: by paste, by file and cell by cell; an undo takes them back."""

import csv
import io

import pytest
from playwright.sync_api import expect

from perceptron import Dataset, separate
from playground.address.codes import decode, decode_axis, decode_rows
from tests.boards import HAND
from tests.browser.browsing import PHONE, link, telling, wait_for
from tests.browser.test_saving import saved
from tests.browser.test_site import said
from tests.marks import slow
from tests.playground.files import KAGGLE

LENGTHS = "length;width;kind\n1,4;0,2;setosa\n1,3;0,2;setosa\n4,7;1,4;versicolor\n4,5;?;versicolor\n5,1;1,9;virginica"
MEASURED = "<b>a</b>;b;c;d;kind\n1,5;2;0;1;x\n2;-1;3;0;y\n0;0;?;1;x\n-2;1;1;4;x\n3;3;-2;-1;y\n"


def opened(stage, *, finger=False):
    """Open the dialog with the points as a table, and return it."""
    button = stage.page.get_by_role("button", name="Bring a table")
    if not button.is_visible():
        (stage.more.tap if finger else stage.more.click)()
    (button.tap if finger else button.click)()
    dialog = stage.page.get_by_role("dialog")
    dialog.get_by_role("tab", name="Bring a table").wait_for()
    return dialog


def pasted(stage, text, **options):
    dialog = opened(stage, **options)
    dialog.get_by_role("tab", name="Bring a table").click()
    field = dialog.get_by_label("Or paste its text")
    field.fill(text)
    field.press("Control+Enter")
    return dialog


def put(stage, dialog, count):
    dialog.get_by_role("button", name=f"Put {count} point").click()
    dialog.wait_for(state="detached")
    stage.until(lambda: len(stage.points) == count)
    stage.settle()


def titles(stage):
    return stage.page.locator('[data-area="board"] .stage-axes').evaluate(
        "({ figure }) => [figure.xaxis, figure.yaxis].map(({ name }) => name)"
    )


@pytest.mark.parametrize("device", [PHONE, slow({})])
def test_a_pasted_table_is_scaled_onto_the_board_and_says_so(visit, visit_light, device):
    stage = visit(link(HAND), **device)
    stage.press("ArrowRight")
    before = stage.points
    dialog = pasted(stage, LENGTHS, finger=bool(device))
    expect(dialog.get_by_text("Row 5 skipped")).to_contain_text("x₁ = (length \N{MINUS SIGN} ")
    expect(dialog.get_by_text("Row 5 skipped")).to_contain_text("Row 5 skipped: ? is not a number.")
    negative = dialog.get_by_role("combobox", name="Label of \N{MINUS SIGN}1")
    (negative.tap if device else negative.click)()
    stage.page.get_by_role("option", name="all others").click()
    put(stage, dialog, 4)
    assert [class_index for *_, class_index in stage.points] == [0, 0, 1, 1]
    assert stage.step == 0
    assert [title.split(" \N{MINUS SIGN} ")[0] for title in titles(stage)] == ["(length", "(width"]
    named, held = titles(stage), stage.points
    # The link brings the same board to somebody else, and the hand takes it back like an edit.
    assert decode(stage.address["points"])[0] == held
    other = visit_light(stage.page.url.split("/", 3)[3].join(["/", ""]), **device)
    assert (titles(other), other.points) == (named, held)
    stage.press("Control+z")
    stage.settle()
    assert stage.points == before
    assert titles(stage) == ["x₁", "x₂"]
    assert "x1" not in stage.address
    stage.press("Control+y")
    stage.settle()
    assert (titles(stage), stage.points) == (named, held)


# WCAG 3.3.1, 3.3.3
@pytest.mark.slow
@pytest.mark.parametrize("device", [{}, PHONE])
def test_what_cannot_be_read_is_said_and_other_columns_are_chosen_by_one_touch(visit, device):
    stage = visit(link(HAND), **device)
    dialog = pasted(stage, "a,b\n1,2", finger=bool(device))
    expect(dialog.get_by_text("The table needs")).to_contain_text("It has 2 columns; a and b have numbers.")
    assert dialog.get_by_role("button", name="Put").count() == 0
    stage.press("Escape")
    dialog.wait_for(state="detached")
    stage.settle()
    assert stage.points == HAND
    dialog = pasted(stage, KAGGLE, finger=bool(device))
    expect(dialog.get_by_text("skipped")).to_contain_text("Id skipped: it names the rows.")
    first, label = (dialog.get_by_role("radiogroup", name=name) for name in ("x₁", "Label"))
    expect(label.get_by_role("radio", name="Species")).to_be_checked()
    expect(first.get_by_role("radio", name="Species")).to_have_count(0)
    preview = dialog.locator(".preview img")
    before = preview.get_attribute("src")
    petals = first.get_by_role("radio", name="PetalLengthCm")
    (petals.tap if device else petals.click)()
    expect(dialog.get_by_text("skipped")).to_contain_text("x₁ = (PetalLengthCm \N{MINUS SIGN} 5.07")
    expect(preview).not_to_have_attribute("src", before)
    if not device:  # and by keys
        stage.press("ArrowRight", "Space")
        expect(first.get_by_role("radio", name="PetalWidthCm")).to_be_checked()
        expect(dialog.get_by_text("skipped")).to_contain_text("x₁ = (PetalWidthCm")
        stage.press("ArrowLeft", "Space")
        expect(dialog.get_by_text("skipped")).to_contain_text("x₁ = (PetalLengthCm")
    put(stage, dialog, 4)
    assert [title.split(" \N{MINUS SIGN} ")[0] for title in titles(stage)] == ["(PetalLengthCm", "(SepalWidthCm"]


def type_into(page, value):
    """Type into the chosen cell; its field opens at the first key."""
    page.keyboard.press(value[0])
    wait_for(page, "#portal :is(input, textarea):focus")
    page.keyboard.type(value[1:], delay=100)


# WCAG 2.1.1
@pytest.mark.slow
def test_the_cells_are_the_keyboard_s_way_to_the_board(visit):
    stage = visit(link(HAND))
    dialog = opened(stage)
    table = dialog.get_by_test_id("data-grid-canvas")
    table.wait_for()
    box = table.bounding_box()
    stage.page.mouse.click(box["x"] + 120, box["y"] + 52)
    stage.settle()
    for value in ("-1.25", "-2.5"):
        type_into(stage.page, value)
        stage.press("Enter")
        stage.settle()
    # A row more has no place until it is whole.
    stage.press(*["ArrowDown"] * len(HAND))
    stage.page.keyboard.type("7", delay=100)
    stage.press("Enter")
    expect(dialog.get_by_text(f"Row {len(HAND) + 1} skipped: a value is missing.")).to_be_visible()
    # The last cell is left by the press on the button itself.
    stage.page.mouse.click(box["x"] + 200, box["y"] + 52)
    stage.settle()
    stage.page.keyboard.type("0.5", delay=100)
    assert stage.step == 0
    put(stage, dialog, len(HAND))
    made = [(-1.25, 0.5, HAND[0][2]), (-2.5, *HAND[1][1:]), *HAND[2:]]
    assert stage.points == stage.drawn == made
    stage.press("Control+z")
    stage.settle()
    assert stage.points == HAND


@pytest.mark.slow
def test_a_table_is_saved_with_its_own_heads_and_words(visit):
    stage = visit(link(HAND))
    put(
        stage, pasted(stage, "length,=kind(),width\n14.25,setosa,2.5\n13.5,=1+1,1.75\n11,setosa,3\n13.5,=1+1,1.75\n"), 4
    )
    stage.click(0, 0)
    stage.until(lambda: len(stage.points) == 5)
    stage.settle()
    axes = [decode_axis(stage.address[name]) for name in ("x1", "x2")]

    def read():
        heads, *rows = csv.reader(io.StringIO(saved(stage, "Points (CSV)")[1].decode()))
        assert heads == ["length", "width", "'=kind()", "x1", "x2", "label"]
        assert [(float(x), float(y), int(int(label) < 0)) for *_, x, y, label in rows] == stage.points
        return [(float(x), float(y), word) for x, y, word, *_ in rows]

    setosa, other = "setosa", "'=1+1"
    *own, placed = read()
    assert own == [(14.25, 2.5, setosa), (13.5, 1.75, other), (11, 3, setosa), (13.5, 1.75, other)]
    assert placed[2] in (setosa, other)
    assert placed[:2] == pytest.approx([axis.center for axis in axes], abs=0.02)
    program = saved(stage, "Program (Python)")[1].decode()
    assert f"# x1 = {axes[0].title}\n    # x2 = {axes[1].title}\n    # +1: setosa, \N{MINUS SIGN}1: =1+1\n" in program
    # The link has the words, and the numbers as fine as the board.
    stage.page.reload()
    wait_for(stage.page)
    stage.settle()
    for here, there in zip(read(), [*own, placed], strict=True):
        assert here[2] == there[2]
        assert here[:2] == pytest.approx(there[:2], abs=max(axis.scale for axis in axes) / 100)
    stage.do("clear")
    stage.click(0.5, 0.5)
    stage.until(lambda: len(stage.points) == 1)
    stage.settle()
    assert saved(stage, "Points (CSV)")[1].startswith(b"x1,x2,label\n")


@pytest.mark.parametrize("page", ["/kernels", slow("/")])
def test_nothing_in_a_table_is_markup(visit, page):
    asked = []
    stage = visit(link(HAND, page=page))
    stage.page.on("request", note := lambda request: asked.append(request.url))
    heads = '"<img src=//host/p>","[a](//host/a) ![](//host/b)","<b>l</b>"'
    dialog = pasted(stage, f"{heads}\n1,2,<i>x</i>\n3,4,=1+1\n![](//host/c),6,y\n0,0,<i>x</i>")
    expect(dialog.get_by_text("skipped")).to_contain_text("![](//host/c)")
    assert dialog.locator("img:not(.preview img), a[href*=host], b, i").count() == 0
    put(stage, dialog, 3)
    assert stage.page.locator('[data-area="board"] :is(img, a, b)').count() == 0
    assert titles(stage) == ["img src=//host/p", "[a](//host/a) ![](//"]
    stage.page.remove_listener("request", note)
    assert not [url for url in asked if "host/" in url.split("//", 1)[1].split("/", 1)[0] + "/"]


@pytest.mark.slow
@pytest.mark.parametrize("device", [{}, PHONE])
def test_a_table_of_any_width_is_learned_from_in_its_own_dimensions(visit, device):
    stage = visit(telling("/dimensions?space=a+table&bias=false"), **device)
    assert "There is no table yet" in stage.sentence
    if device:
        stage.more.tap()
    stage.page.get_by_role("button", name="Bring a table").click()
    dialog = stage.page.get_by_role("dialog")
    field = dialog.get_by_label("Or paste its text")
    field.fill(MEASURED)
    field.press("Control+Enter")
    expect(dialog.get_by_text("Row 4 skipped: ? is not a number.")).to_be_visible()
    dialog.get_by_role("button", name="Learn from 4 rows").click()
    dialog.wait_for(state="detached")
    stage.until(lambda: "table" in stage.address)
    stage.settle()
    rows, _ = decode_rows(stage.address["table"])
    assert [len(place) for place, _ in rows] == [4] * 4
    found = separate(Dataset([place for place, _ in rows], [1, -1, 1, -1]))
    assert [stage.facts[0], stage.facts[3]] == ["4", str(found.bound)]
    stage.press("PageDown", "ArrowLeft")
    stage.settle()
    seen, at = said(stage), stage.step
    stage.page.reload()
    stage.until(lambda: (said(stage), stage.step) == (seen, at))
    stage.settle()
    other = visit(stage.page.url.split("/", 3)[3].join(["/", ""]), **device)
    assert (said(other), other.step) == (seen, at)
