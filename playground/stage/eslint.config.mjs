import js from "@eslint/js";

const BROWSER = [
  "AbortController", "AbortSignal", "Blob", "CompressionStream", "DOMException", "DecompressionStream", "Element",
  "Image", "ResizeObserver", "Response", "URL", "URLSearchParams", "XMLSerializer", "atob", "btoa", "cancelAnimationFrame", "clearTimeout",
  "document", "fetch", "getComputedStyle", "navigator", "performance", "queueMicrotask", "requestAnimationFrame", "setTimeout",
  "window",
];

export default [
  { ignores: ["**/vendor/"] },
  js.configs.recommended,
  {
    files: ["**/*.js"],
    languageOptions: { globals: Object.fromEntries(BROWSER.map((name) => [name, "readonly"])) },
    rules: {
      eqeqeq: "error",
      "no-shadow": "error",
      "no-unused-vars": ["error", { "ignoreRestSiblings": true }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
