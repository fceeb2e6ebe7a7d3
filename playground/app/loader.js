// Loads the stage into its element; component.py fills in the names of files.
const address = (name) => new URL("app/static/" + name, document.baseURI).href;
// The style sheet stays in the document for the stages of the next pages.
const styled = new Promise((resolve) => {
  const href = address("$style");
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return resolve();
  const earlier = document.querySelectorAll('link[rel="stylesheet"][href*="app/static/stage-"]'); // of another version
  const style = document.createElement("link");
  style.onload = style.onerror = () => {
    for (const each of earlier) each.remove();
    resolve();
  };
  document.head.append(Object.assign(style, { rel: "stylesheet", href }));
});
export default async (component) => {
  const room = component.parentElement.querySelector(".stage-room");
  try {
    const [stage] = await Promise.all([import(address("$stage")), styled]);
    room.hidden = false;
    await stage.standsThere(room);
    return stage.default(component, {
      plotly: address("$plotly"), alone: address("$alone"), encoder: address("$encoder"), math: address("$math"),
    });
  } catch (error) {
    room.hidden = false;
    room.querySelector(".stage-sentence").textContent =
      `The picture could not be loaded: ${error.message}. Reloading the page may help.`;
  }
};
