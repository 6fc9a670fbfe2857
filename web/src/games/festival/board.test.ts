import type { Entry } from "$lib/board";
import { describeEntry } from "$lib/story";
import { LANGUAGES, Translator, type Language } from "$lib/translator.svelte";
import { describe, expect, test } from "vitest";
import screen from "./index";
import { fulfilled, laid, nearest, parse, tops, type Tops } from "./patterns";
import { cardName, cardWords, condition, conditionWords } from "./text";
import moments from "./tests/moments.json";
import type { FestivalView } from "./view";

const views = moments.views as unknown as FestivalView[];
const RARE: Entry[] = [
  { key: "pass", values: { seat: 3 } },
  { key: "shared", values: { seats: [0, 2] } },
  { key: "dry", values: { pile: 2 } },
  { key: "trigger", values: { seat: 1, reason: "both" } },
  { key: "last", values: { seat: 1, reason: "sixth objective" } },
];
const story = [...(moments.story as unknown as Entry[]), ...RARE];
const NAMES = ["Ada", "Bo", "Cleo", "Dan"];
const RAW = /\{|\}|undefined|(^|[\s(])[a-z]+\.[a-z]|\^/;

/**
 * A board drawn in rows: `g` green, `y` yellow, `b` blue, `r` red, `.` bare; a number after it is its height, the
 * type is palm.
 */
function drawn(...rows: string[]): Tops {
  const colours: Record<string, string> = { g: "green", y: "yellow", b: "blue", r: "red" };
  const cells = rows.flatMap((row, y) => row.split(" ").map((word, x) => [`${"abc"[x]}${y + 1}`, word] as const));
  const top = (space: string, word: string) =>
    word === "."
      ? { tile: null, height: 0 }
      : { tile: { id: space, colour: colours[word[0]!]!, type: "palm" }, height: Number(word[1] ?? 1) };
  return Object.fromEntries(cells.map(([space, word]) => [space, top(space, word)]));
}

describe("a pattern", () => {
  test("is read from its layout", () => {
    expect(parse("palm^ fountain / rose .").cells).toEqual([
      { row: 0, column: 0, colour: undefined, type: "palm", level: 2 },
      { row: 0, column: 1, colour: undefined, type: "fountain", level: 1 },
      { row: 1, column: 0, colour: undefined, type: "rose", level: 1 },
    ]);
    expect(
      parse("red-rose^4 . any").cells.map(({ colour, type, level, column }) => [colour, type, level, column]),
    ).toEqual([
      ["red", "rose", 4, 0],
      [undefined, undefined, 1, 2],
    ]);
    expect(parse("red + red anywhere, all of one type")).toMatchObject({ linked: false, same: "type" });
  });

  test("may be rotated and shifted, never mirrored", () => {
    const corner = parse("green yellow / blue .");
    expect(fulfilled(corner, drawn(". . .", ". g y", ". b ."))).toBe(true);
    expect(fulfilled(corner, drawn(". . .", "b g .", ". y ."))).toBe(true);
    expect(fulfilled(corner, drawn(". . .", ". g b", ". y ."))).toBe(false);
  });

  test("one tile short names the space and what is wanted there", () => {
    const way = nearest(parse("green yellow / yellow green"), drawn("g y .", "y r .", ". . ."))!;
    expect(way.missing).toEqual([{ space: "b2", cell: expect.objectContaining({ colour: "green" }) }]);
    expect(way.met.sort()).toEqual(["a1", "a2", "b1"]);
  });

  test("a raised cell is one tile short only where a single tile raises it enough", () => {
    const raised = parse("palm^3 yellow");
    expect(nearest(raised, drawn("g2 y .", ". . .", ". . ."))?.missing[0]?.space).toBe("a1");
    expect(nearest(raised, drawn("g y .", ". . .", ". . ."))).toBeNull();
    expect(fulfilled(raised, drawn("g3 y .", ". . .", ". . ."))).toBe(true);
  });

  test("free cells lie anywhere and agree in type", () => {
    const twins = parse("red + red anywhere, all of one type");
    expect(fulfilled(twins, drawn("r . .", ". . .", ". . r"))).toBe(true);
    const other = laid(drawn("r . .", ". . .", ". . ."), "c3", { id: "x", colour: "red", type: "rose" });
    expect(fulfilled(twins, other)).toBe(false);
    expect(nearest(twins, other)?.missing).toHaveLength(1);
  });
});

test("what the recorded matches left open is not fulfilled", () => {
  const open = views.flatMap((view) =>
    view.boards.flatMap((board) => board.incomplete.map((card) => fulfilled(parse(card.layout), tops(board)))),
  );
  expect(open.length).toBeGreaterThan(10);
  expect(open).not.toContain(true);
});

test("conditions are read with their numbers", () => {
  expect(condition("2 or more stacks of 3 or more tiles")).toEqual({ asks: "stacks", least: 2, level: 3 });
  expect(condition("something of one's own")).toBeNull();
});

describe.each(Object.keys(LANGUAGES) as Language[])("in %s", (language) => {
  const translator = new Translator(language, screen.translations);
  const missing: string[] = [];
  const say = (key: string, values = {}) => {
    if (!translator.has(key)) missing.push(key);
    return translator.say(key, values);
  };

  test("every question, glance, offer, card, condition and story is translated", () => {
    const texts = [
      ...views.flatMap((view) => [
        screen.question(view, say),
        ...view.boards.map((_, seat) => screen.glance(view, seat, say)),
        ...view.unseen.map((id) => cardName(id, say)),
        ...view.pleasers.map((pleaser) => conditionWords(pleaser.condition, say)),
        ...view.boards.flatMap((board) =>
          [...board.sides, ...board.incomplete].map((card) =>
            cardWords(card, nearest(parse(card.layout), tops(board)), say),
          ),
        ),
      ]),
      ...moments.offers.flatMap(({ words }) => [
        screen.offer(words, say),
        ...views.map((view) => screen.offer(words, say, NAMES, view)),
      ]),
      ...story.map((entry) => describeEntry(entry, screen, say, NAMES)),
    ];
    expect(missing).toEqual([]);
    expect(texts.filter((text) => RAW.test(text))).toEqual([]);
  });

  test("the words are those of the other languages, and all can be said", () => {
    expect(Object.keys(screen.translations[language]).sort()).toEqual(Object.keys(screen.translations.en).sort());
    for (const text of Object.keys(screen.translations[language]))
      expect(translator.say(text, EVERYTHING)).toMatch(/\S/);
  });
});

const VALUES = `
  name colour count points reason size tile tiles back space level type cities id condition least kind side
  layout spaces cell cells done open pleasers pile card seat stack decided seats pleaser
`;
const EVERYTHING = Object.fromEntries(
  VALUES.trim()
    .split(/\s+/)
    .map((name) => [name, 2]),
);
