// The texts of a scene at a step.

import { number } from "./numbers.ts";
import type { Column, Text } from "../store/payload.ts";

// Fill in a template, numbers to three digits; `value` gets a name, and 1 for its value at the step before, else 0.
export const fillIn = (template: string, value: (name: string, back: 0 | 1) => Column[number]) =>
  template.replace(/\{(-?)(\w+)\}/g, (_, earlier: string, name: string) => {
    const result = value(name, earlier ? 1 : 0);
    return typeof result === "number" ? number(result) : String(result);
  });

/** What tells the texts of a step. */
interface Moment {
  readonly step: number;
  readonly data: { readonly columns: Readonly<Record<string, Column>> };
}

// A text at the model's step.
export const textAt = ({ templates, which }: Text, { step, data }: Moment) =>
  fillIn(templates[which[step]], (name, back) => data.columns[name][step - back]);
