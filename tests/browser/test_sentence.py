"""The sentence of a step is set: short lines of words, numbers in columns, and no equation that breaks."""

import pytest

from tests.browser.browsing import Playground, link
from tests.marks import slow, slow_but
from tests.pages import ADDRESSES

SIZES = [(390, 844), (1024, 768), (1366, 768), (1920, 1080)]
MOST_LETTERS = 80  # in a line
STAGES = [name for name in ADDRESSES if name not in ("Lessons", "Experiments")]

# The letters of each line of words, the equations that begin on another line than they end, what is underlined, and how
# far the sentence reaches beyond its room.
SET = """() => {
  const place = document.querySelector(".stage-sentence");
  const cells = [...place.querySelectorAll(".stage-words, .stage-numbers > span > span > span")];
  const letters = (cell) => {
    const found = [], texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) for (let i = 0; i < texts.currentNode.length; i++) {
      const letter = document.createRange();
      letter.setStart(texts.currentNode, i);
      letter.setEnd(texts.currentNode, i + 1);
      const { bottom, width } = letter.getBoundingClientRect();
      found.push({ sign: texts.currentNode.data[i].replace("\\u00A0", " "), bottom, width });
    }
    return found;
  };
  const lines = [], broken = [];
  for (const cell of cells.filter((node) => node.checkVisibility())) {
    const all = letters(cell);
    let last = null;
    for (const { bottom, width } of all) {
      if (!width) continue; // a space at the end of a line
      if (last === null || bottom > last + 8) lines.push(0);
      lines[lines.length - 1] += 1;
      last = bottom;
    }
    const text = all.map(({ sign }) => sign).join("");
    for (const { 0: equation, index } of text.matchAll(/\\S+(?: [=≤≥<>+−→←] \\S+)+/g)) {
      const drawn = all.slice(index, index + equation.length).filter(({ width }) => width);
      if (drawn.at(-1).bottom > drawn[0].bottom + 8) broken.push(equation);
    }
  }
  const symbols = [...place.querySelectorAll(".stage-symbol")];
  const underlined = symbols.filter((node) => getComputedStyle(node).textDecorationLine !== "none").length;
  return { most: Math.max(...lines), broken, underlined, beyond: place.scrollWidth - place.clientWidth };
}"""


def check(stage: Playground) -> None:
    found = stage.page.evaluate(SET)
    assert found["most"] <= MOST_LETTERS
    assert (found["broken"], found["underlined"]) == ([], 0)
    assert found["beyond"] <= 0


@pytest.mark.parametrize("name", slow_but(STAGES, "Playground"))
def test_lines_are_short_and_equations_whole_at_each_size(visit_light, name):
    stage = visit_light(ADDRESSES[name])
    for wide, high in SIZES:
        stage.page.set_viewport_size({"width": wide, "height": high})
        stage.settle()
        if wide == SIZES[0][0] and stage.page.locator(".stage-unfold").is_visible():
            stage.do("numbers")
        for _ in range(2):
            check(stage)
            stage.press("ArrowRight")
            stage.settle()


@pytest.mark.parametrize("start", ["-123.456, 0.001234, 1e-6", slow("1e6, -1e6, 0")])
def test_long_numbers_keep_their_columns(visit_light, start):
    stage = visit_light(link([(0.5, 0.5, 0), (-0.75, 0.25, 1)], bias="true", rate="0.3", start=start, step=1))
    for wide, high in SIZES:
        stage.page.set_viewport_size({"width": wide, "height": high})
        stage.settle()
        check(stage)


@pytest.mark.parametrize(("wide", "high"), [(1024, 768), (1920, 1080)])
def test_a_wall_has_the_words_and_one_line_of_numbers(visit_light, wide, high):
    stage = visit_light(link(step=3, present="true"), viewport={"width": wide, "height": high})
    stage.settle()
    check(stage)
    numbers = stage.page.locator(".stage-numbers")
    shown = " ".join(numbers.inner_text().split())
    assert shown.startswith("w ")
    assert "→" not in shown
    lines = numbers.evaluate("(node) => node.offsetHeight / parseFloat(getComputedStyle(node).lineHeight)")
    assert lines == pytest.approx(1, abs=0.2)
