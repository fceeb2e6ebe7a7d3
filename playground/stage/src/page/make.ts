// Elements of the page, made in one go.

/**
 * An element with these properties and children; false and missing children are left out.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} properties
 * @param {...(Node | string | false | 0 | undefined)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  for (const child of children) if (child) node.append(child);
  return node;
}
