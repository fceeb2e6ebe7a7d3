// A table as text that a spreadsheet opens.

// Text that a spreadsheet would run is marked as text; a number is none.
function entry(value) {
  if (typeof value !== "string") return String(value ?? "");
  const text = /^[=+\-@\t\r](?![\d.]+$)/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// Excel takes a text for one of Western Europe unless a mark before it says otherwise.
export function csv(heads, rows) {
  const text = [heads, ...rows].map((row) => `${row.map(entry).join(",")}\n`).join("");
  return /[^ -~\n]/.test(text) ? `\ufeff${text}` : text;
}
