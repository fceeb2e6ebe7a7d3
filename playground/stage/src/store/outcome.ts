// Whether the end of a run was seen, and the question that waits until then.

// The parts of a message that identify a run.
const identity = ({ points, texts, facts, verdict, last }) => JSON.stringify([points, texts, facts, verdict, last]);

/**
 * Whether a message has a different run from the run on the screen.
 * @param {import("../store/model.ts").Model} model
 * @param {import("../store/payload.ts").Payload} data
 */
export const another = (model, data) => identity(data) !== identity(model.message ?? data);

/**
 * The question, as long as it waits: until the last step has been shown, the visitor has answered it or, if the scene
 * asks for answers, has given the first.
 * @param {import("../store/model.ts").Model} model
 */
export function waits({ data: { question, asking, last }, endSeen, answered, untold }) {
  const over = asking ? last > 0 : endSeen || (answered && question?.text === untold?.question?.text);
  return question && !over ? question : null;
}

/**
 * Whether the last step is shown although the visitor has not stepped through the run.
 * @param {import("../store/model.ts").Model} model
 */
export function ends({ follows, step, data: { last } }) {
  return follows && step === last && last > 0;
}

/**
 * Whether the end of the run was seen; a scene that waits for more answers has not ended.
 * @param {import("../store/model.ts").Model} model
 */
export function ended({ data: { last, asking }, endSeen }) {
  return endSeen && last >= (asking?.most ?? 0);
}
