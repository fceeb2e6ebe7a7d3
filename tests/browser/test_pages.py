"""Claims about every page: its link opens it, stepping sends nothing, and it fits its screen."""

import pytest

from playground.lessons import LESSONS
from playground.pages import PAGES
from tests.browser.browsing import DESKTOP, PHONE, Playground, parameters, wait_for
from tests.browser.test_layout import overflow
from tests.marks import slow
from tests.pages import ADDRESSES, BOARDS

# Controls of a page's own to open it with.
OWN = {
    "Proof": "?data=AND&bias=true&view=weight+space&version=biased",
    "Dimensions": "?d=1000&n=40&gamma=0.05&seed=4",
    "Descent": "?eps=1&batch=3&n=30&seed=4",
    "Kernels": "?data=XOR&kernel=polynomial&degree=3",
    "Digits": "?digit=4&against=9&bias=true&order=shuffled&seed=5",
    "Not separable": "?data=inseparable+cloud&n=12&seed=5&grid=1%2F16",
    "Adversary": "?player=the+perceptron&margin=1%2F3",
    "Halving": "?directions=120&gamma=0.2&seed=8",
    "Race": "?data=OR&bias=true&clock=inner+products&beta=0.5",
}
LINKS = {name: at + OWN.get(name, "") for name, at in ADDRESSES.items() if name in OWN or name in BOARDS[1:]}


def seen(stage):
    return stage.step, stage.position, stage.sentence, stage.verdict, stage.facts


# WCAG 2.4.5, 3.2.3
@pytest.mark.parametrize("means", [slow("mouse"), slow("keys"), "finger"])
def test_the_menu_opens_closes_and_leads_to_its_pages(visit, means):
    stage = visit("/", **(PHONE if means == "finger" else {}))
    name, links = stage.page.locator(".menu summary"), stage.page.locator(".menu a")
    assert name.inner_text() == "Pages"
    assert links.all_text_contents() == [page.label for page in PAGES.values()]

    def press(node):
        if means == "keys":
            node.focus()
            stage.press("Enter")
        else:
            node.tap() if means == "finger" else node.click()

    def shown():
        return links.filter(visible=True).all_inner_texts()[2:]

    assert shown() == []
    press(name)
    assert shown() == [page.title for page in [*PAGES.values()][2:]]
    boxes = [link.bounding_box() for link in links.filter(visible=True).all()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= stage.page.viewport_size["width"] for box in boxes)
    if means == "keys":
        stage.press("Tab", "Escape")
        assert stage.page.evaluate("document.activeElement.textContent") == "Pages"
    else:
        stage.page.mouse.click(5, 5)
    assert shown() == []
    press(name)
    press(links.filter(has_text="Kernels"))
    stage.arrived("Kernels")
    stage.settle()
    assert shown() == []
    assert name.inner_text() == "Kernels"
    assert links.and_(stage.page.locator("[aria-current]")).all_text_contents() == ["Kernels"]


# WCAG 2.4.5
def test_the_first_page_leads_to_the_next_lesson(visit):
    stage = visit("/", asks=True)
    said = stage.page.inner_text(".headline")
    assert "Separate the circles from the triangles." in said
    assert "perceptron" in said
    stage.page.evaluate("localStorage.setItem('lesson hand', 'seen')")
    stage.page.reload()
    stage.page.get_by_text(f"Go on with 1 of {len(LESSONS) - 1} →").click()
    stage.page.wait_for_selector(".stage-guide:not([hidden])")
    assert parameters(stage.page.url)["lesson"] == list(LESSONS)[1]
    stage.settle()
    stage.page.evaluate("localStorage.clear()")
    stage.walk("Proof")
    stage.go("Playground")
    stage.page.get_by_role("link", name="Lessons →").click()
    stage.arrived("Lessons")


