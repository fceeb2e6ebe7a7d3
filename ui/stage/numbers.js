// Numbers as the server writes them: whole ones whole, others with three significant digits.

const SUPERSCRIPT = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

export function number(value) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? "−∞" : "undefined";
  const text = unsigned(Math.abs(value));
  return value < 0 ? `−${text}` : text;
}

function unsigned(size) {
  const whole = Math.round(size);
  if (size < 1e6 && Math.abs(size - whole) <= 1e-12 * Math.max(size, whole)) return grouped(String(whole));
  const [mantissa, exponent] = scientific(size);
  if (-3 <= exponent && exponent < 6) return grouped(fixed(size, Math.max(0, 2 - exponent)));
  return `${mantissa}×10${[...String(exponent)].map((sign) => SUPERSCRIPT[sign]).join("")}`;
}

const grouped = (text) => text.replace(/^\d+/, (digits) => Number(digits).toLocaleString("en"));

// What lies halfway between two numbers becomes the even one, as Python has it; JavaScript would take the larger.
function scientific(size) {
  const even = /^(\d\.\d[02468])50*e(.*)$/.exec(size.toExponential(60));
  const [mantissa, power] = even ? even.slice(1) : size.toExponential(2).split("e");
  return [mantissa, Number(power)];
}

function fixed(size, digits) {
  const exact = size.toFixed(60);
  const end = exact.length - 60 + digits;
  const kept = exact.slice(0, digits ? end : end - 1);
  const even = /[02468]$/.test(kept) && /^\.?50*$/.test(exact.slice(kept.length));
  return even ? kept : size.toFixed(digits);
}
