// What Plotly's script leaves behind, once it has come.
interface Window {
  Plotly?: any;
}
