// The guide to a scene: what to try and, after the last step has been shown, the answer.

export class Guide {
  /**
   * @param {import("./model.js").Model} model
   * @param {import("./page.js").Page} page
   */
  constructor(model, page) {
    this.model = model;
    this.page = page;
    this.node = page.root.parentElement.querySelector(".stage-guide");
    this.announced = "";
  }

  // The answer has its room beside the text from the beginning, so that nothing moves later.
  build() {
    const { guide } = this.model.data;
    this.node.hidden = !guide;
    const lines = guide ? [guide.text, guide.answer].filter(Boolean).map((words) => newWords(guide, words)) : [];
    this.node.replaceChildren(...lines);
    if (!guide) return;
    const over = endedOnce(this.model);
    const answered = over && guide.answer;
    this.node.classList.toggle("is-answered", Boolean(answered));
    const words = answered || guide.text;
    if (words !== this.announced) this.page.say((this.announced = words));
    if (over && guide.remember) remember(guide.remember);
  }
}

// Without a step, or with more answers to give, the end is still to come.
/** @param {import("./model.js").Model} model */
function endedOnce({ data: { last, asking }, endSeen }) {
  return endSeen && last >= (asking?.most ?? 1);
}

function newWords({ title, source }, words) {
  const line = document.createElement("p");
  const [heading, origin] = ["strong", "small"].map((name) => document.createElement(name));
  heading.textContent = title;
  origin.textContent = source;
  line.append(heading, " ", words, " ", origin);
  return line;
}

function remember(key) {
  try {
    window.localStorage.setItem(key, "seen");
  } catch {
    // Within a page of somebody else's a browser may refuse to keep anything.
  }
}
