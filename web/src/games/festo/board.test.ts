import { describe, expect, test } from "vitest";
import type { Entry, Say } from "$lib/board";
import { describeEntry } from "$lib/story";
import { LANGUAGES, Translator, type Language, type Catalogues } from "$lib/translator.svelte";
import type { Form } from "$stage/form.svelte";
import { answerBoxes, buttons, payments, price, shown, steps } from "./decision";
import { cardsOf, nearest } from "./dishes";
import screen from "./index";
import { crateOf, cubeInCrate, homeAt, layKitchen } from "./kitchenLayout";
import { plan, type BoardPlan, type Box, type Point } from "./layout";
import { BoardPieces, cubePlaces, onDish, piecePlaces } from "./pieces";
import { cubeIn, piles, stallParts } from "./stallLayout";
import recorded from "./tests/moments.json";
import recordedStory from "./tests/story.json";
import { describeCard, describeStall } from "./tooltips";
import { KINDS, PLACES, slotParts } from "./components";
import type { FestoView } from "./view";
import de from "./translations/de.json";
import en from "./translations/en.json";
import fr from "./translations/fr.json";

const translations: Catalogues = { en, de, fr };

const NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve"];
const MOMENTS = recorded as unknown as { view: FestoView; offers: { move: number; words: string; path: string[] }[] }[];
const languages = Object.keys(LANGUAGES) as Language[];
/** The sizes in which a stage is drawn. */
const PLACES_DRAWN: [Form, number, number][] = [
  ["wide", 860, 690],
  ["wide", 990, 690],
  ["wide", 1240, 690],
  ["tall", 360, 470],
  ["tall", 360, 578],
  ["tall", 360, 720],
  ["low", 440, 350],
  ["low", 520, 350],
  ["low", 620, 350],
];

function speaker(language: Language): Say {
  const translator = new Translator(language, { en: {}, de: {}, fr: {} });
  translator.add("festo.", translations);
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
      expect(Object.keys(translations[language]).sort()).toEqual(Object.keys(translations.en).sort());
    const plain = Object.entries(translations.en).filter(
      ([key, text]) => !/^(dish|magic)\./.test(key) && !text.includes("plural"),
    );
    for (const [key] of plain)
      for (const language of languages)
        expect([key, gaps(translations[language][key]!)]).toEqual([key, gaps(translations.en[key]!)]);
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
      texts.push(...cardsOf(view).map((card) => describeCard(view, card, NAMES, say)));
      texts.push(...screen.chips!(view, say).map((chip) => chip.text), screen.explain!(view, say)!);
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
      const texts = cardsOf(view).map((card) => ({ slot: card.slot, text: describeCard(view, card, NAMES, say) }));
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
    for (const card of cardsOf(other).filter(({ colour }) => colour))
      expect(describeCard(other, card, NAMES, say)).toContain(String(printed.backs[card.sort as "drink"]));
  });

  test.each(languages)("an event tells the amount on its card in %s", (language) => {
    const amounts = ["rich harvest", "full shelves", "salt cart", "late risers", "regulars"];
    for (const event of [...amounts, "mixed basket", "royal praise", "banquet"])
      expect(speaker(language)(`effect.${event}`, { amount: 47 })).toContain("47");
  });
});

