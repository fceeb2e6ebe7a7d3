// Whether the end of a run was seen, and the question that waits until then.

import type { Model } from "./model.ts";
import type { Payload } from "./payload.ts";

// The parts of a message that identify a run.
const identity = ({ points, texts, facts, verdict, last }: Payload) => JSON.stringify([points, texts, facts, verdict, last]);

// Whether a message has a different run from the run on the screen.
export const another = (model: Model, data: Payload) => identity(data) !== identity(model.message ?? data);

// The question, as long as it waits: until the last step has been shown, the visitor has answered it or, if the scene
// asks for answers, has given the first.
export function waits({ data: { question, asking, last }, endSeen, answered, untold }: Model) {
  const over = asking ? last > 0 : endSeen || (answered && question?.text === untold?.question?.text);
  return question && !over ? question : null;
}

// Whether the last step is shown although the visitor has not stepped through the run.
export function ends({ follows, step, data: { last } }: Model) {
  return follows && step === last && last > 0;
}

// Whether the end of the run was seen; a scene that waits for more answers has not ended.
export function ended({ data: { last, asking }, endSeen }: Model) {
  return endSeen && last >= (asking?.most ?? 0);
}
