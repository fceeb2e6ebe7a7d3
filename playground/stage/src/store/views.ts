import type { Scene } from "./payload.ts";

// The views of a scene.
export const viewsOf = ({ panels }: Pick<Scene, "panels">) => [...new Set(panels.flatMap(({ view }) => view ?? []))];