describe("questions", () => {
  const say = speaker("en");
  const first = (question: string): FestoView => MOMENTS.find(({ view }) => view.question === question)!.view;

  test("a question about an ability tells what the character does", () => {
    const view = { ...first("move"), place: "pixies", question: "send" };
    expect(screen.explain!(view, say)).toBe(
      "Pixies: The acting piece flies to any place further right and counts there.",
    );
  });

  test("an event that limits a question stands in it with its number", () => {
    const view = { ...first("place"), half: "morning", event: "late risers", amount: 2 };
    expect(screen.explain!(view, say)).toMatch(/^Late risers: .*2 helpers/);
    expect(screen.explain!({ ...view, half: "afternoon" }, say)).not.toContain("Late risers");
  });

  test("who can cook nothing is told what is nearest", () => {
    const view = first("cook");
    const lack = (left: number) => ({ own: left, other: 0, colours: [], salt: 0, left });
    const slots = Object.keys(view.lacks).filter((slot) => slot !== "main");
    const poor = { ...view, lacks: Object.fromEntries(slots.map((slot, i) => [slot, lack(i === 1 ? 1 : 4)])) };
    expect(nearest(poor)!.slot).toBe(slots[1]);
    expect(screen.question(poor, say)).toBe("You can cook nothing this time");
    expect(screen.explain!(poor, say)).toContain("You are missing 1 ");
    expect(nearest(view)).toBeNull();
    expect(screen.question(view, say)).toBe("Cook a dish, or pass");
  });

  test("in German a cube is not called a die", () => {
    for (const [key, text] of Object.entries(translations.de))
      if (!/dice|phase\.shop|market day|long evening/.test(key)) expect(`${key}: ${text}`).not.toMatch(/ürfel/);
  });
});

