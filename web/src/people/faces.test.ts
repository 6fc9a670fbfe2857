import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FACES, PICTURES } from "./faces";

const wire = readFileSync(new URL("../lib/wire.ts", import.meta.url), "utf8");

test("there is a drawing and a name in every language for each picture that the server knows", () => {
  const known = /picture\?: ([^;]+?) \| null;|picture:\s([^;]+);/s.exec(
    wire.slice(wire.indexOf("export interface Person ")),
  );
  const names = [...(known?.[1] ?? known?.[2] ?? "").matchAll(/"(\w+)"/g)].map((match) => match[1]);
  expect(PICTURES.length).toBeGreaterThanOrEqual(12);
  expect([...PICTURES].sort()).toEqual(names.sort());
  for (const language of ["en", "de", "fr"]) {
    const words = JSON.parse(readFileSync(new URL(`translations/${language}.json`, import.meta.url), "utf8")) as Record<
      string,
      string
    >;
    for (const picture of PICTURES) expect(words[`picture.${picture}`]).toBeTruthy();
  }
});

test("every drawing has several colours", () => {
  for (const shapes of Object.values(FACES)) expect(new Set(shapes.map(([colour]) => colour)).size).toBeGreaterThan(2);
});
