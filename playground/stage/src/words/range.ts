// Numbers as people type them, and the range of a setting.

import type { Setting } from "../store/payload.ts";

type Ranged = Pick<Setting, "range">;

const DECIMAL = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
const DIGITS = 6; // as many as a link keeps

const isWhole = ({ range }: Ranged) => range !== undefined && range.every(Number.isInteger);

/** The range in words; no words without a range. */
export const rangeOf = ({ range }: Ranged) => (range ? `${range[0]} to ${range[1]}`.replace("-", "−") : "");

/** A number as it is typed, such as 0.5, 0,5 or 1/2, with any minus sign; null for any other text. */
export function readNumber(text: string, setting: Ranged) {
  const plain = text.replace(/[−–]/g, "-").replace(/\s/g, "").replace(isWhole(setting) ? /,(?=\d{3}\b)/g : "", "");
  const parts = plain.split("/").map((part) => part.replace(",", "."));
  if (parts.length > 2 || !parts.every((part) => DECIMAL.test(part))) return null;
  const [over, under = 1] = parts.map(Number);
  return Number.isFinite(over / under) ? over / under : null;
}

/** The text of the number in the range that is nearest to a number. */
export function nearest(value: number, setting: Ranged) {
  const [low, high] = setting.range ?? [value, value];
  const within = Math.min(Math.max(value, low), high);
  return String(isWhole(setting) ? Math.round(within) : Number(within.toPrecision(DIGITS)));
}
