import type { Entry } from "$lib/board";
import { describeEntry } from "$lib/story";
import { LANGUAGES, Translator, type Language, type Catalogues } from "$lib/translator.svelte";
import { describe, expect, test } from "vitest";
import { clearHeight, outlineOf } from "./city";
import { aboutUnseen, parse, printedName } from "./faces";
import { figuresOf } from "./figures";
import screen from "./index";
import { aimBrief, aimText, cardText, frames, launchFacts, spread } from "./launch";
import moments from "./tests/moments.json";
import { doings } from "./questions";
import type { FireworksView, LaunchNumbers, CoreRing, SkyTile, Worth } from "./view";
import { aboutCharacter, aboutTile } from "./worth";
import de from "./translations/de.json";
import en from "./translations/en.json";
import fr from "./translations/fr.json";

const translations: Catalogues = { en, de, fr };

const views = moments.views as unknown as FireworksView[];
const story = moments.story as unknown as Entry[];
const NAMES = ["Ada", "Bo", "Cleo", "Dan"];
const RAW = /\{|\}|undefined|(^|[\s(])[a-z]+\.[a-z]/;

const rowsOf = (...lengths: number[]): string[][] =>
  lengths.map((length, row) => Array.from({ length }, (_, place) => `${"ABCDEFG"[row]}${place + 1}`));

test("the city board has a hexagon for each space of any outline", () => {
  const usual = outlineOf(rowsOf(2, 3, 4, 5, 4, 3, 2));
  const wide = outlineOf(rowsOf(6, 9, 8));
  for (const { spaces } of [usual, wide])
    expect(new Set([...spaces.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(23);
  expect(wide.width).toBeGreaterThan(usual.width);
  expect(wide.height).toBeLessThan(usual.height);
  expect(clearHeight(usual, 162)).toBe(-24);
  for (const { x, y } of wide.spaces.values())
    expect(Math.hypot(x - 300, y - clearHeight(wide, 300))).toBeGreaterThan(120);
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

describe("what the story tells of", () => {
  const places = (key: string, values: Entry["values"]) => screen.places!({ key, values });

  test("tiles, zones, helpers and spaces can be found on the table", () => {
    expect(places("take", { seat: 1, tile: "98 (blue willow)" })).toEqual(["tile:98"]);
    expect(places("back", { tiles: [110, "7 (cat)"] })).toEqual(["tile:110", "tile:7"]);
    expect(places("launch", { seat: 1, zone: 4, die: 2 })).toEqual(["zone:4"]);
    expect(places("helper", { seat: 2 })).toEqual(["seat:2"]);
    expect(places("arrange", { seat: 1, words: "swap A1 B2" })).toEqual(["1:A1", "1:B2"]);
  });

  test("every turn is a chapter", () => {
    expect(story.filter((entry) => screen.isChapter!(entry)).every(({ key }) => key === "turn")).toBe(true);
    expect(story.some((entry) => screen.isChapter!(entry))).toBe(true);
  });
});

describe("complete figures", () => {
  const placed = (id: number, face: string, petal: number | null = null) => ({ id, face, petal });
  const base = { ...views[0]!, worth: [worth], rings: [{}], joined: [1, 2], outline: rowsOf(2, 3, 2) };

  test("halves that have met are one figure between their tiles, worth what their colours say", () => {
    const board = { B1: placed(1, "red peony saturn", 3), B2: placed(2, "blue palm saturn", 0) };
    const [figure, ...others] = figuresOf({ ...base, boards: [board] }, 0);
    expect(others).toEqual([]);
    expect(figure).toMatchObject({ kind: "saturn", spaces: ["B1", "B2"], points: 32, y: 75 });
    expect(figure!.x).toBeCloseTo(-43.3);
  });

  test("a big firework covers its core and the ring, and shows while it is complete", () => {
    const names = ["A1", "A2", "B1", "B2", "B3", "C1", "C2"];
    const board = Object.fromEntries(names.map((name, i) => [name, placed(i, name === "B2" ? "red core" : "cat")]));
    const rings = [{ B2: { ...ring, shape: 0, points: 42 } }];
    expect(figuresOf({ ...base, joined: [], boards: [board], rings }, 0)).toMatchObject([
      { kind: "big", points: 42, spaces: names },
    ]);
    const lacking = [{ B2: ring }];
    expect(figuresOf({ ...base, joined: [], boards: [board], rings: lacking }, 0)).toEqual([]);
  });

  test("flowers and special pictures count at the end", () => {
    const board = { A1: placed(1, "cat"), A2: placed(2, "red peony flower", 0), B1: placed(3, "red core") };
    expect(figuresOf({ ...base, joined: [], boards: [board] }, 0)).toEqual([]);
    expect(figuresOf({ ...base, joined: [], boards: [board] }, 0, true)).toMatchObject([
      { kind: "special", points: null },
      { kind: "flower", points: 21 },
    ]);
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
const ring: CoreRing = { petals: 4, whole: 6, shape: 3, colour: 2, points: 44 };
const launch: LaunchNumbers = {
  zones: [33, 100, 167],
  strength: 81,
  scatter: 82,
  heights: [{ name: "high", strength: 71, scatter: 72, flip: 73, leap: 74 }],
  radius_least: 61,
  radius_tenths: 3,
  nearest: 62,
  flip: 63,
  push: 4,
  leap: 64,
  bounce_tenths: 7,
  fade_twentieths: 9,
  rest: 65,
  ways: 66,
  mound: 67,
  mound_part: 5,
};
const numbers = (text: string) => [...text.matchAll(/\d+/g)].map(Number).sort((a, b) => a - b);

describe.each(Object.keys(LANGUAGES) as Language[])("in %s", (language) => {
  const translator = new Translator(language, translations);
  const missing: string[] = [];
  const say = (key: string, values = {}) => {
    if (!translator.has(key)) missing.push(key);
    return translator.say(key, values);
  };

  test("small steps that are told as one have their words", () => {
    for (const key of screen.steps ?? []) expect(say(`steps.${key}`, { seat: "Ann", times: 3 })).toContain("3");
  });

  test("every question, glance, offer and story is translated", () => {
    const texts = [
      ...views.flatMap((view) => [
        screen.question(view, say),
        screen.question(view, say, ["zone:4"]),
        screen.question(view, say, ["space:A1"]),
        screen.explain?.(view, say) ?? "",
        ...(screen.chips?.(view, say) ?? []).map((chip) => chip.text),
        ...view.boards.flatMap((_, seat) => doings(view, seat, say)),
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
    const about = (face: string, around?: CoreRing) => numbers(aboutTile(parse(face), worth, say, around).join(" "));
    expect(about("red core", ring)).toEqual([2, 3, 4, 6, 41, 42, 43, 44, 44]);
    expect(about("red core", { ...ring, shape: null, colour: null })).toEqual([4, 6, 41, 42, 43, 44, 44]);
    expect(about("red core", { ...ring, petals: 6, shape: 0 })).toEqual([6, 6, 41, 42, 43, 44, 44]);
    expect(about("red peony saturn")).toEqual([31, 32]);
    expect(about("red peony kaleidoscope")).toEqual([33, 34]);
    expect(about("red peony flower")).toEqual([21]);
    expect(about("cat")).toEqual([5, 11, 12, 13, 14, 15]);
    const character = (needs: Record<string, number>, lacks: Record<string, number>) =>
      numbers(aboutCharacter("Kohana", { ...worth, needs }, lacks, say));
    expect(character(worth.needs, {})).toEqual([1, 3, 5, 11, 12, 13, 14, 15, 21, 51]);
    expect(character(worth.needs, { saturns: 2 })).toEqual([1, 2, 3, 5, 11, 12, 13, 14, 15, 21, 51]);
    expect(character({}, {})).not.toContain(51);
    expect(missing).toEqual([]);
  });

  test("how a launch works comes from the view", () => {
    const facts = launchFacts(launch, say).map(numbers);
    expect(facts).toEqual([
      [81, 82],
      [71, 72, 73, 74],
      [30, 61, 62, 100],
      [63, 100],
      [25, 64, 100],
      [45, 65, 66, 70],
      [20, 67],
    ]);
    const aim = { zone: 5, strength: 21, scatter: 22, up: 3, down: 4, out: 6, failure: 0.07 };
    for (const height of ["high", null])
      expect(numbers(aimText({ ...aim, height }, say))).toEqual([3, 4, 6, 7, 21, 22]);
    const card = { name: "Steady Hand", helpers: [1, 1] as [number, number], barrel: true, strength: 31, scatter: 32 };
    expect(numbers(cardText(card, say))).toEqual([31, 32]);
    expect(numbers(aimBrief({ ...aim, height: "low" }, say))).toEqual([3, 4, 6, 7]);
    expect(missing).toEqual([]);
  });

  test("tiles that nobody has seen are counted by what is on them", () => {
    const text = aboutUnseen({ red: 3, willow: 4, saturn: 5, cat: 6, "heavy rain": 7 }, say);
    expect(numbers(text)).toEqual([3, 4, 5, 6, 7]);
    expect(missing).toEqual([]);
  });

  test("names of a box of one's own are shown as they are printed", () => {
    for (const kind of ["card.name", "character", "city"] as const)
      expect(printedName(kind, "Zebra", (key) => `fireworks.${key}`)).toBe("Zebra");
  });

  test("the words are those of the other languages, and all can be said", () => {
    expect(Object.keys(translations[language]).sort()).toEqual(Object.keys(translations.en).sort());
    for (const text of Object.keys(translations[language])) expect(translator.say(text, EVERYTHING)).toMatch(/\S/);
  });
});

const VALUES = `
  times
  count what direction turn points taken all left tile die first second cards barrel strength scatter asks
  number zone down tiles city name space character other seat card words text reason
  height up failure out
  bonus flower special needs both shape colour incomplete same different most least usual sides spaces whole
  question at reach slide bounce fade part flip leap nearest radius_least rest ways mound
`;
const EVERYTHING = Object.fromEntries(
  VALUES.trim()
    .split(/\s+/)
    .map((name) => [name, 2]),
);
