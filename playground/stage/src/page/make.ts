// Elements of the page, made in one go.

/** Set an element's text, unless it has it: a new text would be laid out again. */
export function setText(node: Element, text: string) {
  if (node.textContent !== text) node.textContent = text;
}

/** An element with these properties and children; false and missing children are left out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag, properties: Partial<HTMLElementTagNameMap[Tag]>, ...children: readonly (Node | string | false | 0 | null | undefined)[]
): HTMLElementTagNameMap[Tag] {
  const node = Object.assign(document.createElement(tag), properties);
  for (const child of children) if (child) node.append(child);
  return node;
}
