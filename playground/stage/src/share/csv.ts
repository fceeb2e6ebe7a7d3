// A table as text that a spreadsheet opens.

type Entry = string | number | null | undefined;

// Mark a text that a spreadsheet would run as a formula; a number needs no mark.
function entry(value: Entry) {
  if (typeof value !== "string") return String(value ?? "");
  const text = /^[=+\-@\t\r](?![\d.]+$)/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// Excel reads a file without a mark of UTF-8 in a code of Western Europe.
export function csv(heads: readonly string[], rows: readonly (readonly Entry[])[]) {
  const text = [heads, ...rows].map((row) => `${row.map(entry).join(",")}\n`).join("");
  return /[^ -~\n]/.test(text) ? `\ufeff${text}` : text;
}
