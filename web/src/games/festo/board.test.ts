import { describe, expect, test } from "vitest";
import type { Entry, Say } from "$lib/board";
import { describeEntry } from "$lib/story";
import { LANGUAGES, Translator, type Language } from "$lib/translator.svelte";
import { buttons, price, shown, steps } from "./decision";
import screen from "./index";
import { binAt, cardAt, columns, cubeIn, homeAt, pieceIn, piles, plan, supplyAt, type Box, type Point } from "./layout";
import { cubePlaces, piecePlaces } from "./pieces";
import recorded from "./tests/moments.json";
import recordedStory from "./tests/story.json";
import { describeDish, describeLargeDish, describeStall } from "./tooltips";
import { KINDS, PLACES, slotParts } from "./components";
import type { FestoView } from "./view";

const NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve"];
const MOMENTS = recorded as unknown as { view: FestoView; offers: { move: number; words: string; path: string[] }[] }[];
const languages = Object.keys(LANGUAGES) as Language[];
const WIDTHS = [320, 344, 479, 480, 700, 979, 980, 1100, 1600];

function speaker(language: Language): Say {
  const translator = new Translator(language, { en: {}, de: {}, fr: {} });
  translator.add("festo.", screen.translations);
  return (key, values = {}) => translator.say(`festo.${key}`, values);
}

/** Expect no raw keys, no missing values, and no English words in other languages. */
function expectSaid(text: string, language: Language): void {
  expect(text).not.toMatch(/festo\.|[{}]|undefined|null|NaN/);
  expect(text.trim()).not.toBe("");
  if (language !== "en")
    expect(text).not.toMatch(
      /\b(meat|honey|mushrooms?|potato(es)?|drink|starter|roast|helper|grocery|pixies|dwarf|morning|market|takes)\b/i,
    );
}

describe("words", () => {
  test("every language has the same keys, with the same values to fill in", () => {
    const gaps = (text: string): string[] =>
      [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map((found) => found[1]!))].sort();
    for (const language of languages)
      expect(Object.keys(screen.translations[language]).sort()).toEqual(Object.keys(screen.translations.en).sort());
    const plain = Object.entries(screen.translations.en).filter(
      ([key, text]) => !/^(dish|magic)\./.test(key) && !text.includes("plural"),
    );
    for (const [key] of plain)
      for (const language of languages)
        expect([key, gaps(screen.translations[language][key]!)]).toEqual([key, gaps(screen.translations.en[key]!)]);
  });

  test.each(languages)("every recorded move and story is translated into %s", (language) => {
    const say = speaker(language);
    for (const words of recordedStory.offers) expectSaid(screen.offer(words, say, NAMES), language);
    for (const entry of recordedStory.story)
      expectSaid(describeEntry(entry as unknown as Entry, screen, say, NAMES), language);
  });

  test.each(languages)("every recorded view explains itself in %s", (language) => {
    const say = speaker(language);
    for (const { view } of MOMENTS) {
      const texts = [screen.question(view, say), ...view.players.map((_, seat) => screen.glance(view, seat, say))];
      texts.push(...view.zones.map((zone) => describeStall(view, zone, NAMES, say)));
      texts.push(...view.buffet.map((dish) => describeDish(view, dish, NAMES, say)));
      texts.push(describeLargeDish(view, "roast", say), describeLargeDish(view, "main", say));
      for (const text of texts) expectSaid(text, language);
    }
  });

  test("counts follow the plural rules of the language", () => {
    expect(speaker("en")("count.mushroom", { count: 1 })).toBe("1 mushroom");
    expect(speaker("de")("count.mushroom", { count: 2 })).toBe("2 Pilze");
    expect(speaker("fr")("count.potato", { count: 0 })).toBe("0 pomme de terre");
  });
});

describe("printed values", () => {
  const say = speaker("en");
  const { view } = MOMENTS.find((moment) => moment.view.magic && moment.view.buffet.length)!;

  test("says of exactly the dishes on offer that they can be cooked", () => {
    const cooking = MOMENTS.filter((moment) => moment.view.question === "cook");
    expect(cooking.length).toBeGreaterThan(3);
    for (const { view, offers } of cooking) {
      const texts = [
        ...view.buffet.map((dish) => ({ slot: dish.slot, text: describeDish(view, dish, NAMES, say) })),
        { slot: "roast", text: describeLargeDish(view, "roast", say) },
        { slot: "main", text: describeLargeDish(view, "main", say) },
      ];
      const ready = texts.filter(({ text }) => text.includes("You can cook it")).map(({ slot }) => slot);
      const offered = offers.filter((offer) => offer.words.startsWith("cook ")).map((offer) => offer.words.slice(5));
      expect(ready.sort()).toEqual(offered.sort());
    }
  });

  test("a tooltip tells what the box of the table says, whatever it is", () => {
    const printed = {
      ...view.printed,
      dwarf: 7,
      market: { refill: 81, most: 82 },
      row: { refill: 83, most: 84 },
      backs: { drink: 91, dessert: 92, starter: 93, side: 94 },
    };
    const other: FestoView = { ...view, printed };
    const stall = (place: string): string =>
      describeStall(
        other,
        other.zones.find((zone) => zone.place === place)!,
        NAMES,
        say,
      );
    expect(stall("dwarf")).toContain("7 points instead");
    expect(stall("dwarf")).toContain("81 a round, up to 82");
    expect(stall("grocery")).toContain("83 a round and holds 84");
    for (const dish of view.buffet)
      expect(describeDish(other, dish, NAMES, say)).toContain(String(printed.backs[dish.sort as "drink"]));
  });

  test.each(languages)("an event tells the amount on its card in %s", (language) => {
    const amounts = ["rich harvest", "full shelves", "salt cart", "late risers", "regulars"];
    for (const event of [...amounts, "mixed basket", "royal praise", "banquet"])
      expect(speaker(language)(`effect.${event}`, { amount: 47 })).toContain("47");
  });
});

