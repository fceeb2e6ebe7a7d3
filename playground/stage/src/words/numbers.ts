// Numbers for readers, as `playground.text.number` writes them: whole numbers in full, others with three digits.

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const BEYOND = 60; // digits enough to tell a half from nearly a half

export function number(value: number) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? "−∞" : "undefined";
  const size = Math.abs(value);
  const minus = value < 0 ? "−" : "";
  const nearest = Math.round(size);
  if (size < 1e6 && Math.abs(size - nearest) <= 1e-12 * size) return minus + grouped(nearest.toFixed(0));
  const [rounded, power] = size.toExponential(2).split("e");
  const exponent = Number(power);
  if (exponent >= -3 && exponent < 6) {
    const digits = Math.max(0, 2 - exponent);
    return minus + grouped(halfToEven(size.toFixed(digits), size.toFixed(digits + BEYOND)));
  }
  const mantissa = halfToEven(rounded, size.toExponential(2 + BEYOND).split("e")[0]);
  const raised = String(exponent).replace("-", "⁻").replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]);
  return `${minus}${mantissa}×10${raised}`;
}

// JavaScript rounds a half up, Python to the even digit.
function halfToEven(text: string, longer: string) {
  const last = Number(text.at(-1));
  return last % 2 && /^50*$/.test(longer.slice(-BEYOND)) ? text.slice(0, -1) + (last - 1) : text;
}

/** The digits of a number in groups of three: `Intl` would cost a new page several milliseconds. */
export const grouped = (text: string) => text.replace(/\B(?<!\..*)(?=(\d{3})+(?!\d))/g, ",");
