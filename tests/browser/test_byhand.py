"""A run by hand on OR and on XOR, by mouse, by finger and by keys; and an update in three beats."""

import pytest

from perceptron import gate, train
from tests.browser.browsing import MOVING, PHONE, link, wait_for
from tests.browser.test_reach import touch
from tests.marks import slow

ROWS = ".stage-made tbody tr:not(:has(input))"
WAYS = [slow("mouse", {}), ("finger", PHONE), slow("keys", {})]


class Rows:
    """The rows by hand on the page."""

    def __init__(self, stage, way):
        self.stage, self.page, self.way = stage, stage.page, way
        self.press(stage.page.get_by_role("tab", name="By hand", exact=True))
        wait_for(self.page, ".stage-made")
        self.reply = self.page.locator(".stage-byhand .stage-reply")

    def press(self, button):
        if self.way == "mouse":
            button.click()
        elif self.way == "finger":
            button.tap()
        else:
            button.press("Enter")

    def button(self, name):
        return self.page.locator(".stage-byhand").get_by_role("button", name=name, exact=True)

    @property
    def count(self):
        return self.page.locator(ROWS).count() - 1

    def fill(self, point, weights):
        """Fill in the next row, and check it."""
        inputs = self.page.locator(".stage-made input")
        if self.way == "keys":
            inputs.nth(0).press("Control+a")
            inputs.nth(0).press(str(point))
        else:
            self.press(self.button(f"Point {point}"))
        for place, weight in enumerate(weights, 1):
            assert inputs.nth(place).get_attribute("inputmode") == "decimal"
            inputs.nth(place).fill(f"{abs(weight):g}")
            if weight < 0:
                if self.way == "keys":
                    inputs.nth(place).fill(f"{weight:g}")
                else:
                    self.press(self.page.locator(".stage-typed button").nth(place - 1))
        if self.way == "keys":
            inputs.nth(len(weights)).press("Enter")
        else:
            self.press(self.button("Check"))

    def does(self, run):
        """Fill in all rows of a run that are left."""
        for k in range(self.count + 1, run.updates + 1):
            self.fill(int(run.mistakes[k - 1]), run.weights[k].tolist())
            self.stage.until(lambda k=k: self.count == k)


@pytest.mark.parametrize(("way", "device"), WAYS, ids=["mouse", "finger", "keys"])
def test_or_by_hand_is_found_to_converge_and_xor_to_repeat(visit_light, way, device):
    stage = visit_light(link(data="OR", bias="true"), **device)
    rows, run = Rows(stage, way), train(gate("or").augmented())
    assert rows.reply.inner_text() == ""
    rows.fill(0, [0, 0, 1])
    stage.until(lambda: "was subtracted" in rows.reply.inner_text())
    rows.fill(2, [1, 0, -1])
    stage.until(lambda: "in turn point 0 comes sooner" in rows.reply.inner_text())
    assert rows.count == 0
    rows.does(run)
    rows.press(rows.button("No point is wrong"))
    stage.until(lambda: "converged after 9 updates" in rows.reply.inner_text())
    rows.press(rows.button("XOR"))
    stage.until(lambda: rows.count == 0)
    stage.settle()
    rows.does(train(gate("xor").augmented()))
    stage.until(lambda: "Row 4 is row 0 again" in rows.reply.inner_text())
    assert stage.step == 0


def test_the_rows_stay_over_a_reload_in_the_whole_page_and_the_last_can_be_undone(visit):
    stage = visit(link(data="AND", bias="true"))
    rows, run = Rows(stage, "mouse"), train(gate("and").augmented())
    for k in (1, 2):
        rows.fill(int(run.mistakes[k - 1]), run.weights[k].tolist())
        stage.until(lambda k=k: rows.count == k)
    stage.page.reload()
    wait_for(stage.page)
    again = Rows(stage, "mouse")
    assert again.count == 2
    assert again.reply.inner_text() == ""
    again.press(again.button("Undo row"))
    stage.until(lambda: again.count == 1)


@pytest.mark.parametrize("device", [{}, PHONE], ids=["mouse", "finger"])
def test_a_press_on_a_point_of_the_board_is_the_next_point_and_no_edit(visit_light, device):
    stage = visit_light(link(data="AND", bias="true"), **device)
    Rows(stage, "finger" if device else "mouse")
    field = stage.page.locator(".stage-made input").first
    points = stage.drawn
    stage.page.locator('[data-area="board"]').scroll_into_view_if_needed()
    box = stage.page.locator('[data-area="board"] [data-point]').nth(3).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if device:
        touch(stage, (x, y))
    else:
        stage.page.mouse.click(x, y)
    stage.until(lambda: field.input_value() == "3")
    stage.settle()
    assert stage.drawn == points
    assert stage.address["data"] == "AND"


