// The scene after the visitor's answers, on a page without a server, from the alternatives in the scene.

import type { Payload, Scene, Text } from "./payload.ts";

// The parts of an answer beside its scene, for a page without a server.
export const NOBODY: Pick<Payload, "number" | "leads" | "address" | "hand" | "turned"> = {
  number: 0, leads: true, address: {}, hand: { key: "", snap: 1, signs: "", also: {} }, turned: "",
};

// The scene after these answers, at its last step.
export function sceneAfter<S extends Scene>(data: S, answers: readonly number[]): S & { step: number } {
  if (!data.asking) throw new Error("the scene asks for nothing");
  const { columns: alternatives, texts: { sentence, position }, values, verdicts } = data.asking.rounds;
  const last = answers.length;
  const steps = [0, ...answers]; // at the start nothing depends on an answer
  const upTo = ({ templates, which }: Text) => ({ templates, which: which.slice(0, last + 1) });
  const columns = Object.fromEntries(Object.keys(data.columns).map((name) =>
    [name, steps.map((answer, step) => alternatives[answer][name][step])]));
  const facts = data.facts.map((fact, i) => ({ ...fact, value: values[last][i] }));
  const texts = { sentence: upTo(sentence), position: upTo(position) };
  return { ...data, columns, texts, facts, verdict: verdicts[last], points: [...answers], last, step: last };
}
