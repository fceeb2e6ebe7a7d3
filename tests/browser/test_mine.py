"""A student checks a program of their own: by the controls, on a laptop and on a phone."""

import pytest

from tests.browser.browsing import PHONE, link, wait_for
from tests.browser.test_axe import axe
from tests.marks import slow
from tests.playground.page.test_mine import FAULTS, LINK, printed, swapped


def opened(stage):
    """Open the dialog, and return the stage."""
    stage.do("mine")
    wait_for(stage.page, ".stage-mine [name=printed]")
    return stage


def copied(stage):
    """The points as the dialog gives them to a program."""
    names = {}
    exec(stage.page.inner_text(".stage-mine pre"), names)
    return names["X"], names["y"]


def check(stage, text):
    """Paste what a program printed; return the answer's head and all its words."""
    page = stage.page
    page.fill(".stage-mine [name=printed]", text)
    page.click(".stage-mine [name=check]")
    wait_for(page, ".stage-mine h3")
    stage.settle()
    return page.inner_text(".stage-mine h3"), page.inner_text(".stage-found")


@pytest.mark.parametrize("size", [slow({}), PHONE], ids=["laptop", "phone"])
def test_a_fault_is_found_from_the_first_page_and_the_board_stops_there(visit, size):
    stage = opened(visit("/", asks=True, **size))
    page, address = stage.page, stage.page.url
    X, y = copied(stage)
    head, words = check(stage, printed(X, y, bias=None, step=lambda label: -label))
    assert head == "✗ The sign of the update."
    assert "Look for: w = w - eta * y * x" in words.replace("\n", " ")
    assert (stage.step, stage.verdict) == (1, "Row 1 is the first that differs.")
    assert stage.sentence.startswith("Row 1 is the first that differs. The sign of the update.")
    assert page.locator(".stage-panel[data-area=board]").evaluate("(board) => board.getBoundingClientRect().top") < 400
    stage.press("Escape")
    stage.settle()
    assert (stage.step, page.url) == (0, address)
    assert page.locator(".stage-mine").is_hidden()


@pytest.mark.slow
@pytest.mark.parametrize("every", [4, 1])
def test_first_faults_are_named_one_after_the_other(visit_light, every):
    stage = opened(visit_light(link(**LINK)))
    X, y = copied(stage)
    for change, title in [*FAULTS.values()][::every]:
        _, words = check(stage, printed(X, y, **change))
        assert title in words.lower()
    assert "shuffled in each pass" in check(stage, printed(X, y, order=swapped))[1]
    stage.page.click(".stage-mine summary")
    stage.page.fill("[name=slope]", "1")
    stage.page.fill("[name=intercept]", "0,5")
    assert "Look for: slope = w[1] / w[0]" in check(stage, printed(X, y))[1].replace("\n", " ")


PROGRAM = """import random
w, b = vector(0, 0), 0
order = list(range(len(X)))
for sweep in range(20):
    wrong = 0
    for i in order:
        x, label = X[i][:2], y[i]
        if label * (w @ x + b) <= 0:
            w, b = w + label * x, b + label
            wrong += 1
            print(w, b)
    if not wrong:
        break
"""
UPDATE = "w + label * x, b + label"
CHANGES = {
    "labels 0 and 1": ("\n", "\ny = [max(0, label) for label in y]\n"),
    "the bias is never updated": (UPDATE, "w + label * x, b"),
    "an update on every point": ("if label * (w @ x + b) <= 0:", "if True:"),
    "< for ≤": ("<= 0:", "< 0:"),
    "the sign of the update": (UPDATE, "w - label * x, b - label"),
    "the bias moves by 1": (UPDATE, "w + 0.1 * label * x, b + label"),
    "number of passes": ("range(20)", "range(1)"),
    "shuffled in each pass": ("    wrong = 0\n", "    wrong = 0\n    random.shuffle(order)\n"),
    "slope −w₂/w₁": ("        break\n", "        break\nprint('slope', -w[1] / w[0], 'intercept', -b / w[1])\n"),
}
"""What a student writes for a line of the program, or after it, by what is said of it."""


@pytest.mark.parametrize("every", [4, slow(1)])
def test_first_faults_are_named_in_the_editor(visit_light, every):
    stage = opened(visit_light(link(**LINK)))
    page = stage.page
    page.get_by_role("tab", name="Write").click()
    page.get_by_label("up to 10 seconds").check()
    run = page.get_by_role("button", name="Run", exact=True)
    for title, (line, other) in [*CHANGES.items()][every - 1 :: every]:
        code = PROGRAM.replace(line, other, 1)
        if title == "< for ≤":
            code = code.replace("    if not wrong:", "    print(w, b)\n    if not wrong:")  # or nothing is printed
        page.fill(".mine-code", code)
        stage.until(lambda: run.is_enabled(), 60)
        run.click()
        stage.until(lambda: page.inner_text(".mine-status").startswith("The program ended."), 60)
        stage.until(lambda: "Checking" not in page.inner_text(".stage-found"), 30)
        assert title in page.inner_text(".stage-found").lower(), title


@pytest.mark.slow
@pytest.mark.parametrize("color", ["light", "dark"])
def test_the_dialog_is_accessible(visit_light, color):
    stage = opened(visit_light("/?data=AND&bias=true", color_scheme=color))
    check(stage, "0 0 1; 0 -1 2; -1 -1 3")
    assert axe(stage.page) == []