describe("the street", () => {
  const inside = (point: Point, box: Box): boolean =>
    point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height;
  const apart = (a: Box, b: Box): boolean =>
    a.x + a.width <= b.x + 0.01 || b.x + b.width <= a.x + 0.01 || a.y + a.height <= b.y || b.y + b.height <= a.y;

  test("parts never overlap and never leave the drawing, whatever its width", () => {
    for (const width of WIDTHS)
      for (const seats of [2, 3, 4, 5])
        for (const own of [0, seats - 1, null]) {
          const laid = plan(width, seats, own);
          const boxes = [...Object.values(laid.places), laid.supplies, ...laid.trays];
          expect(laid.trays).toHaveLength(seats);
          boxes.forEach((box, i) => {
            expect(box.x + box.width).toBeLessThanOrEqual(width + 0.01);
            expect(box.y + box.height).toBeLessThanOrEqual(laid.height);
            for (const other of boxes.slice(i + 1)) expect(apart(box, other)).toBe(true);
          });
        }
  });

  test("cubes, pieces and the start card lie where they belong", () => {
    for (const width of WIDTHS) {
      const laid = plan(width, 5, 2);
      for (const kind of KINDS) expect(inside(supplyAt(laid.supplies, kind), laid.supplies)).toBe(true);
      for (const tray of laid.trays) {
        for (const kind of KINDS) expect(inside(binAt(tray, kind), tray)).toBe(true);
        for (const point of [homeAt(tray, "helper", 11, 12), homeAt(tray, "disc", 5, 6), cardAt(tray)])
          expect(inside({ x: point.x + 10, y: point.y }, tray)).toBe(true);
      }
      for (const place of PLACES)
        expect(inside(pieceIn(laid.places[place]!, 4, 5, 7, 8), laid.places[place]!)).toBe(true);
    }
  });

  test("piles stay in their stall, however many cubes lie there", () => {
    const box = plan(980, 2, 0).places["troll"]!;
    const zone = {
      place: "troll",
      cubes: { meat: 9, honey: 4, potato: 1 },
      moved: { honey: 1 },
      covers: 0,
      helpers: [],
      discs: [],
      laid: [],
    };
    for (const pile of piles(zone, box)) {
      expect(inside(cubeIn(pile, 0), box) && inside(cubeIn(pile, pile.count - 1), box)).toBe(true);
      expect(pile.width).toBeGreaterThanOrEqual(28);
    }
  });

  test("eight stalls' widths stand in one, two or four rows", () => {
    expect([1200, 700, 344].map(columns)).toEqual([8, 4, 2]);
  });

  test("all cubes and pieces are followed", () => {
    for (const { view } of MOMENTS) {
      for (const kind of KINDS.slice(0, 6)) expect(cubePlaces(view, kind)).toHaveLength(14);
      view.players.forEach((player, seat) => {
        const pieces = piecePlaces(view, seat, "helper").length + piecePlaces(view, seat, "disc").length;
        expect(pieces + player.reserved.length).toBe(view.printed.helpers + view.printed.discs);
      });
    }
  });
});

describe("decisions", () => {
  test("every offer has its thing on the board or its button", () => {
    const things = /^(seat|place|cube|dish|piece|stock|supply):/;
    for (const { view, offers } of MOMENTS) {
      const pressed = new Set(buttons(offers, view.question));
      for (const offer of offers) {
        const onBoard =
          things.test(offer.path[0]!) || (offer.path[0]!.startsWith("colour:") && view.question === "take");
        expect([offer.words, onBoard !== pressed.has(offer)]).toEqual([offer.words, true]);
      }
    }
  });

  test("answers show the cubes they are about", () => {
    expect(shown("with honey", [])).toEqual(["honey"]);
    expect(shown("extra other", ["meat", "fruit"])).toEqual(["fruit"]);
    expect(shown("salt 1+2", ["meat", "fruit"])).toEqual(["meat", "fruit", "fruit"]);
    expect(shown("salt 2+0", ["meat"])).toEqual(["meat", "meat"]);
    expect(shown("salt honey potato", [])).toEqual(["honey", "potato"]);
    expect(shown("salt none", [])).toEqual([]);
    expect(shown("pass", [])).toEqual([]);
  });

  test("a payment shows its price and how far it is", () => {
    const { view } = MOMENTS.find((moment) => moment.view.question === "extra")!;
    const dish = view.buffet.find((each) => each.slot === view.pending.dish)!;
    expect(price(view).own).toHaveLength(dish.price[0]);
    expect(price(view).extra).toHaveLength(dish.price[2]);
    expect(steps(view).map(({ state }) => state)).toEqual(["past", "now", "ahead", "ahead"]);
  });

  test("slots name their shelf and column", () => {
    expect(slotParts("drink2")).toEqual({ sort: "drink", column: 2 });
    expect(slotParts("roast")).toEqual({ sort: "roast", column: 0 });
  });
});
