import type { Entry } from "$lib/board";
import { describeEntry } from "$lib/story";
import { LANGUAGES, Translator, type Language, type Catalogues } from "$lib/translator.svelte";
import { describe, expect, test } from "vitest";
import { completedSpaces, Completions } from "./completions.svelte";
import { backOf } from "./flight";
import screen from "./index";
import { draw, parse } from "./patterns";
import { drawingOf, symbolPath } from "./prints";
import { cardName, cardWords, conditionWords, layoutWords, shapeWords, stackWords } from "./text";
import moments from "./tests/moments.json";
import type { FestivalView } from "./view";
import de from "./translations/de.json";
import en from "./translations/en.json";
import fr from "./translations/fr.json";

const translations: Catalogues = { en, de, fr };

const views = moments.views as unknown as FestivalView[];
/** A match with other symbols, types, numbers and cards. */
const own = moments.own as unknown as FestivalView[];
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

describe("a pattern", () => {
  test("is read from its layout", () => {
    expect(parse("palm^ fountain / rose .").drawn).toEqual([
      { row: 0, column: 0, colour: undefined, type: "palm", level: 2 },
      { row: 0, column: 1, colour: undefined, type: "fountain", level: 1 },
      { row: 1, column: 0, colour: undefined, type: "rose", level: 1 },
    ]);
    expect(
      parse("red-rose^4 . any").drawn.map(({ colour, type, level, column }) => [colour, type, level, column]),
    ).toEqual([
      ["red", "rose", 4, 0],
      [undefined, undefined, 1, 2],
    ]);
    expect(parse("red + red anywhere, all of one type")).toMatchObject({ drawn: [], same: "type" });
  });

  test("may have drawn and free cells", () => {
    const { drawn, free, same } = parse("red . / . palm^ and any + blue-rose^3 anywhere, all of one colour");
    expect(drawn.map(({ row, column, colour, type }) => [row, column, colour ?? type])).toEqual([
      [0, 0, "red"],
      [1, 1, "palm"],
    ]);
    expect(free.map(({ colour, type, level }) => [colour, type, level])).toEqual([
      [undefined, undefined, 1],
      ["blue", "rose", 3],
    ]);
    expect(same).toBe("colour");
  });

  test.each([
    "any any any / any any any / any any any",
    "red + red + red + red anywhere",
    "red + red anywhere, all of one type",
    "red . red / . any . / red . red and palm + palm + palm + palm anywhere",
    "any and red anywhere",
  ])("%s fits on its card, and no two cells overlap", (layout) => {
    const { cells, size, signs } = draw(parse(layout));
    for (const { x, y } of cells) {
      expect(Math.abs(x) + size / 2).toBeLessThanOrEqual(46.5);
      expect(Math.abs(y) + size / 2).toBeLessThanOrEqual(43.5);
    }
    cells.forEach((one, i) =>
      cells.slice(i + 1).forEach((other) => {
        expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThanOrEqual(size);
      }),
    );
    expect(signs).toHaveLength(Math.max(0, parse(layout).free.length - 1));
  });
});

describe("an own box", () => {
  const translator = new Translator("en", translations);
  const say = translator.say.bind(translator);
  const [view] = own as [FestivalView, ...FestivalView[]];

  test("has its symbols drawn with its colours", () => {
    expect(view.symbols).toMatchObject({ green: "star", yellow: "cross" });
    const usual = views[0]!;
    expect(symbolPath("green", view)).toBe(symbolPath("yellow", usual));
    expect(symbolPath("yellow", view)).toBe(symbolPath("green", usual));
  });

  test("has each type drawn by its name, and a new one with the drawing that is left", () => {
    expect(view.types.map((_, i) => drawingOf(i, view.types))).toEqual([2, 0, 1, 3]);
    const strange = ["comet", "palm", "willow", "ring"];
    expect(strange.map((_, i) => drawingOf(i, strange)).sort()).toEqual([0, 1, 2, 3]);
  });

  test("tells its own numbers", () => {
    for (const pleaser of own.flatMap((each) => each.pleasers)) {
      const { asks, least, level } = pleaser;
      expect(conditionWords(pleaser, say)).toContain(String(asks === "stacks" ? level : least));
    }
    expect(layoutWords("green yellow and red^3 + any anywhere", say)).toBe(
      "green, yellow; red on level 3 or higher + any tile, anywhere",
    );
  });

  test("has names of cards that promise no pattern", () => {
    expect(cardName("A-green", say)).toBe("A, green");
    expect(cardName("my-own-card", say)).toBe("my-own-card");
    expect(cardName("Big", say)).toBe("Big");
  });
});

describe("a starting objective", () => {
  const translator = new Translator("en", translations);
  const say = translator.say.bind(translator);

  test("is told from its other side by its shape", () => {
    for (const { sides } of views.flatMap((view) => view.boards)) {
      const [one, other] = sides.map(({ layout }) => shapeWords(layout, say));
      expect(one).not.toBe(other);
    }
    expect(shapeWords("red palm / palm red", say)).toBe("Square");
    expect(shapeWords("red + any anywhere", say)).toBe("Anywhere");
    expect(shapeWords("red . / . red", say)).toBe("Pattern");
  });

  test("is offered by what it shows", () => {
    const view = views.find(({ seat }) => seat !== null)!;
    const [a, b] = ["side a", "side b"].map((words) => screen.offer(words, say, NAMES, view));
    expect(a).toContain(layoutWords(view.boards[view.seat!]!.sides[0]!.layout, say));
    expect(b).toContain(layoutWords(view.boards[view.seat!]!.sides[1]!.layout, say));
    expect(`${a} ${b}`).not.toMatch(/side [ab]/);
  });
});

