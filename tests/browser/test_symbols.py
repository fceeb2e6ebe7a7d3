"""The symbols of a sentence have notes, and light up their marks, by mouse and keyboard."""

from tests.browser.browsing import link


def symbol(stage, text):
    return stage.page.locator(".stage-sentence [role=button]").filter(has_text=text).first


def lit(stage):
    parts = ".stage-panel .is-lit"
    return set(stage.page.eval_on_selector_all(parts, "marks => marks.map((mark) => mark.dataset.part)"))


# A place on the boundary, beside its middle.
_ON_THE_LINE = """() => {
  const line = document.querySelector('[data-area="board"] path[data-part="w"]');
  const { x, y } = line.getPointAtLength(line.getTotalLength() / 2 + 80).matrixTransform(line.getScreenCTM());
  return [x, y];
}"""


def symbols_lit(stage):
    return set(stage.page.locator(".stage-symbol.is-lit").all_inner_texts())


def note(stage):
    place = stage.page.locator(".stage-note:popover-open")
    return place.inner_text() if place.count() else None


# WCAG 1.4.13, 2.4.3
def test_a_symbol_lights_up_its_part_and_mouse_and_keys_explain_it(visit_light):
    stage = visit_light(link(step=3))
    with stage.silence():
        for text, part, begins in [
            ("w·w*", "upper", "How far w reaches"),
            ("γ", None, "The margin"),
        ]:
            symbol(stage, text).hover()
            assert lit(stage) == ({part} if part else set())
            assert symbol(stage, text).get_attribute("title").startswith(begins)
            symbol(stage, text).click()
            assert note(stage).startswith(begins)
            stage.press("Escape")
            stage.page.mouse.move(5, 300)
            assert (note(stage), lit(stage)) == (None, set())
    shown = stage.page.locator(".stage-sentence [role=button]").all_inner_texts()
    assert len(shown) == len(set(shown)) >= 6
    stage.page.mouse.move(*stage.page.evaluate(_ON_THE_LINE))
    assert (lit(stage), symbols_lit(stage)) == ({"w"}, {"w", "w′"})
    stage.page.locator('[data-area="upper"]').hover()
    assert (lit(stage), symbols_lit(stage)) == ({"upper"}, {"w·w*"})
    stage.page.mouse.move(5, 300)
    assert (lit(stage), symbols_lit(stage)) == (set(), set())
    stage.page.focus("[data-do=mine]")
    for text in shown:
        stage.press("Tab")
        assert stage.page.evaluate("document.activeElement.textContent") == text
    for key in ("Enter", " "):
        stage.press(key)
        assert note(stage) == symbol(stage, text).get_attribute("title")
        assert stage.step == 3
        stage.press("Escape")
    stage.press("ArrowRight")
    assert stage.step == 4
