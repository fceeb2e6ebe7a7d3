"""The whole page while a browser translates it: it shows and counts what it does for everybody else."""

import pytest

from tests.browser.browsing import Playground, ready, wait_for

# Chrome and its like put each text into two elements `font`, but where that is forbidden, and do so after each change.
TRANSLATE = """
const left = "font, style, script, noscript, textarea, [translate=no], .notranslate";
const translate = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts.filter(({ data, parentElement }) => data.trim() && !parentElement.closest(left))) {
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = `⟦${text.data}⟧`;
    outer.append(inner);
    text.replaceWith(outer);
  }
};
document.addEventListener("DOMContentLoaded", () => {
  document.documentElement.lang = "de";
  document.documentElement.classList.add("translated-ltr");
  translate();
  new MutationObserver(translate).observe(document.body, { subtree: true, childList: true, characterData: true });
});
"""
# All that can be read; the translation alone is taken out again.
READ = """() => document.querySelector("[data-testid=stApp]").innerText.replace(/[⟦⟧]/g, "").replace(/\\s+/g, " ")"""


def walk(page, server):
    """All that a visitor reads who steps, sets, places, opens the menu and the lessons, and answers one."""
    stage = Playground(ready(page, f"{server}/?data=AND&bias=true"))
    read = []

    def note():
        stage.settle()
        read.append(page.evaluate(READ))

    def go(name):
        page.click(".menu summary")
        note()
        page.click(f'.menu a[href*="{name}"]')
        stage.until(lambda: f"/{name}" in page.url)

    note()
    for _ in range(3):
        stage.do("forward")
        note()
    stage.set("bias", "false")
    note()
    stage.click(0.3, 0.7)
    note()
    go("lessons")
    wait_for(page, ".st-key-lessons a")
    note()
    page.click(".st-key-lesson-margin a")
    wait_for(page)
    note()
    page.fill(".stage-guess", "25")
    stage.do("last")
    note()
    go("lessons")
    wait_for(page, ".st-key-lessons a")
    note()
    return read


@pytest.mark.slow
def test_a_translated_page_says_at_each_step_what_the_page_says(window, server):
    plain, translated = window(), window(own=True)
    translated.add_init_script(TRANSLATE)
    expected = walk(plain, server)
    assert len({*expected}) > 10
    assert walk(translated, server) == expected
    assert translated.locator("font font").count() > 20
