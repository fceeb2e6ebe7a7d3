import { defineConfig } from "eslint/config";
import js from "@eslint/js";
import ts from "typescript-eslint";

const NODE = ["URL", "clearTimeout", "console", "process", "setTimeout"];

export default defineConfig(
  { ignores: ["**/built/", "**/node_modules/", "**/*.js"] },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  {
    files: ["**/*.ts"],
    languageOptions: { parserOptions: { project: `${import.meta.dirname}/tsconfig.json` } },
    rules: {
      eqeqeq: "error",
      "max-lines-per-function": ["error", { max: 50, skipBlankLines: true, skipComments: true }],
      "max-params": ["error", 4],
      "@typescript-eslint/no-shadow": "error",
      // `({ unused, ...rest }) => rest` leaves a part out.
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      // `() => field.blur()` gives nothing back, and nobody reads it otherwise.
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // A listener or a timer may be async: what it throws reaches the console like any other error.
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      // Numbers are written into texts everywhere, and always as meant.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/restrict-plus-operands": ["error", { allowNumberAndString: true }],
    },
  },
  {
    files: ["**/*.mjs"],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: Object.fromEntries(NODE.map((name) => [name, "readonly"])) },
  },
);
