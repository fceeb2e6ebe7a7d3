// The texts of a scene at a step.

import { number } from "./numbers.ts";
import type { Column, Text } from "../store/payload.ts";

// Fill in a template, numbers to three digits; `value` gets a name, and 1 for its value at the step before, else 0. A
// term of a sum, `{+name}`, has its sign apart.
export const fillIn = (template: string, value: (name: string, back: 0 | 1) => Column[number]) =>
  template.replace(/\{([-+]?)(\w+)\}/g, (_, sign: string, name: string) => {
    const result = value(name, sign === "-" ? 1 : 0);
    if (typeof result !== "number") return String(result);
    return sign === "+" ? `${result < 0 ? "−" : "+"}\u00A0${number(Math.abs(result))}` : number(result);
  });

/** What tells the texts of a step. */
interface Moment {
  readonly step: number;
  readonly data: { readonly columns: Readonly<Record<string, Column>> };
}

// A template at the model's step.
export const fillAt = (template: string, { step, data }: Moment) =>
  fillIn(template, (name, back) => data.columns[name][step - back]);

// A text at the model's step.
export const textAt = ({ templates, which }: Text, moment: Moment) => fillAt(templates[which[moment.step]], moment);
