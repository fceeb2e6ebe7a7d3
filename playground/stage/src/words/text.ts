// The texts of a scene at a step.

import { number } from "./numbers.ts";

// Fill in a template, numbers to three digits; `value` gets a name, and 1 for its value at the step before, else 0.
export function fillIn(template, value) {
  return template.replace(/\{(-?)(\w+)\}/g, (_, earlier, name) => {
    const result = value(name, earlier ? 1 : 0);
    return typeof result === "number" ? number(result) : result;
  });
}

// A text at the model's step.
export function textAt({ templates, which }, { step, data }) {
  return fillIn(templates[which[step]], (name, back) => data.columns[name][step - back]);
}
