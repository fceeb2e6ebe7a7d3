"""A teacher, a wall and phones play a question to its end, in a real browser."""

import pytest

from perceptron import margin_dataset, separate, train
from tests.browser.browsing import PHONE, STILL, parameters
from tests.browser.test_axe import AXE, RUN
from tests.browser.test_light import fetched

DATA = margin_dataset(25, 2, 0.1, seed=3).augmented()  # the playground's own
BOARD = "/?data=margin&bias=true"


def says(page, selector, words):
    page.locator(selector).get_by_text(words).wait_for()


def asked_the_class(visit, **look):
    """The wall that opens by Share, with the teacher's key, and the room's code."""
    stage = visit(BOARD, asks=True, own=True, **STILL, **look)
    stage.do("share")
    with stage.page.expect_popup() as popup:
        stage.page.click("text=Ask the class")
    wall = popup.value
    says(wall, ".counts", "0 joined · 0 answered")
    return wall, wall.inner_text(".letters")


@pytest.mark.parametrize("night", [False, pytest.param(True, marks=pytest.mark.nightly)], ids=["by day", "by night"])
def test_a_class_guesses_votes_again_and_sees_the_number_fall_in(visit, window, browser, server, tmp_path, night):
    look = {"color_scheme": "dark" if night else "light"}
    wall, code = asked_the_class(visit, **look)
    phone = window(own=True, **PHONE, **look)
    phone.goto(f"{server}/room")
    phone.fill("#code", code.lower())
    requests, size = fetched(
        phone, lambda: (phone.click("text=Join"), says(phone, ".status", "the question opens soon"))
    )
    assert len(requests) <= 3
    assert size <= 30_000
    says(wall, ".counts", "1 joined")
    found = {}

    def look_at(state):
        for name, page in (("wall", wall), ("phone", phone)):
            page.evaluate(AXE)
            found[state, name] = page.evaluate(RUN)

    look_at("waiting")
    wall.keyboard.press("PageDown")
    says(phone, ".status", "Your answer?")
    phone.fill(".answer input", "3")
    phone.click("text=Send")
    says(wall, ".counts", "1 joined · 1 answered")
    wall.keyboard.press("PageDown")
    says(phone, ".status", "vote again")
    phone.reload()
    assert phone.input_value(".answer input") == "3", "a reload forgets nothing"
    run = train(DATA)
    phone.fill(".answer input", str(run.updates))
    phone.click("text=Send")
    says(wall, ".counts", "1 joined · 1 answered")
    look_at("voted")
    late = browser.new_context(**PHONE).new_page()  # whose console may complain of the net
    late.goto(f"{server}/room/{code}")
    says(late, ".status", "vote again")
    late.context.set_offline(True)
    late.fill(".answer input", "4")
    late.click("text=Send")
    says(late, ".status", "No connection.")
    late.context.set_offline(False)
    says(late, ".status", "Sent.")
    says(wall, ".counts", "2 joined · 2 answered")
    assert not wall.locator(".found").is_visible()
    wall.keyboard.press("PageDown")
    says(wall, "figcaption", f"Converged after {run.updates} updates")
    says(wall, ".truth", str(run.updates))
    says(wall, ".picture", f"at most {separate(DATA).bound}")
    says(wall, ".picture", "First vote: 1")
    says(wall, ".picture", "Second vote: 2")
    says(phone, ".status", "You were right!")
    look_at("revealed")
    assert not any(found.values()), found
    says(late, ".status", "You said 4.")
    wall.click("text=Save")
    with wall.expect_download() as saving:
        wall.click("text=Summary")
    saving.value.save_as(tmp_path / "summary.html")
    alone = window(own=True)
    requests, _ = fetched(alone, lambda: alone.goto((tmp_path / "summary.html").as_uri()))
    assert not requests, "the page stands alone"
    assert alone.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 2060
    says(alone, "td", str(run.updates))
    for kind in ("svg", "png"):
        with alone.expect_download() as picture:
            alone.click(f"button[name={kind}]")
        assert picture.value.suggested_filename == f"question-1.{kind}"
    wall.once("dialog", lambda dialog: dialog.accept())
    wall.click("text=Close")
    for page in (wall, phone, late):
        says(page, "body", "This room is over.")
    late.context.close()


