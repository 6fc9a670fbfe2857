import { describe, expect, test } from "vitest";
import type { Entry, Say } from "$lib/board";
import { describeEntry } from "$lib/story";
import { LANGUAGES, Translator, type Language } from "$lib/translator.svelte";
import { parseCard, ranked, ranking, suitOrder } from "./cards";
import { angleOf, at, lane, plan, sides, AngleTracker, wedge, type Box } from "./layout";
import screen from "./index";
import { describeCard, describeDeed, describeRegion, describeSpace } from "./text";
import recorded from "./tests/moments.json";
import recordedStory from "./tests/story.json";
import type { BannerView } from "./view";

const NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve"];
const VIEWS = (recorded as unknown as { view: BannerView }[]).map(({ view }) => view);
const OFFERS = (recorded as unknown as { offers: { path: string[] }[] }[]).flatMap(({ offers }) => offers);
const languages = Object.keys(LANGUAGES) as Language[];

function speaker(language: Language): Say {
  const translator = new Translator(language, { en: {}, de: {}, fr: {} });
  translator.add("banner.", screen.translations);
  return (key, values = {}) => translator.say(`banner.${key}`, values);
}

/** Expect no raw keys, no missing values, and no English words in other languages. */
function expectSaid(text: string, language: Language): void {
  expect(text).not.toMatch(/banner\.|[{}]|undefined|null|NaN/);
  expect(text.trim()).not.toBe("");
  if (language !== "en")
    expect(text).not.toMatch(
      /\b(teal|purple|yellow|Watercraft|Fruit(?!s)\b.*Profit|gate|dock of|Tower|odd|even|the)\b/,
    );
}

describe("words", () => {
  test("every language has the same keys", () => {
    for (const language of languages)
      expect(Object.keys(screen.translations[language]).sort()).toEqual(Object.keys(screen.translations.en).sort());
  });

  test.each(languages)("every recorded move and story is translated into %s", (language) => {
    const say = speaker(language);
    for (const words of recordedStory.offers) expectSaid(screen.offer(words, say), language);
    for (const entry of recordedStory.story)
      expectSaid(describeEntry(entry as unknown as Entry, screen, say, NAMES), language);
  });

  test.each(languages)("every recorded view explains itself in %s", (language) => {
    const say = speaker(language);
    for (const view of VIEWS) {
      const texts = [screen.question(view, say), ...view.seats.map((_, seat) => screen.glance(view, seat, say))];
      texts.push(...view.hand.map((name) => describeCard(view, name, say)));
      for (const dock of view.docks)
        texts.push(...dock.spaces.map((space) => describeSpace(space, dock.quadrant, NAMES, say)));
      for (const bout of view.last) {
        const dock = view.docks.find((each) => each.quadrant === bout.quadrant)!;
        texts.push(
          ...ranking(bout, dock.order).flatMap((shown) =>
            describeDeed(shown, bout.quadrant, dock.region, dock.spaces, say),
          ),
        );
      }
      for (const text of texts) expectSaid(text, language);
    }
  });

  test("a card tells what the box prints, not what it usually does", () => {
    const view = structuredClone(VIEWS[0]!);
    const nothing = { fruit: null, steps: null, area: null, least: null, most: null, banners: null, profit: null };
    view.abilities = [
      { ...nothing, number: 9, kind: "keep", profit: 77 },
      { ...nothing, number: 8, kind: "sprint", fruit: 55, steps: 66 },
      { ...nothing, number: 7, kind: "harvest", area: "quadrant", least: 44, most: 88 },
    ];
    view.rewards = [71, 72, 0];
    for (const language of languages) {
      const say = speaker(language);
      expect(describeCard(view, "teal9", say)).toContain("77");
      expect(describeCard(view, "teal8", say)).toMatch(/55.*66/);
      expect(describeCard(view, "teal7", say)).toMatch(/44.*88/);
      expect(describeRegion(view, "A", say)).toMatch(/71, 72\D/);
    }
  });

  test("ranks use the ordinals of the language", () => {
    const entry = { key: "middle", values: { seat: 0, card: "teal7", place: 2 } };
    expect(languages.map((language) => describeEntry(entry, screen, speaker(language), NAMES))).toEqual([
      "Ada ranks 2nd with teal 7.",
      "Ada liegt mit Türkis 7 an 2. Stelle.",
      "Ada est 2e avec turquoise 7.",
    ]);
  });
});