# WCAG 2.4.7
def test_lessons_are_marked_however_late_streamlit_draws_them(server, window):
    page, late, hand = window(own=True), [], LESSONS["hand"]
    page.route("**/static/js/PageLink*", lambda route: late.append(route))
    page.add_init_script(f"if (location.host) localStorage.setItem('{hand.key}', '1')")
    page.goto(f"{server}/lessons")
    wait_for(page, ".menu")
    Playground(page).settle()
    (route,) = late
    route.continue_()
    card = page.get_by_role("link", name=f"{hand.place}. {hand.finding}")
    assert card.get_attribute("href")
    card.focus()
    assert (
        page.locator(f".st-key-lesson-{hand.slug}").evaluate("(card) => getComputedStyle(card).outlineStyle") == "solid"
    )


# WCAG 2.4.2
@pytest.mark.slow
@pytest.mark.parametrize("name", LINKS)
def test_a_page_fits_its_screen_steps_and_comes_back_by_its_link(visit, name):
    stage = visit(LINKS[name])
    assert stage.notice == ""
    assert stage.page.title().startswith(name)
    fits(stage)
    stage.settle()
    start = seen(stage)
    with stage.silence():
        assert stage.step == 0
        stage.press("ArrowRight", "PageDown")
        stage.do("forward")
        assert stage.step == 3
        stage.press("End")
        last = stage.step
        assert last >= 3
        stage.press("ArrowLeft", "PageUp", "Home")
        assert seen(stage) == start
        stage.do("play")
        stage.until(lambda: stage.step >= 1)
        stage.press(" ", "Home", "ArrowRight", "ArrowRight", "ArrowRight")
    stage.until(lambda: stage.address.get("step") == "3")
    stage.settle()
    asked = parameters(LINKS[name])
    assert stage.address == {**asked, "step": "3"}
    again = visit(stage.page.url[stage.page.url.index("/", 8) :])
    assert seen(again) == seen(stage)
    assert again.notice == ""


def fits(stage):
    """Check that a projector shows all of a page at once."""
    parts = [stage.page.locator(f".stage-{part}") for part in ("facts", "verdict", "transport", "sentence")]
    for part in (*parts, *stage.page.locator(".stage-panel").filter(visible=True).all()):
        box = part.bounding_box()
        assert box["x"] >= 0, part
        assert box["x"] + box["width"] <= DESKTOP["width"], part
        assert box["y"] + box["height"] <= DESKTOP["height"] + 1, part
    assert overflow(stage, "right") == [[0], [0]]
    labels = stage.page.locator(".stage-panel").evaluate_all("nodes => nodes.map((node) => node.ariaLabel)")
    assert all(len(label) > 20 for label in labels)


@pytest.mark.slow
@pytest.mark.parametrize("name", LINKS)
def test_a_page_fits_a_phone_in_the_dark(visit, name):
    stage = visit(LINKS[name], **PHONE, color_scheme="dark")
    assert overflow(stage, "right") == [[0], [0]]
    here = stage.page.locator(".menu").get_by_text(name, exact=True).filter(visible=True).bounding_box()
    assert 0 <= here["x"] < here["x"] + here["width"] <= 390
    for panel in stage.page.locator(".stage-panel:not([hidden])").all():
        panel.scroll_into_view_if_needed()
        box = panel.bounding_box()
        assert box["width"] > 200
        if panel.locator(".stage-sheet").count():  # of whose lines one is shown at a time
            assert max(line.bounding_box()["height"] for line in panel.locator("li").all()) <= box["height"]
        else:
            assert box["height"] > 150
    assert (
        stage.page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor") == "rgb(18, 22, 28)"
    )


def test_a_visitor_who_touched_nothing_sees_each_pages_own_points(visit):
    stage = visit("/")
    usual = stage.drawn
    for name, points in (("Kernels", "rings"), ("Not separable", "XOR"), ("Playground", "chosen margin")):
        stage.walk(name)
        stage.until(lambda points=points: stage.field("Points").input_value() == points)
    stage.until(lambda: stage.drawn == usual)
