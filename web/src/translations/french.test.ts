import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const src = new URL("..", import.meta.url).pathname;
const CATALOGUES = [
  "translations/fr.json",
  "review/translations/fr.json",
  "chat/translations/fr.json",
  "compete/translations/fr.json",
  "notifications/translations/fr.json",
  ...readdirSync(`${src}games`).map((game) => `games/${game}/translations/fr.json`),
];
const SPACE = "[\\u202f\\u00a0]";
const NAMES = /Festo!/g; // written as on the box
const UNSPACED = new RegExp(`(?<!${SPACE}|[!?])[;:!?»]|«(?!${SPACE})`, "u");

/** Whether a French text has a no-break space before each ; : ! ? » and after each «. */
function isSpaced(text: string): boolean {
  return !UNSPACED.test(text.replace(NAMES, "Festo"));
}

function read(path: string): Record<string, string> {
  return JSON.parse(readFileSync(src + path, "utf8")) as Record<string, string>;
}

test.each(CATALOGUES)("%s has the spaces of French punctuation", (path) => {
  const wrong = Object.entries(read(path)).filter(([, text]) => !isSpaced(text));
  expect(wrong).toEqual([]);
});

test("a missing space is noticed, and a usual one is not enough", () => {
  expect(isSpaced("Bravo\u202f!")).toBe(true);
  expect(isSpaced("«\u202fBravo\u00a0»")).toBe(true);
  expect(isSpaced("Vraiment\u202f?!")).toBe(true);
  expect(isSpaced("On joue à Festo!")).toBe(true);
  for (const text of ["Bravo!", "Bravo !", "Une aide : ici", "« Bravo\u202f»", "«\u202fBravo»", "l'un; l'autre"])
    expect(isSpaced(text)).toBe(false);
});
