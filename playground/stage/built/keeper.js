// From src/entries.
var s=async t=>{(await import(new URL("app/static/$stage",document.baseURI).href)).keep(t)};export{s as default};
