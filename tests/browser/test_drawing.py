"""Drawing by mouse and finger: each drawn cell is set, and read as the library reads it."""

import numpy as np
import pytest

from perceptron import Dataset, train
from playground.address.codes import DRAWINGS_CHOICE, decode_pictures
from playground.text import number
from tests.browser.browsing import PHONE, next_frame
from tests.browser.test_reach import scrolled, touch
from tests.browser.test_views import tab

BY_HAND = "/digits?digits=drawn+by+hand"
ROW, COLUMN = [*range(8, 14)], [*range(9, 50, 8)]


def cells_of(picture):
    """Return the indices of a picture's set cells, row by row from the top."""
    bits = f"{picture[0]:032b}{picture[1]:032b}"
    return [place for place, bit in enumerate(bits) if bit == "1"]


def learned(pictures):
    """Return the pictures as a Dataset."""
    X = np.zeros((len(pictures), 64))
    for row, picture in zip(X, pictures, strict=True):
        row[cells_of(picture)] = 16
    return Dataset(X, [1 - 2 * kind for *_, kind in pictures])


def ink(cells):
    return 16.0 * np.isin(np.arange(64), cells)


class Field:
    """The field to draw on, the shelf of pictures, and the sentence about the drawing."""

    def __init__(self, stage):
        self.stage, self.page = stage, stage.page
        if tab(stage, "Draw").is_visible():  # without a picture there is nothing else to see
            tab(stage, "Draw").click()
        self.page.locator(".stage-field").scroll_into_view_if_needed()

    def place(self, cell):
        box = self.page.locator(".stage-field svg").bounding_box()
        across, down = (cell % 8 + 0.5) / 8, (cell // 8 + 0.5) / 8
        return box["x"] + across * box["width"], box["y"] + down * box["height"]

    def stroke(self, *cells):
        self.page.mouse.move(*self.place(cells[0]))
        self.page.mouse.down()
        for cell in cells[1:]:
            self.page.mouse.move(*self.place(cell))
        self.page.mouse.up()
        next_frame(self.page)

    def add(self, choice):
        self.page.click(f'.stage [data-choice="{choice}"]')
        next_frame(self.page)

    @property
    def cells(self):
        return self.page.locator(".stage-field rect:not(.stage-cell)").evaluate_all(
            "(cells) => cells.flatMap((cell, i) => cell.classList.contains('is-set') ? i : [])"
        )

    @property
    def said(self):
        return self.page.inner_text(".stage-worth")

    @property
    def thumbs(self):
        return self.page.locator(".stage-shelf button")

    @property
    def shelved(self):
        """The pictures in the address."""
        return decode_pictures(self.stage.address.get("pictures", ""))[0]

    def until_shelved(self, *pictures):
        self.stage.until(lambda: self.shelved == [*pictures] and self.thumbs.count() == len(pictures))
        assert self.thumbs.count() == len(pictures)


@pytest.fixture
def drawing(visit_light):
    """Return a function that opens a link with the field in sight."""
    return lambda query=BY_HAND, **options: Field(visit_light(query, **options))


def test_a_drag_sets_the_cells_on_its_way_or_erases_them(drawing):
    field = drawing()
    with field.stage.silence():
        field.stroke(8, 13)
        assert field.cells == ROW
        field.stroke(9, 49)
        assert field.cells == [8, 10, 11, 12, 13]
        field.stroke(0, 63)
        assert {*range(0, 64, 9)} <= {*field.cells}
        # Over the edge and back.
        left, top = field.place(56)
        field.page.mouse.move(left, top)
        field.page.mouse.down()
        field.page.mouse.move(left - 300, top + 300)
        field.page.mouse.up()
        assert 56 in field.cells


def test_added_pictures_are_learned_from_and_a_cold_link_opens_the_same(drawing, visit_light):
    field = drawing("/digits")
    field.stroke(*ROW)
    row = (0b0000_0000_1111_1100 << 16, 0, 0)
    field.add(0)
    field.until_shelved(row)
    assert field.cells == []
    assert field.stage.address["digits"] == DRAWINGS_CHOICE[1]
    field.stroke(*COLUMN)
    field.stage.press("2")
    column = (sum(1 << (31 - place) for place in COLUMN if place < 32),
              sum(1 << (63 - place) for place in COLUMN if place >= 32), 1)  # fmt: skip
    field.until_shelved(row, column)
    field.stage.settle()
    run = train(learned([row, column]))
    assert field.stage.verdict.startswith(f"Converged after {len(run.mistakes)} updates")
    field.stroke(*ROW)
    assert f"w·x = {number(run.w @ ink(ROW))} > 0: read as +1." in field.said
    cold = Field(visit_light(f"/digits?{field.page.url.partition('?')[2]}"))
    cold.until_shelved(row, column)
    assert [cold.stage.step, cold.stage.verdict, cold.stage.facts] == [
        field.stage.step, field.stage.verdict, field.stage.facts]  # fmt: skip
    assert cold.page.inner_html(".stage-shelf") == field.page.inner_html(".stage-shelf")


@pytest.mark.slow
def test_a_finger_draws_and_the_page_does_not_scroll(drawing):
    field = drawing(**PHONE)
    box = field.page.locator(".stage-field svg").bounding_box()
    assert box["width"] / 8 >= 32
    before = scrolled(field.stage)
    touch(field.stage, *map(field.place, (3, 19, 35, 51)))
    field.stage.until(lambda: field.cells == [*range(3, 60, 8)][:7])
    field.page.touchscreen.tap(*field.place(63))
    field.stage.until(lambda: 63 in field.cells)
    assert scrolled(field.stage) == before
    field.page.tap('.stage [data-choice="1"]')
    field.stage.until(lambda: len(field.shelved) == 1)
    ((*_, kind),) = field.shelved
    assert kind == 1
    field.page.tap(".stage-shelf button")
    field.until_shelved()
    assert field.cells == [*[*range(3, 60, 8)][:7], 63]