describe("cards", () => {
  test("a name holds suit and number", () => {
    expect(parseCard("purple0")).toEqual({ name: "purple0", suit: "purple", number: 0 });
  });

  test("the suit of the quadrant is highest, then those that follow; numbers decide within a suit", () => {
    expect(ranked(["yellow2", "orange6", "teal2", "yellow5"], ["teal", "purple", "orange", "yellow"])).toEqual([
      "teal2",
      "orange6",
      "yellow5",
      "yellow2",
    ]);
  });

  test("bouts are ranked as the story tells them", () => {
    const stories = recordedStory.story
      .filter((entry) => entry.key === "bout")
      .map((entry) => entry.values as unknown as { quadrant: string; cards: string[] });
    expect(stories.length).toBeGreaterThan(1);
    for (const { quadrant, cards } of stories)
      expect(ranked([...cards].reverse(), suitOrder(VIEWS[0]!, quadrant))).toEqual(cards);
  });

  test("a bout shows every card once, dummies too, from the highest to the lowest", () => {
    const bouts = VIEWS.flatMap((view) =>
      view.last.map((bout) => ({ bout, shown: ranking(bout, suitOrder(view, bout.quadrant)) })),
    );
    expect(bouts.length).toBeGreaterThan(2);
    for (const { bout, shown } of bouts) {
      expect(shown).toHaveLength(bout.deeds.length + bout.dummies.length);
      expect(shown[0]!.rank).toBe("highest");
      expect(shown.at(-1)!.rank).toBe("lowest");
      for (const each of shown) expect(each.deed?.card ?? each.card).toBe(each.card);
    }
  });
});

describe("the market", () => {
  const view = VIEWS[0]!;
  const apart = (a: Box, b: Box): boolean =>
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

  test("docks, Towers and the wheel never overlap and never leave the drawing", () => {
    for (const width of [320, 344, 500, 619, 620, 760, 1000, 1600]) {
      const laid = plan(view, width);
      const { x, y, rim } = laid.wheel;
      const around = { x: x - rim, y: y - rim, width: 2 * rim, height: 2 * rim };
      const docks = Object.values(laid.docks).flatMap((dock) => [dock.title, ...dock.spaces]);
      const boxes = [around, ...docks, ...Object.values(laid.towers)];
      expect(boxes).toHaveLength(1 + 4 * 5 + 2);
      boxes.forEach((box, i) => {
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(width + 0.01);
        expect(box.y + box.height).toBeLessThanOrEqual(laid.height + 0.01);
        for (const other of boxes.slice(i + 1)) expect(apart(box, other)).toBe(true);
      });
    }
  });

  test("each Region stands beside its part of the ring", () => {
    expect(sides(view).map(({ docks }) => docks.map((dock) => dock.quadrant))).toEqual([
      ["orange", "yellow"],
      ["purple", "teal"],
    ]);
  });

  test("spaces run clockwise from the lap line at the top", () => {
    const { wheel } = plan(view, 1000);
    expect(angleOf(1)).toBe(22.5);
    expect(at(wheel, angleOf(3), 100).x).toBeGreaterThan(wheel.x);
    expect(at(wheel, angleOf(3), 100).y).toBeGreaterThan(wheel.y);
    expect(wedge(wheel, 1, 50, 100)).toMatch(/^M .* Z$/);
  });

  test("every seat has its lane between the pool and the ring", () => {
    const { wheel } = plan(view, 344);
    for (let seat = 0; seat < 5; seat++) {
      const { radius, width } = lane(wheel, seat, 5);
      expect(radius - width / 2).toBeGreaterThan(wheel.pool);
      expect(radius + width / 2).toBeLessThan(wheel.track);
    }
  });

  test("what goes around never turns back, and a full lap is shown", () => {
    const turns = new AngleTracker();
    expect(turns.turn("boat", 7)).toBe(angleOf(7));
    expect(turns.turn("boat", 2, 3, "1-1")).toBe(angleOf(7) + 3 * 45);
    expect(turns.turn("boat", 2, 3, "1-1")).toBe(angleOf(7) + 3 * 45);
    expect(turns.turn("boat", 2, 8, "1-2")).toBe(angleOf(7) + 11 * 45);
    expect(turns.turn("gate", 4)).toBe(angleOf(4));
    expect(turns.turn("gate", 1)).toBe(angleOf(4) + 5 * 45);
  });

  test("every offer is a card or a space of the ring", () => {
    for (const offer of OFFERS) expect(offer.path[0]).toMatch(/^(card:[a-z]+\d|gate:[1-4])$/);
  });
});
