// The pieces that only some scenes need: such a scene is shown once they have come.

import { Needed } from "../link/piece.ts";
import type { Message, Payload } from "../store/payload.ts";
import { EXERCISE } from "../store/shared.ts";

export const guided = new Needed(() => import("./guided.ts"));
export const special = new Needed(() => import("../hand/special.ts"));

/** The pieces that a scene needs and that have not come. */
export const missing = ({ guide, drawing, picking }: Pick<Payload, "guide" | "drawing" | "picking">) =>
  [...(guide ? [guided] : []), ...(drawing || picking ? [special] : [])].filter(({ piece }) => piece === null);

const SPECIAL = ["digits", "experiments"]; // pages whose scenes need the special piece

/** Begin to fetch what the scene of a link will need, while the server is asked for it. */
export function foresee({ page, link: { address } }: Pick<Message, "page" | "link">) {
  const guides = ["lesson", ...EXERCISE].some((name) => name in address);
  // A piece that does not come is fetched again with the scene, and then its absence is said.
  for (const piece of [...(guides ? [guided] : []), ...(SPECIAL.includes(page) ? [special] : [])]) piece.fetch().catch(() => undefined);
}