def test_a_remote_leads_the_class_to_a_line_and_a_board_of_its_own(visit, window, server):
    wall, code = asked_the_class(visit)
    remote = window(own=True, **PHONE)
    assert "#" not in wall.url, "who sees the wall's address has not its key"
    key = wall.evaluate("localStorage.getItem(`perceptron room key ${document.body.dataset.code}`)")
    remote.goto(f"{server}/room/{code}/hand#{key}")
    phone = window(own=True, **PHONE)
    phone.goto(f"{server}/room/{code}")
    question = remote.locator("select")
    question.select_option(label=next(text for text in question.locator("option").all_inner_texts() if "line" in text))
    remote.click("text=Open")
    says(phone, ".status", "Drag the arrow's tip")
    box = phone.locator(".board").bounding_box()
    phone.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"])
    phone.get_by_label("Turn").fill("-52")  # where w* points
    says(phone, ".count", "Nothing is wrong")
    says(wall, ".counts", "1 answered")
    remote.click("text=Reveal")
    says(wall, ".picture", "1 of 1")
    says(phone, ".status", "The best of all is yours!")
    remote.click("text=Next question")
    remote.click("text=Begin")
    says(phone, ".status", "Each point stands on the wall")
    phone.mouse.click(box["x"] + 0.3 * box["width"], box["y"] + 0.4 * box["height"])
    phone.focus(".board")
    for key in ("ArrowUp", "ArrowUp", "ArrowRight", "Enter"):
        phone.keyboard.press(key)
    says(phone, ".count", "2 of 3 placed")
    phone.click("text=−1")
    phone.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + 0.7 * box["height"])
    says(wall, ".phase", "3 points")
    remote.click("text=Stop")
    says(wall, ".phase", "One line parts them")
    board = parameters(wall.get_attribute(".take", "href").replace("./", "http://a/"))
    assert board["data"] == "by hand"
    taken = visit(f"/?data=by+hand&points={board['points']}", asks=True)
    assert [kind for *_, kind in taken.points] == [0, 0, 1]


FROZEN = """() => {
  const Real = EventSource;
  window.streams = [];
  window.EventSource = class extends Real {
    constructor(address) {
      super(address);
      window.streams.push(this);
    }
  };
}"""
SILENT = "streams.forEach((stream) => { stream.onmessage = stream.onerror = null; stream.close(); })"


def test_a_phone_that_was_frozen_for_three_minutes_goes_on(window, server):
    """Its timers stood still, and its stream is dead without having said so."""
    phone = window(own=True, **PHONE)
    form = {"page": "playground", "query": BOARD[2:]}
    made = phone.request.post(f"{server}/room", form=form, max_redirects=0).json()
    room = f"{server}/room/{made['code']}"

    def ask(what, **told):
        return phone.request.post(f"{room}/{what}", data={"key": made["key"], **told}).json()

    ask("command", do="forward")
    phone.clock.install()
    phone.add_init_script(f"({FROZEN})()")
    phone.goto(room)
    phone.fill(".answer input", "3")
    phone.click("text=Send")
    says(phone, ".status", "Sent.")
    phone.evaluate(SILENT)
    ask("command", do="forward")
    phone.clock.fast_forward("03:00")
    says(phone, ".status", "vote again")
    assert phone.evaluate("streams.length") == 2
    phone.fill(".answer input", "4")
    phone.click("text=Send")
    says(phone, ".status", "Sent.")
    assert [row[1:4] for row in ask("table")["rows"]] == [[1, 1, "3"], [2, 1, "4"]]
