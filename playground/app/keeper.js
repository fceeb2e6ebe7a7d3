// Keeps the address of a page without a stage; component.py fills in the names of files.
export default async (component) => {
  const stage = await import(new URL("app/static/$stage", document.baseURI).href);
  stage.keep(component);
};