describe("the board", () => {
  const inside = (box: Box, place: Box): boolean =>
    box.x >= place.x - 0.01 &&
    box.y >= place.y - 0.01 &&
    box.x + box.width <= place.x + place.width + 0.01 &&
    box.y + box.height <= place.y + place.height + 0.01;
  const holds = (point: Point, box: Box): boolean => inside({ ...point, width: 0, height: 0 }, box);
  const apart = (a: Box, b: Box): boolean =>
    a.x + a.width <= b.x + 0.01 ||
    b.x + b.width <= a.x + 0.01 ||
    a.y + a.height <= b.y + 0.01 ||
    b.y + b.height <= a.y + 0.01;
  const parts = (laid: BoardPlan): Box[] => [
    ...Object.values(laid.stalls),
    ...Object.values(laid.cards),
    ...[laid.supplies, laid.event].filter((box) => box !== null),
    laid.kitchen.box,
  ];
  const boards = PLACES_DRAWN.flatMap(([form, width, height]) =>
    MOMENTS.flatMap(({ view }) =>
      (["board", "mine"] as const).map((pane) => ({ view, pane, laid: plan(view, form, pane, width, height) })),
    ),
  );

  test("its parts never overlap and never leave it, in any form and phase", () => {
    for (const { laid } of boards) {
      const boxes = parts(laid);
      boxes.forEach((box, i) => {
        expect(inside(box, { x: 0, y: 0, width: laid.width, height: laid.height })).toBe(true);
        for (const other of boxes.slice(i + 1)) expect(apart(box, other)).toBe(true);
      });
    }
  });

  test("what is large is what the phase is about", () => {
    for (const { view, pane, laid } of boards.filter(({ laid }) => laid.form === "wide" && laid.buffet)) {
      const [stall, card] = [laid.stalls["troll"]!, laid.cards["drink1"]!];
      expect([pane, view.phase, stall.height > card.height]).toEqual([pane, view.phase, view.phase !== "cook"]);
    }
  });

  test("on a phone stalls, dishes to choose and crates are large enough for a finger", () => {
    for (const { view, laid } of boards.filter(({ laid }) => laid.form !== "wide")) {
      const wanted = laid.mode === "street" ? Object.values(laid.stalls) : Object.values(laid.cards);
      for (const box of [...wanted, ...KINDS.map((kind) => crateOf(laid.kitchen, kind))])
        expect([view.question, box.width >= 40, box.height >= 40]).toEqual([view.question, true, true]);
    }
  });

  test("everything of the own seat, the street and the dishes is drawn inside the board", () => {
    for (const { view, laid, pane } of boards.filter(({ pane }) => pane === "board")) {
      const seat = view.seat!;
      const board = { x: 0, y: 0, width: laid.width, height: laid.height };
      const pieces = new BoardPieces();
      for (const each of pieces.standing(view, laid, seat))
        if (each.seat === seat || each.place !== "home") expect([pane, each.place, holds(each, board)]).toContain(true);
      for (const zone of view.zones)
        for (const pile of piles(zone, laid.stalls[zone.place]!, laid.form))
          for (let i = 0; i < pile.count; i++) expect(holds(cubeIn(pile, i), laid.stalls[zone.place]!)).toBe(true);
      for (const { slot, claim } of view.buffet)
        if (claim && laid.cards[slot]) expect(holds(onDish(laid, slot)!, laid.cards[slot])).toBe(true);
    }
  });

  test("a stall keeps its order from awning to pavement, however many colours lie there", () => {
    const zone = { place: "orc", cubes: {}, moved: {}, covers: 0, helpers: [], discs: [], laid: [] };
    const { view } = MOMENTS.find((moment) => moment.view.phase === "shop")!;
    for (const [form, width, height] of PLACES_DRAWN)
      for (const count of [0, 1, 3, 6]) {
        const cubes = Object.fromEntries(KINDS.slice(0, count).map((kind) => [kind, 2]));
        const stall = stallParts(plan(view, form, "board", width, height).stalls["orc"]!, form, { ...zone, cubes });
        expect(stall.awning).toBeLessThanOrEqual(stall.sign);
        expect(stall.sign).toBeLessThan(stall.cubes);
        expect(stall.cubes).toBeLessThan(stall.pavement);
      }
  });

  test("cubes and pieces stay in the kitchen, however many there are", () => {
    for (const form of ["wide", "tall", "low"] as const) {
      const kitchen = layKitchen(
        { x: 0, y: 0, width: form === "tall" ? 348 : 620, height: form === "wide" ? 150 : 338 },
        form,
      );
      for (const kind of KINDS)
        for (const count of [1, 2, 14])
          for (let i = 0; i < count; i++) {
            const crate = crateOf(kitchen, kind);
            expect(holds(cubeInCrate(crate, i, count), crate)).toBe(true);
          }
      for (const total of [1, 9, 12])
        for (let i = 0; i < total; i++) expect(holds(homeAt(kitchen, i, total), kitchen.pieces)).toBe(true);
    }
  });

  test("all cubes and pieces are followed", () => {
    for (const { view } of MOMENTS) {
      for (const kind of KINDS.slice(0, 6)) expect(cubePlaces(view, kind)).toHaveLength(14);
      view.players.forEach((_, seat) => {
        const pieces = piecePlaces(view, seat, "helper").length + piecePlaces(view, seat, "disc").length;
        expect(pieces).toBe(view.printed.helpers + view.printed.discs);
      });
    }
  });

  test("the log points at stalls and dishes", () => {
    const entry = { key: "moved", values: { seat: 0, place: "grocery", colour: "meat", target: "orc" } };
    expect(screen.places!(entry)).toEqual(["place:grocery", "place:orc"]);
    expect(screen.places!({ key: "reserved", values: { seat: 0, slot: "side1" } })).toEqual(["dish:side1"]);
    expect(PLACES).toContain("grocery");
  });
});

describe("decisions", () => {
  test("every offer has its thing on the board, its place in the payment or its button", () => {
    const things = /^(seat|place|cube|dish|piece|stock|supply):/;
    for (const { view, offers } of MOMENTS) {
      const pressed = new Set([...buttons(offers), ...payments(offers, view.question)]);
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

  test("answers to a payment have room, however many there are", () => {
    const box = { x: 10, y: 20, width: 324, height: 220 };
    for (const count of [1, 2, 6, 22])
      for (const cell of answerBoxes(count, box)) {
        expect(cell.x).toBeGreaterThanOrEqual(box.x);
        expect(cell.x + cell.width).toBeLessThanOrEqual(box.x + box.width + 0.01);
        expect(cell.y + cell.height).toBeLessThanOrEqual(box.y + box.height + 0.01);
        expect(Math.min(cell.width, cell.height)).toBeGreaterThanOrEqual(40);
      }
  });

  test("slots name their shelf and column", () => {
    expect(slotParts("drink2")).toEqual({ sort: "drink", column: 2 });
    expect(slotParts("roast")).toEqual({ sort: "roast", column: 0 });
  });
});
