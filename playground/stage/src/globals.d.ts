// What a piece of the stage looks like: `build.mjs` makes it a script.
declare module "*.css";

// What Plotly's script leaves behind, once it has come.
interface Window {
  Plotly?: {
    readonly react: (node: HTMLElement, data: unknown, layout: unknown, config: unknown) => Promise<unknown>;
    readonly purge: (node: HTMLElement) => void;
    readonly toImage: (figure: object, options: object) => Promise<string>;
  };
}

// The saved boards of a notebook whose widgets stand in their places.
interface Window {
  playgroundLive?: Set<string>;
}

// Whose the window is.
interface Window {
  playground?: { readonly form: number; readonly letGo: () => object };
}
