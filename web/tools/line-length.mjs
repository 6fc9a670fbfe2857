// Fails where a line of the web part is longer than 120 characters, comments and strings included.
import { readdirSync, readFileSync } from "node:fs";

const LONGEST = 120;
const SOURCE = /\.(svelte|ts|js|mjs|css|html|json|sh|py)$/;
// Sentences cannot be broken in JSON; records are one thing a line; `make wire` writes wire.ts and view.ts.
const EXEMPT = /node_modules|package-lock\.json|^views|translations\/|\/tests\/|lib\/wire\.ts$|\/view\.ts$/;

const files = readdirSync(".", { recursive: true }).filter((file) => SOURCE.test(file) && !EXEMPT.test(file));
const long = files.flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, i) => (line.length > LONGEST ? [`${file}:${i + 1}: ${line.length} characters`] : [])),
);
if (long.length) {
  console.error(`Lines may have at most ${LONGEST} characters:\n${long.join("\n")}`);
  process.exit(1);
}
