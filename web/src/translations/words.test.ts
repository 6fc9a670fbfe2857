import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const games = new URL("../games/", import.meta.url).pathname;

function read(game: string, language: string): Record<string, string> {
  return JSON.parse(readFileSync(`${games}${game}/translations/${language}.json`, "utf8")) as Record<string, string>;
}

/** The texts that say one thing in English and a word for another thing in German. */
function mixedUp(game: string, said: RegExp, unsaid: RegExp, wrong: RegExp): string[] {
  const german = read(game, "de");
  return Object.entries(read(game, "en"))
    .filter(([key, text]) => said.test(text) && !unsaid.test(text) && wrong.test(german[key] ?? ""))
    .map(([key]) => key);
}

test.each(readdirSync(games))("in German %s, cubes and dice, characters and pieces have different words", (game) => {
  expect(mixedUp(game, /\bcubes?\b/i, /\b(die|dice)\b/i, /würfel/i)).toEqual([]);
  expect(mixedUp(game, /\b(die|dice)\b/i, /\bcubes?\b/i, /Zutat/)).toEqual([]);
  expect(mixedUp(game, /\bcharacters?\b/i, /\bpieces?\b/i, /\bFigur/)).toEqual([]);
  expect(mixedUp(game, /\bpieces?\b/i, /\bcharacters?\b/i, /Charakter/)).toEqual([]);
});

test("no text speaks of hovering, clicking or a mouse, which a phone has not", () => {
  const catalogues = [
    ...readdirSync(games).map((game) => `${games}${game}/translations`),
    new URL(".", import.meta.url).pathname,
    new URL("../review/translations", import.meta.url).pathname,
    new URL("../compete/translations", import.meta.url).pathname,
    new URL("../notifications/translations", import.meta.url).pathname,
    new URL("../people/translations", import.meta.url).pathname,
    new URL("../chat/translations", import.meta.url).pathname,
  ];
  for (const folder of catalogues)
    for (const language of ["en", "de", "fr"]) {
      const texts = JSON.parse(readFileSync(`${folder}/${language}.json`, "utf8")) as Record<string, string>;
      const wrong = Object.entries(texts).filter(([, text]) =>
        /hover|\bclick|\bmouse\b|schweb|klick|\bMaus\b|survol|cliqu|souris/i.test(text),
      );
      expect(wrong).toEqual([]);
    }
});
