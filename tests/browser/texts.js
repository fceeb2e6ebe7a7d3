// What is wrong with the texts in sight: cut, outside of what they stand in, or one over another.
() => {
  const APART = 2; // px between texts of different lines, labels and signs
  const presented = document.querySelector(".stage.is-presenting");
  const scrolls = presented ? presented.offsetWidth < 560 : true; // whether the page as a whole may
  const pen = document.createElement("canvas").getContext("2d");
  const shown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const within = (a, b, by) => a.left >= b.left - by && a.right <= b.right + by && a.top >= b.top - by && a.bottom <= b.bottom + by;
  const common = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const empty = (box) => box.right - box.left < 1 || box.bottom - box.top < 1;
  // Where numbers are tabular, the short form of a font is empty, and a canvas would keep the font of another text.
  const setFont = ({ fontStyle, fontWeight, fontSize, fontFamily }) => {
    pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  };
  const widthOf = (style, text) => {
    setFont(style);
    return pen.measureText(text).width;
  };

  // A browser's box of a text is as high as the font's tallest signs; this one is as high as the text's own.
  const inked = ({ left, top, right, bottom }, node, text, upright) => {
    setFont(getComputedStyle(node));
    const ink = pen.measureText(text);
    const line = ink.fontBoundingBoxAscent + ink.fontBoundingBoxDescent;
    const [high, low] = [ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent, ink.fontBoundingBoxAscent + ink.actualBoundingBoxDescent];
    const scale = (upright ? right - left : bottom - top) / line;
    return upright ? { left: left + high * scale, top, right: left + low * scale, bottom }
      : { left, top: top + high * scale, right, bottom: top + low * scale };
  };

  const texts = []; // with the boxes of their lines
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const drawn = new Set();
  while (walker.nextNode()) {
    const { currentNode: node, currentNode: { parentElement: parent, data } } = walker;
    if (!data.trim() || parent.closest("script, style, noscript, option, title, desc") || !shown(parent)) continue;
    const label = parent.closest("svg text");
    if (label) drawn.add(label);
    else {
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      let block = parent;
      while (/^(inline|contents|math|block math)$/.test(getComputedStyle(block).display)) block = block.parentElement;
      texts.push({ node: parent, text: data.trim(), block, lines: lines.map((box) => inked(box, parent, data, false)) });
    }
  }
  for (const node of drawn) {
    const box = node.getBoundingClientRect();
    const upright = Math.abs(node.getScreenCTM().b) > 0.1;
    if (box.width > 0) texts.push({ node, text: node.textContent, block: node, lines: [inked(box, node, node.textContent, upright)] });
  }

  // Where a text can be seen, and where it could be if whoever reads it scrolls.
  const everywhere = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  const clipped = (node) => {
    const wall = { ...everywhere, left: 0, right: innerWidth };
    let [seen, kept, rolled, across, out] = [wall, everywhere, false, false, ""];
    for (let at = node; at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.transform !== "none" || style.containerType !== "normal" || (out === "absolute" && style.position !== "static"))
        out = "";
      if (!out && style.overflowX !== "visible") {
        const box = at.getBoundingClientRect();
        const head = node.closest("tbody") && at.matches(".stage-table") ? at.querySelector("th") : null; // which stays
        const top = head ? Math.max(box.top, head.getBoundingClientRect().bottom) : box.top;
        rolled ||= /auto|scroll/.test(style.overflowY) && (scrolls || at.matches(".stage-table, .stage-sheets"));
        seen = common(seen, { left: box.left, top, right: box.right, bottom: box.bottom });
        across ||= scrolls && /auto|scroll/.test(style.overflowX) && at.scrollWidth > at.clientWidth; // as a phone's proof
        const [width, height] = [across ? everywhere : box, rolled ? everywhere : box];
        kept = common(kept, { left: width.left, right: width.right, top: height.top, bottom: height.bottom });
      }
      if (style.clipPath !== "none") return null;
      if (/absolute|fixed/.test(style.position)) out = style.position;
    }
    const window = scrolls || rolled ? wall : { ...wall, top: 0, bottom: innerHeight };
    return { seen, kept: across ? kept : common(kept, window) };
  };

  const wrong = [];
  const said = (text) => text.replaceAll("\u00a0", " ").slice(0, 60);
  const boxes = [];
  const blocks = new Map();
  for (const { node, text, block, lines } of texts) {
    const places = clipped(node);
    if (!places) continue;
    const own = blocks.get(block) ?? { whole: 0, hidden: [], part: [] };
    blocks.set(block, own);
    for (const line of lines) {
      const rest = common(line, places.kept);
      if (within(line, places.kept, 1)) own.whole += 1;
      else (empty(rest) ? own.hidden : own.part).push(said(text));
      if (!empty(rest) && block !== node.closest("text") && !within(line, block.getBoundingClientRect(), 2))
        wrong.push(`${said(text)}: outside of its place`);
      const box = common(line, places.seen);
      if (!empty(box)) boxes.push({ ...box, block, text: said(text) });
    }
  }
  // What is hidden as a whole is not shown, unless that is for want of room.
  for (const [block, { whole, hidden, part }] of blocks)
    if (part.length || (hidden.length && (whole || !scrolls || block.closest(".stage-sheet")) && !block.matches(".stage-head span")))
      wrong.push(`${[...part, ...hidden][0]}: cut`);
  boxes.sort((a, b) => a.left - b.left);
  boxes.forEach((a, i) => {
    for (let j = i + 1; j < boxes.length && boxes[j].left < a.right + APART; j++) {
      const b = boxes[j];
      const line = ({ block }) => block.closest(".stage-head p, .stage-sheet li") ?? block;
      const apart = line(a).contains(line(b)) || line(b).contains(line(a)) ? -1 : APART;
      const both = common(a, b);
      if (both.right - both.left > -apart && both.bottom - both.top > -apart) wrong.push(`${a.text}: over ${b.text}`);
    }
  });
  for (const ring of document.querySelectorAll("[data-kind=ring]")) {
    if (!shown(ring)) continue;
    const around = ring.getBoundingClientRect();
    const [x, y, radius] = [around.left + around.width / 2, around.top + around.height / 2, around.width / 2];
    for (const { left, top, right, bottom, block, text } of boxes) {
      const gap = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
      if (block.tagName === "text" && gap < radius - 1) wrong.push(`${text}: over a ring`);
    }
  }
  for (const node of document.querySelectorAll("select, input:is([type=text], [type=number], :not([type]))")) {
    if (!shown(node)) continue;
    const style = getComputedStyle(node);
    const text = node.selectedOptions?.[0].text ?? (node.value || node.placeholder);
    const arrow = node.selectedOptions && style.appearance !== "none" ? 20 : 0;
    const room = node.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
    if (widthOf(style, text) > room + 1) wrong.push(`${said(text)}: cut in its field`);
  }
  return [...new Set(wrong)];
}
