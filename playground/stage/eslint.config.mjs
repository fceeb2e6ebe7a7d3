import { defineConfig } from "eslint/config";
import js from "@eslint/js";
import ts from "typescript-eslint";

export default defineConfig(
  { ignores: ["**/built/", "**/node_modules/"] },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  {
    files: ["**/*.ts"],
    languageOptions: { parserOptions: { project: `${import.meta.dirname}/tsconfig.json` } },
    rules: {
      eqeqeq: "error",
      "max-lines-per-function": ["error", { max: 50, skipBlankLines: true, skipComments: true }],
      "max-params": ["error", 4],
      "no-shadow": "off",
      "@typescript-eslint/no-shadow": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  { files: ["*.mjs"], extends: [ts.configs.disableTypeChecked], languageOptions: { globals: { process: "readonly", URL: "readonly" } } },
);
