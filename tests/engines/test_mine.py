"""Firefox and WebKit check a visitor's program as Chromium does, and let it reach nothing beyond its document."""

import json

import pytest

from tests.browser.browsing import light
from tests.browser.test_program import ATTEMPTS, HELP
from tests.engines import windows
from tests.playground.stage.test_python import PERCEPTRON

pytestmark = pytest.mark.slow

FOUND = 'document.querySelector(".stage-found")'
SAID = f"{FOUND}.innerText.split(/\\n+/)"  # WebKit makes no empty line of a small margin
STATUS = 'document.querySelector(".mine-status").textContent'
WRONG = PERCEPTRON.replace("+ label", "- label")
ENDLESS = "while True: pass"


def button(words):
    """The button of the dialog with these words."""
    return (
        f'[...document.querySelectorAll(".stage-mine button")].find(({{ textContent }}) => textContent === "{words}")'
    )


def press(window, element):
    window.evaluate(f'({element}.scrollIntoView({{ block: "center" }}), null)')
    window.click_on(element)


def write(window, field, text):
    found = f"document.querySelector({json.dumps(field)})"
    window.evaluate(
        f'(Object.assign({found}, {{ value: {json.dumps(text)} }}).dispatchEvent(new Event("input")), null)'
    )


def checked(window, server):
    """Paste a printout, write a wrong program, a right one and one that never ends; return what is said of each."""
    window.open(server + light("/?data=AND&bias=true"))
    window.until('document.querySelector(".stage [data-do=mine]:not([hidden])")')
    press(window, 'document.querySelector(".stage [data-do=mine]")')
    window.until('document.querySelector(".stage-mine [name=printed]")')
    write(window, ".stage-mine [name=printed]", "0 0 1; 0 -1 2; -1 -1 3; -1 -1 4")
    press(window, 'document.querySelector(".stage-mine [name=check]")')
    window.until(f"{FOUND}.querySelector('h3')")
    seen = [window.evaluate(SAID)]
    press(window, button("Write"))
    for code in (WRONG, PERCEPTRON, ENDLESS):
        window.until(f"!({button('Run')}).disabled")
        write(window, ".mine-code", code)
        press(window, button("Run"))
        window.until(f"/^(The program ended|Ended|Line)/.test({STATUS}) && !/Checking/.test({FOUND}.innerText)")
        seen.append(window.evaluate(f"[{STATUS}, {SAID}]"))
    return seen


@pytest.fixture(scope="module")
def expected(browser, server):
    page = browser.new_page()
    yield checked(windows.Chromium(page), server)
    page.close()


@pytest.mark.parametrize("name", windows.ENGINES)
def test_a_program_is_run_and_checked_alike_and_reaches_nothing(name, expected, server):
    if missing := windows.missing(name):
        pytest.skip(missing)
    with windows.ENGINES[name]() as window:
        assert checked(window, server) == expected
        assert "the sign of the update" in expected[1][1]
        assert expected[3][0].startswith("Ended after 1 second")
        window.until(f"!({button('Run')}).disabled")
        window.enter_frame()
        given = f"const SERVER = {json.dumps(f'{server}/')};{HELP}"
        for attempt, code in ATTEMPTS.items():
            tried = f"(async () => {{ {given} try {{ {code}; return true }} catch {{ return false }} }})()"
            window.evaluate(f"(window.reached = null, {tried}.then((reached) => (window.reached = reached)), null)")
            window.until("window.reached !== null")
            assert not window.evaluate("window.reached"), attempt