test("an entry points at the spaces, piles and crowd-pleasers it tells of", () => {
  expect(screen.places!({ key: "lay", values: { seat: 2, space: "b3", stack: "left" } })).toEqual(["2:b3"]);
  expect(screen.places!({ key: "take", values: { seat: 1, card: "A-red", pile: 4 } })).toEqual(["pile:4", "1:A-red"]);
  expect(screen.places!({ key: "card", values: { card: "A-red", pile: 4 } })).toEqual(["pile:4"]);
  expect(screen.places!({ key: "claim", values: { seat: 0, pleaser: "2a" } })).toEqual(["pleaser:2a"]);
});

test("what a board lacks is what the server says", () => {
  const say = (key: string, values: object = {}) => `${key} ${JSON.stringify(values)}`;
  const card = { id: "x", points: 2, layout: "red + any anywhere, all of one type" };
  const missing = [{ space: "b2", colour: null, type: "palm", level: 1 }];
  expect(cardWords(card, { met: ["a1"], missing: [], tiles: 0 }, say)).toContain("fulfilled");
  expect(cardWords(card, { met: ["a1"], missing, tiles: 1 }, say)).toMatch(/lacks .*"tiles":1/);
  expect(cardWords(card, null, say)).not.toMatch(/lacks|fulfilled/);
});

describe("the question", () => {
  const say = (key: string) => key;
  const view = views.find(({ seat, boards, ending, reason }) => !ending && !reason && boards[seat!]?.chosen)!;
  const asked = (view: FestivalView, ...targets: string[]) => [
    screen.question(view, say, [], new Set(targets)),
    screen.explain!(view, say, new Set(targets)),
  ];

  test("only asks for what can be taken, and says why the rest cannot", () => {
    const dry = { ...view, piles: view.piles.map((pile) => ({ ...pile, top: null })) };
    expect(asked(view, "stack:left", "pile:1")[0]).toBe("question.take");
    expect(asked(view, "stack:left", "stack:right")).toEqual(["question.tile", "explain.full"]);
    expect(asked(dry, "stack:left")).toEqual(["question.tile", "explain.dry"]);
    expect(asked(view, "pile:1")).toEqual(["question.objective", "explain.bare"]);
  });

  test("asks for everything when nobody says what can be taken", () => {
    expect(screen.question(view, say)).toBe("question.take");
  });
});

describe("a completed objective", () => {
  const board = views[0]!.boards[0]!;
  const card = { id: "A-red", points: 5, layout: "red red" };
  const other = { id: "B-red", points: 5, layout: "red / red" };
  const wanted = { space: "b1", colour: "red", type: null, level: 1 };
  const before = {
    ...board,
    incomplete: [card],
    completed: [other],
    nearest: {
      "A-red": { met: ["a1"], missing: [wanted], tiles: 1 },
      "B-red": { met: ["c3"], missing: [], tiles: 0 },
    },
  };

  test("flashes on the spaces that show it, and the earlier ones do not", () => {
    expect(completedSpaces(before, { ...before, incomplete: [], completed: [other, card] })).toEqual(["a1", "b1"]);
    expect(completedSpaces(before, before)).toEqual([]);
  });

  test("is counted for each space, so that it can flash again", () => {
    const completions = new Completions();
    completions.update(before);
    completions.update({ ...before, completed: [other, card] });
    expect(["a1", "b1", "c3"].map((space) => completions.count(space))).toEqual([1, 1, 0]);
  });
});

test("a tile comes from the stack of its back", () => {
  for (const view of views) for (const { back, top } of view.stacks) if (top) expect(backOf(top.id)).toBe(back);
});

describe.each(Object.keys(LANGUAGES) as Language[])("in %s", (language) => {
  const translator = new Translator(language, translations);
  const missing: string[] = [];
  const say = (key: string, values = {}) => {
    if (!translator.has(key)) missing.push(key);
    return translator.say(key, values);
  };

  test("every question, glance, offer, card, condition and story is translated", () => {
    const texts = [
      ...views.flatMap((view) => [
        screen.question(view, say),
        screen.question(view, say, ["stack:left"]),
        screen.explain?.(view, say) ?? "",
        ...["stack:left", "pile:1"].map((id) => screen.explain?.(view, say, new Set([id])) ?? ""),
        ...screen.chips!(view, say).map(({ text }) => text),
        ...view.stacks.map((stack) => stackWords(stack, "left", "Bo", say)),
        ...view.boards.map((_, seat) => screen.glance(view, seat, say)),
        ...view.unseen.map((card) => cardWords(card, null, say)),
        ...view.pleasers.map((pleaser) => conditionWords(pleaser, say)),
        ...view.boards.flatMap((board) =>
          [...board.sides, ...board.incomplete].map((card) => cardWords(card, board.nearest[card.id] ?? null, say)),
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
    expect(Object.keys(translations[language]).sort()).toEqual(Object.keys(translations.en).sort());
    for (const text of Object.keys(translations[language])) expect(translator.say(text, EVERYTHING)).toMatch(/\S/);
  });
});

const VALUES = `
  name colour count points reason size tile tiles back space level type cities id condition least kind side
  layout spaces cell cells done open pleasers pile card seat stack decided seats pleaser family shape
`;
const EVERYTHING = Object.fromEntries(
  VALUES.trim()
    .split(/\s+/)
    .map((name) => [name, 2]),
);
