// Numbers are written as `ui.words.number` writes them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { number } from "../../ui/stage/numbers.js";

const WRITTEN = {
  0: "0", 0.1: "0.100", "-0.31259": "−0.313", 0.09999: "0.100", 12.04: "12.0", 3: "3", 1234.5: "1,234", 1235.5: "1,236",
  "2.5e-7": "2.50×10⁻⁷", "4e16": "4.00×10¹⁶", 1.125: "1.12", 1.135: "1.14", 0.03125: "0.0312", "-2.375": "−2.38",
  999.6: "1,000", 999999: "999,999", "999999.7": "1.00×10⁶", 1125000: "1.12×10⁶", 1135000: "1.14×10⁶", 0.001: "0.00100",
  0.00099: "9.90×10⁻⁴", 1.015: "1.01", "1e300": "1.00×10³⁰⁰", 0.3000000000000000444: "0.300", 2.9999999999999996: "3",
  Infinity: "∞", "-Infinity": "−∞", NaN: "undefined",
};

test("three significant digits, whole numbers whole, halves to the even digit, as the server has them", () => {
  for (const [value, text] of Object.entries(WRITTEN)) assert.equal(number(Number(value)), text, value);
});
