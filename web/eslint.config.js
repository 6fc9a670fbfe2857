import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const parserOptions = { projectService: true, extraFileExtensions: [".svelte"] };

export default defineConfig(
  { ignores: ["node_modules", "views", "src/lib/wire.ts", "src/games/*/view.ts"] }, // generated, or not ours
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // A leading underscore says that a name is there for its place only.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Most lists here (seats, cells, sentences) have no identity but their index; pieces that move are keyed.
      "svelte/require-each-key": "off",
    },
  },
  {
    files: ["src/**/*.ts", "src/**/*.svelte", "vite.config.ts"],
    languageOptions: { parserOptions },
    rules: {
      "no-undef": "off", // TypeScript checks names
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { ...parserOptions, parser: ts.parser, svelteConfig } },
  },
);
