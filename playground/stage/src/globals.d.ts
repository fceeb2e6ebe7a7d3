// What Plotly's script leaves behind, once it has come.
interface Window {
  Plotly?: any;
}

// Whose the window is.
interface Window {
  playground?: { readonly form: number; readonly letGo: () => object };
}
