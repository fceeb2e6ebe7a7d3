// What answers make of a scene where there is no server to say it: all that they can make has come along.

/**
 * The scene after these answers, at its last step.
 * @param {import("./payload.js").Payload} data
 * @param {number[]} answers
 */
export function answeredBy(data, answers) {
  if (!data.asking) throw new Error("the scene asks for nothing");
  const { columns: given, texts: { sentence, position }, values, verdicts } = data.asking.rounds;
  const last = answers.length;
  const steps = [0, ...answers]; // at the start nothing depends on an answer
  const upTo = ({ templates, which }) => ({ templates, which: which.slice(0, last + 1) });
  const columns = Object.fromEntries(Object.keys(data.columns).map((name) =>
    [name, steps.map((answer, step) => given[answer][name][step])]));
  const facts = data.facts.map((fact, i) => ({ ...fact, value: values[last][i] }));
  const texts = { sentence: upTo(sentence), position: upTo(position) };
  return { ...data, columns, texts, facts, verdict: verdicts[last], points: answers, last, step: last };
}
