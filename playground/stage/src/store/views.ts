// The views of a scene.

/** @param {import("../store/payload.ts").Payload} data */
export const viewsOf = ({ panels }) => [...new Set(panels.flatMap(({ view }) => view ?? []))];