def words(stage):
    return stage.page.locator(".stage-beats p").inner_text().replace("\N{NO-BREAK SPACE}", " ")


BEATS = [(0, "Next, update 1: point 0 is wrong"), (0, "w grows by y x"), (1, "Both numbers move into the curves")]
"""For each of the first presses of Step the step that it leads to, and what is said there."""


def test_each_press_of_step_is_a_beat_of_the_update(visit_light):
    stage = visit_light(link(data="AND", bias="true"), **MOVING)
    stage.page.get_by_role("tab", name="Update", exact=True).click()
    wait_for(stage.page, ".stage-beats svg")
    assert "No update was made yet" in words(stage)
    for step, said in BEATS:
        stage.press("ArrowRight")
        stage.until(lambda said=said: said in words(stage))
        stage.settle()
        assert stage.step == step
    assert stage.page.locator('.stage-beats [data-name="length"]').count() == 1
    stage.page.get_by_role("button", name="Step", exact=True).click()
    stage.until(lambda: "Next, update 2: point 3 is wrong" in words(stage))
    stage.page.get_by_role("button", name="length", exact=True).click()
    stage.until(lambda: "the angle is never acute" in words(stage))


def test_a_small_wall_has_room_for_the_picture_and_all_words_of_a_beat(visit_light):
    stage = visit_light("/?lesson=idea&present=true", asks=True, viewport={"width": 1024, "height": 768})
    stage.press("PageDown")
    wait_for(stage.page, ".stage-beats svg")
    parts = [stage.page.locator(f".stage-beats{part}") for part in ("", " figure", " p")]
    for _, said in BEATS:
        stage.press("PageDown")
        stage.until(lambda said=said: said in words(stage))
        stage.settle()
        panel, picture, told = (part.bounding_box() for part in parts)
        assert picture["height"] > 80
        assert told["y"] + told["height"] <= panel["y"] + panel["height"] + 1


@pytest.mark.slow
def test_all_arrows_and_bars_of_the_beats_are_in_sight(visit_light):
    stage = visit_light("/")
    stage.page.get_by_role("tab", name="Update", exact=True).click()
    wait_for(stage.page, ".stage-beats svg")
    for way in ("along w*", "length", "score"):
        stage.page.get_by_role("button", name=way, exact=True).click()
        stage.press("Home")
        for _ in range(9):
            stage.press("ArrowRight")
            stage.settle()
            assert stage.page.evaluate(_CUT_OFF) == [], words(stage)


_CUT_OFF = """() => {
  const picture = document.querySelector(".stage-beats figure > svg > svg");
  const { left, top } = picture.parentNode.getBoundingClientRect();
  const [right, bottom] = [left + picture.width.baseVal.value, top + picture.height.baseVal.value];
  return [...picture.querySelectorAll("[data-name]")].map((node) => [node.dataset.name, node.getBoundingClientRect()])
    .filter(([name]) => ["old", "sum", "added", "gain", "back", "across"].includes(name))
    .filter(([, box]) => box.left < left || box.right > right || box.top < top || box.bottom > bottom)
    .map(([name]) => name);
}"""
"""The names of the arrows and bars that are cut off by the edges of the picture."""


def test_a_finger_leads_through_the_beats_of_an_update_and_to_any_of_them(visit_light):
    stage = visit_light(link(data="AND", bias="true"), **PHONE)
    stage.page.get_by_role("tab", name="Update", exact=True).tap()
    for step, said in BEATS:
        stage.button("forward").tap()
        stage.until(lambda said=said: said in words(stage))
        assert stage.step == step
    picture = stage.page.locator(".stage-beats figure > svg")
    for beat, (step, said) in enumerate(BEATS, 1):
        stage.page.get_by_role("button", name=f"Beat {beat}", exact=True).tap()
        stage.until(lambda said=said: said in words(stage))
        stage.settle()
        assert stage.step == step
        assert said in picture.get_attribute("aria-label").replace("\N{NO-BREAK SPACE}", " ")
    name, limit = (picture.locator("text", has_text=words).bounding_box() for words in ("‖w‖²", "ceiling"))
    assert name["y"] + name["height"] <= limit["y"]
    stage.page.get_by_role("button", name="length", exact=True).tap()
    stage.until(lambda: "no update lifts" in words(stage))
