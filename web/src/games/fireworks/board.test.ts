import type { Entry } from "$lib/board";
import { describeEntry } from "$lib/story";
import { LANGUAGES, Translator, type Language } from "$lib/translator.svelte";
import { describe, expect, test } from "vitest";
import { beside, clearHeight, joined, outlineOf, petalsAt } from "./city";
import { parse } from "./faces";
import screen from "./index";
import { frames, spread } from "./launch";
import moments from "./tests/moments.json";
import type { FireworksView, Placed, SkyTile, Worth } from "./view";
import { aboutCharacter, aboutTile } from "./worth";

const views = moments.views as unknown as FireworksView[];
const story = moments.story as unknown as Entry[];
const NAMES = ["Ada", "Bo", "Cleo", "Dan"];
const RAW = /\{|\}|undefined|(^|[\s(])[a-z]+\.[a-z]/;

const half = (id: number, petal: number, extra = "saturn"): Placed => ({ id, face: `red peony ${extra}`, petal });

const rowsOf = (...lengths: number[]): string[][] =>
  lengths.map((length, row) => Array.from({ length }, (_, place) => `${"ABCDEFG"[row]}${place + 1}`));
const usual = outlineOf(rowsOf(2, 3, 4, 5, 4, 3, 2));

describe("the city board", () => {
  test("has 23 spaces, and neighbours across every edge", () => {
    expect(usual.spaces.size).toBe(23);
    expect([0, 1, 2, 3, 4, 5].map((direction) => beside(usual, "D3", direction))).toEqual([
      "D4",
      "C3",
      "C2",
      "D2",
      "E2",
      "E3",
    ]);
    expect(beside(usual, "A1", 1)).toBeUndefined();
  });

  test("can have any outline", () => {
    const wide = outlineOf(rowsOf(6, 9, 8));
    expect([0, 1, 2, 3, 4, 5].map((direction) => beside(wide, "B3", direction))).toEqual([
      "B4",
      "A2",
      "A1",
      "B2",
      "C2",
      "C3",
    ]);
    expect(beside(wide, "B1", 1)).toBeUndefined();
    expect(wide.width).toBeGreaterThan(usual.width);
    expect(wide.height).toBeLessThan(usual.height);
    expect(clearHeight(usual, 162)).toBe(-24);
    for (const { x, y } of wide.spaces.values())
      expect(Math.hypot(x - 300, y - clearHeight(wide, 300))).toBeGreaterThan(120);
  });

  test("halves join when both face the shared edge and are of one kind", () => {
    expect(joined(usual, { D2: half(1, 3), D3: half(2, 0) })).toEqual(new Set([1, 2]));
    expect(joined(usual, { D2: half(1, 3), D3: half(2, 1) })).toEqual(new Set());
    expect(joined(usual, { D2: half(1, 3), D3: half(2, 0, "kaleidoscope") })).toEqual(new Set());
  });

  test("counts the petals that point at a core", () => {
    const board = { D3: { id: 111, face: "red core", petal: null }, D4: half(1, 3), C3: half(2, 4), C2: half(3, 4) };
    expect(petalsAt(usual, board, "D3")).toBe(2);
  });
});

test("faces are read from their names", () => {
  expect(parse("blue willow saturn")).toEqual({ kind: "basic", colour: "blue", shape: "willow", extra: "saturn" });
  expect(parse("red core")).toEqual({ kind: "core", colour: "red" });
  expect(parse("heavy rain")).toEqual({ kind: "function" });
  expect(parse("cat")).toEqual({ kind: "special" });
});

describe("a launch played back", () => {
  const tile = (id: number, up: boolean, x: number | null, y: number | null): SkyTile => ({
    id,
    face: "cat",
    up,
    x,
    y,
    rank: id,
    waiting: false,
  });
  const before = [tile(1, false, 50, 50), tile(2, false, 60, 50), tile(3, false, 150, 150)];
  const after = {
    size: 200,
    sky: [tile(1, false, 40, 50), tile(3, true, 150, 150)],
    outside: [tile(2, true, null, null)],
    boards: [],
    path: {
      impacts: [
        { x: 52, y: 50, strength: 100, radius: 40, flipped: [1], out: [] },
        { x: 58, y: 52, strength: 55, radius: 40, flipped: [1, 2], out: [2] },
        { x: 150, y: 148, strength: 30, radius: 40, flipped: [3], out: [] },
      ],
      x: 160,
      y: 160,
      die: 2,
    },
  };
  const film = frames(before, after);

  test("shows the hand, each impact and the rest", () => {
    expect(film).toHaveLength(5);
    expect(film[4]!.die).toEqual({ x: 160, y: 160 });
  });

  test("tiles flip at the impact that flips them, and back again", () => {
    expect(film.map((frame) => frame.tiles.find(({ id }) => id === 1)!.up)).toEqual([false, true, false, false, false]);
    expect(film.map((frame) => frame.tiles.find(({ id }) => id === 3)!.up)).toEqual([false, false, false, true, true]);
  });

  test("tiles are pushed when they are struck, and leave when they are thrown out", () => {
    expect(film.map((frame) => frame.tiles.find(({ id }) => id === 1)!.x)).toEqual([50, 40, 40, 40, 40]);
    expect(film.map((frame) => frame.tiles.some(({ id }) => id === 2))).toEqual([true, true, false, false, false]);
  });
});

test("spreading moves crowded things apart, inside the walls, and leaves the others alone", () => {
  const [a, b, c] = spread(
    [
      { x: 5, y: 5 },
      { x: 5, y: 5 },
      { x: 100, y: 100 },
    ],
    20,
    200,
  );
  expect(Math.hypot(a!.x - b!.x, a!.y - b!.y)).toBeGreaterThan(19);
  expect(Math.min(a!.x, a!.y, b!.x, b!.y)).toBeGreaterThanOrEqual(5);
  expect(c).toEqual({ x: 100, y: 100 });
});

const worth: Worth = {
  big: [41, 42, 43, 44],
  saturn: [31, 32],
  kaleidoscope: [33, 34],
  flower: 21,
  special: [11, 12, 13, 14, 15],
  bonus: 51,
  needs: { saturns: 3, flowers: 1 },
};
const numbers = (text: string) => [...text.matchAll(/\d+/g)].map(Number).sort((a, b) => a - b);

describe.each(Object.keys(LANGUAGES) as Language[])("in %s", (language) => {
  const translator = new Translator(language, screen.translations);
  const missing: string[] = [];
  const say = (key: string, values = {}) => {
    if (!translator.has(key)) missing.push(key);
    return translator.say(key, values);
  };

  test("every question, glance, offer and story is translated", () => {
    const texts = [
      ...views.flatMap((view) => [
        screen.question(view, say),
        ...view.boards.map((_, seat) => screen.glance(view, seat, say)),
      ]),
      ...moments.offers.flatMap(({ words }) => [
        screen.offer(words, say, NAMES),
        ...views.map((view) => screen.offer(words, say, NAMES, view)),
      ]),
      ...story.map((entry) => describeEntry(entry, screen, say, NAMES)),
    ];
    expect(missing).toEqual([]);
    expect(texts.filter((text) => RAW.test(text))).toEqual([]);
  });

  test("what things are worth comes from the view", () => {
    const about = (face: string) => numbers(aboutTile(parse(face), worth, say, 5).join(" "));
    expect(about("red core")).toEqual([5, 6, 41, 42, 43, 44]);
    expect(about("red peony saturn")).toEqual([31, 32]);
    expect(about("red peony kaleidoscope")).toEqual([33, 34]);
    expect(about("red peony flower")).toEqual([21]);
    expect(about("cat")).toEqual([11, 12, 13, 14, 15]);
    expect(numbers(aboutCharacter("Kohana", worth, say))).toEqual([1, 3, 11, 12, 13, 14, 15, 21, 51]);
    expect(numbers(aboutCharacter("Kohana", { ...worth, needs: {} }, say))).not.toContain(51);
    expect(missing).toEqual([]);
  });

  test("the words are those of the other languages, and all can be said", () => {
    expect(Object.keys(screen.translations[language]).sort()).toEqual(Object.keys(screen.translations.en).sort());
    for (const text of Object.keys(screen.translations[language]))
      expect(translator.say(text, EVERYTHING)).toMatch(/\S/);
  });
});

const VALUES = `
  count what direction turn points taken all left tile die first second cards barrel strength scatter asks
  number zone down tiles city name space character other seat card words reason
  height up failure out
  bonus needs both shape colour incomplete same different most
`;
const EVERYTHING = Object.fromEntries(
  VALUES.trim()
    .split(/\s+/)
    .map((name) => [name, 2]),
);
