"""A class of ten browsers, of three engines, plays a whole list with a teacher and a remote, by keyboard and by ear."""

import itertools
from contextlib import ExitStack

import pytest

from perceptron import margin_dataset, train
from tests.browser.browsing import PHONE
from tests.browser.test_axe import axe
from tests.browser.test_rooms import forward
from tests.engines import windows

pytestmark = pytest.mark.slow

BOARD = {"page": "playground", "query": "data=margin&bias=true"}
DARK = {"color_scheme": "dark"}
MOST_TABS = 30
# What a screen reader says: each change of a live region.
LIVE = """new MutationObserver((changes) => {
  for (const { target } of changes) {
    const live = (target.nodeType === 1 ? target : target.parentElement)?.closest("[role=status]");
    if (live) (window.spoken ??= []).push(live.textContent.trim());
  }
}).observe(document, { subtree: true, childList: true, characterData: true });"""


class Player:
    """A student with a phone, who uses keys alone and hears the page's live regions."""

    def __init__(self, window, address, number):
        self.window, self.address, self.number = window, address, number

    def come(self):
        self.window.open(self.address)
        self.window.until("document.querySelector('.status')?.textContent.length > 12")

    def hears(self, words):
        self.window.until(f"document.querySelector('.status')?.textContent.includes({words!r})")

    def goes_to(self, selector):
        """Press Tab until an element has the focus, once the question is open."""
        self.window.until(f"document.querySelector({selector!r})?.matches(':enabled, [tabindex]')")
        for _ in range(MOST_TABS):
            if self.window.evaluate(f"document.activeElement.matches({selector!r})"):
                return
            self.window.press("Tab")
        raise AssertionError(f"{self.window.engine}: no key leads to {selector}")

    def press(self, *keys):
        for key in keys:
            self.window.press(key)

    def guess(self, value):
        self.goes_to(".answer input")
        # A field that was led to by Tab has its text selected.
        self.press(*str(value), "Enter")
        self.hears("Sent.")

    def choose(self, place):
        button = f".answer button:nth-child({place + 1})"
        self.goes_to(button)
        if self.window.evaluate("document.hasFocus()"):
            self.press("Enter")
        else:  # a window without a screen never has it in Firefox, where no key then presses a button
            self.window.click_on(f"document.querySelector({button!r})")
        self.hears("Sent.")

    def turn(self, times):
        self.goes_to(".answer input[type=range]")
        self.press(*["ArrowLeft"] * times)
        self.hears("Sent.")

    def place(self):
        self.goes_to(".board")
        self.press(*["ArrowUp"] * (self.number % 5), *["ArrowRight"] * (self.number % 3), "Enter")
        self.window.until("document.querySelector('.count').textContent.startsWith('1 of 3')")


def test_ten_browsers_of_three_engines_play_a_list_to_its_end(browser, server):
    with ExitStack() as stack:
        engines = [name for name in windows.ENGINES if not windows.missing(name)]
        others = [stack.enter_context(windows.ENGINES[name]()) for name in engines]
        contexts = []

        def opened(**look):
            contexts.append(browser.new_context(**look))
            stack.callback(contexts[-1].close)
            page = contexts[-1].new_page()
            page.add_init_script(LIVE)
            return page

        wall, remote = opened(viewport={"width": 1366, "height": 768}), opened(**PHONE)
        made = wall.request.post(f"{server}/room", form=BOARD, max_redirects=0).json()
        room = f"{server}/room/{made['code']}"
        pages = [opened(**PHONE, **(DARK if number % 2 else {})) for number in range(10 - len(others))]
        for window in others:
            window.resize(390, 844)
        everyone = [
            Player(window, room, number) for number, window in enumerate([*map(windows.Chromium, pages), *others])
        ]
        found = []

        def check():
            found.extend(axe(wall, remote, *pages[2:4]))

        def answered(count):
            wall.locator(".counts").get_by_text(f" {count} answered").wait_for()

        wall.goto(f"{room}/wall#{made['key']}")
        offer = {"key": made["key"], "do": "offer", "secret": "0" * 32}
        assert wall.request.post(f"{room}/command", data=offer).ok
        remote.goto(f"{room}/hand#{'0' * 32}")
        for player in everyone:
            player.come()
            player.hears("the question opens soon")
        wall.locator(".counts").get_by_text("10 joined").wait_for()
        check()

        # A number, in two votes.
        right = train(margin_dataset(25, 2, 0.1, seed=3).augmented()).updates
        forward(wall)
        for player in everyone:
            player.hears("Your answer?")
            player.guess(player.number + 1)
        answered(10)
        forward(remote)
        for player in everyone:
            player.hears("vote again")
            player.guess(right if player.number % 2 else 9)
        answered(10)
        check()
        forward(wall)
        for player in everyone:
            player.hears(f"Converged after {right} updates")
        for player in everyone[1::2]:
            player.hears("You were right!")
        wall.locator("figcaption").get_by_text(f"Converged after {right} updates").wait_for()
        check()

        # The rest of the list: whatever comes is answered, until the end.
        kinds = []
        while True:
            forward(remote)
            remote.wait_for_function("at => document.querySelector('select').value === String(at)", arg=len(kinds) + 1)
            kind = remote.locator("select option:checked").inner_text()
            kinds.append(kind)
            forward(wall)
            ways = {
                "How many": lambda player: player.guess(player.number),
                "Which makes": lambda player: player.choose(player.number % 4),
                "Will": lambda player: player.choose(player.number % 2),
                "Turn the line": lambda player: player.turn(player.number + 1),
                "Build a board": lambda player: player.place(),
            }
            way = next(do for words, do in ways.items() if words in kind)
            for player in everyone:
                player.window.until(f"document.querySelector('.question').textContent === {kind.partition('. ')[2]!r}")
                way(player)
            answered(10)
            check()
            if "Build a board" in kind:
                forward(remote)
                wall.locator(".phase").get_by_text("All are of one class.").wait_for()
                assert "data=by+hand" in wall.get_attribute(".take", "href")
                break
            for _ in range(1 + ("Turn" not in kind)):
                forward(wall)
            for player in everyone:
                player.window.until("!document.querySelector('.answer button:enabled, .answer input:enabled')")
            check()
        assert len(kinds) == 5
        remote.locator("[data-do=forward]:disabled").wait_for()
        assert not found, found

        # By ear: each state was spoken, where there is a screen reader to hear.
        spoken = pages[4].evaluate("window.spoken")
        for words in ("opens soon", "Your answer?", "Sent.", "vote again", "You said", "The board is done"):
            assert any(words in each for each in spoken), (words, spoken)
        rows = wall.request.post(f"{room}/table", data={"key": made["key"]}).json()["rows"]
        votes = [(question, vote, phone) for question, vote, phone, *_ in rows]
        assert len(votes) == len(set(votes)), "nobody counts twice"
        each = [len([*some]) for _, some in itertools.groupby(rows, key=lambda row: row[:2])]
        assert each == [10] * 7
        wall.once("dialog", lambda dialog: dialog.accept())
        wall.click("text=Close")
        for player in everyone:
            player.hears("This room is over.")
