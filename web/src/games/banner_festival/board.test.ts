import { describe, expect, test } from "vitest";
import type { Entry, Say } from "$lib/board";
import { describeEntry } from "$lib/story";
import { LANGUAGES, Translator, type Language, type Catalogues } from "$lib/translator.svelte";
import { parseCard, ranked, ranking, suitOrder } from "./cards";
import { act, framesBetween, still } from "./frames";
import { sides, stage, type Box } from "./layout";
import screen from "./index";
import { countBanners, describeCard, describeDeed, describePlace, describeRegion, describeSpace } from "./text";
import recorded from "./tests/moments.json";
import recordedStory from "./tests/story.json";
import type { BannerView } from "./view";
import { angleOf, at, lane, AngleTracker, wedge } from "./wheel";
import de from "./translations/de.json";
import en from "./translations/en.json";
import fr from "./translations/fr.json";

const translations: Catalogues = { en, de, fr };

const NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve"];
const VIEWS = (recorded as unknown as { view: BannerView }[]).map(({ view }) => view);
const OFFERS = (recorded as unknown as { offers: { path: string[] }[] }[]).flatMap(({ offers }) => offers);
const languages = Object.keys(LANGUAGES) as Language[];

function speaker(language: Language): Say {
  const translator = new Translator(language, { en: {}, de: {}, fr: {} });
  translator.add("banner.", translations);
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
      expect(Object.keys(translations[language]).sort()).toEqual(Object.keys(translations.en).sort());
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
  const distance = (from: { x: number; y: number }, box: Box): number =>
    Math.hypot(
      from.x - Math.min(Math.max(from.x, box.x), box.x + box.width),
      from.y - Math.min(Math.max(from.y, box.y), box.y + box.height),
    );

  const FORMS = [
    ["wide", 860, 690],
    ["wide", 990, 690],
    ["wide", 1240, 690],
    ["tall", 360, 470],
    ["tall", 360, 578],
    ["tall", 360, 720],
    ["low", 440, 350],
    ["low", 520, 350],
    ["low", 620, 350],
  ] as const;

  test.each(FORMS)("nothing overlaps or leaves the stage: %s, %d by %d", (form, width, height) => {
    for (const shown of VIEWS)
      for (const [seat, hands] of [
        [0, true],
        [null, true],
        [null, false],
      ] as const) {
        const plan = stage({ ...shown, seat }, form, width, height, hands);
        const docks = Object.values(plan.docks).flatMap((dock) => [dock.title, ...dock.spaces]);
        const below = [plan.own, plan.hand].filter((box) => box !== null);
        const boxes = [...docks, ...Object.values(plan.towers), ...plan.places, ...below];
        expect(boxes.length).toBeGreaterThanOrEqual(4 * 5 + 2 + shown.seats.length);
        boxes.forEach((box, i) => {
          expect(Math.min(box.width, box.height)).toBeGreaterThan(12);
          expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width).toBeLessThanOrEqual(width + 0.01);
          expect(box.y + box.height).toBeLessThanOrEqual(height + 0.01);
          expect(distance(plan.wheel, box)).toBeGreaterThan(plan.wheel.rim - 0.01);
          for (const other of boxes.slice(i + 1)) expect(apart(box, other)).toBe(true);
        });
      }
  });

  test("the dock of a quadrant leads from the wheel to the Tower of its Region", () => {
    for (const [form, width, height] of FORMS) {
      const plan = stage(view, form, width, height, true);
      for (const dock of view.docks) {
        const { spaces } = plan.docks[dock.quadrant]!;
        const away = spaces.map((box) => Math.abs(box.x + box.width / 2 - plan.wheel.x));
        expect(away).toEqual([...away].sort((a, b) => a - b));
        const tower = plan.towers[dock.region]!;
        expect(Math.sign(tower.x - plan.wheel.x)).toBe(Math.sign(spaces[3]!.x - plan.wheel.x));
      }
    }
  });

  test("each Region stands beside its part of the ring", () => {
    expect(sides(view).map(({ docks }) => docks.map((dock) => dock.quadrant))).toEqual([
      ["orange", "yellow"],
      ["purple", "teal"],
    ]);
  });

  test("spaces run clockwise from the lap line at the top", () => {
    const { wheel } = stage(view, "wide", 1000, 690, true);
    expect(angleOf(1)).toBe(22.5);
    expect(at(wheel, angleOf(3), 100).x).toBeGreaterThan(wheel.x);
    expect(at(wheel, angleOf(3), 100).y).toBeGreaterThan(wheel.y);
    expect(wedge(wheel, 1, 50, 100)).toMatch(/^M .* Z$/);
  });

  test("every seat has its lane between the pool and the ring", () => {
    const { wheel } = stage(view, "tall", 360, 470, true);
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

describe("what happens between two views", () => {
  /** A view just before the last bout of a recorded one, as far as frames need it. */
  function before(view: BannerView): BannerView {
    const [bout] = view.last;
    return { ...view, round: bout!.round, bout: bout!.bout, asked: "card", last: [], reason: null };
  }
  const told = VIEWS.filter((view) => view.last.length === 1);

  test("all cards turn over, then one after the other acts", () => {
    expect(told.length).toBeGreaterThan(2);
    for (const view of told) {
      const cards = view.last[0]!.deeds.length + view.last[0]!.dummies.length;
      const frames = framesBetween(before(view), view);
      const bout = frames.filter(({ counted }) => counted === 0);
      const turns = bout.filter(({ feast }) => !feast).map(({ acted }) => acted);
      expect(turns).toEqual(Array.from({ length: cards + 1 }, (_, i) => i));
      expect(frames.some(({ feast }) => feast)).toBe(view.last[0]!.feast);
      expect(frames.every(({ open }) => open)).toBe(true);
    }
  });

  test("after the last card every Watercraft is where the next view has it", () => {
    for (const view of told) {
      const last = framesBetween(before(view), view).at(-1)!;
      for (const [seat, deed] of view.last[0]!.deeds.entries())
        expect(last.view.seats[seat]!.watercraft).toBe(deed.landed ?? view.seats[seat]!.watercraft);
    }
  });

  test("Banners come from the supply of the seat and hang where the bout says", () => {
    const view = VIEWS[0]!;
    const deed = { card: "teal1", steps: 0, landed: null, laps: 0, characters: 0, stunt: false, served: 0, earned: 0 };
    const dock = act(view, 1, { ...deed, space: 2, banners: 2, fruit: 0 }, "purple");
    expect(dock.docks.find(({ quadrant }) => quadrant === "purple")!.spaces[1]!.banners[1]).toBe(
      2 + view.docks.find(({ quadrant }) => quadrant === "purple")!.spaces[1]!.banners[1]!,
    );
    expect(dock.seats[1]!.banners).toBe(view.seats[1]!.banners - 2);
    const tower = act(view, 0, { ...deed, space: 5, banners: 1, fruit: 1 }, "yellow");
    expect(countBanners(tower, "A")[0]).toBe(countBanners(view, "A")[0]! + 1);
    expect(tower.pool).toBe(view.pool - 1);
  });

  test("a Feast takes all Fruit back and fills the pool", () => {
    const view = structuredClone(told[0]!);
    view.last[0]!.feast = true;
    const { feast, view: table } = framesBetween(before(view), view).findLast(({ counted }) => counted === 0)!;
    expect(feast).toBe(true);
    expect(table.pool).toBe(view.pool_size);
    expect(table.seats.every(({ fruit }) => fruit === 0)).toBe(true);
  });

  test("at the end of a round the Regions are counted one after the other", () => {
    const over = VIEWS.at(-1)!;
    const counted = framesBetween(before(over), over).map((frame) => frame.counted);
    expect(counted.slice(-2)).toEqual([1, 2]);
    expect(still(over).counted).toBe(2);
  });

  test("views that do not follow each other are not told", () => {
    for (const view of told) {
      expect(framesBetween(view, view)).toEqual([]);
      expect(framesBetween(view, before(view))).toEqual([]);
      expect(framesBetween({ ...before(view), bout: view.last[0]!.bout + 1 }, view)).toEqual([]);
    }
  });
});

describe("the frame around the board", () => {
  test.each(languages)("questions give their reasons in %s", (language) => {
    const say = speaker(language);
    for (const view of VIEWS) {
      const reason = screen.explain!(view, say);
      if (view.asked === "gate" || (view.asked === "card" && view.choice === null)) expectSaid(reason!, language);
      for (const chip of screen.chips!(view, say)) expectSaid(`${chip.text} ${chip.about ?? ""}`, language);
      const frame = still(view);
      for (const [seat] of view.seats.entries())
        expectSaid(describePlace(view, frame, seat, frame.shown[0] ?? null, null, "Ada", say) || "-", language);
    }
  });

  test("the reason of a leader tells the ability with the numbers of the box", () => {
    const view = structuredClone(VIEWS.find(({ asked, last }) => asked === "gate" && last.length)!);
    view.seat = view.lead;
    const number = parseCard(view.last.at(-1)!.deeds[view.lead!]!.card).number;
    view.abilities = view.abilities.map((each) =>
      each.number === number ? { ...each, kind: "tower", area: null, banners: 77 } : each,
    );
    expect(screen.explain!(view, speaker("en"))).toContain("77 Banners");
  });

  test("every place of the story is a spot of the board", () => {
    const view = VIEWS[0]!;
    const spots = new Set([
      "pool",
      ...view.docks.flatMap((dock) => dock.spaces.map((space) => `dock:${dock.quadrant}:${space.match}`)),
      ...view.docks.map((dock) => `quadrant:${dock.quadrant}`),
      ...view.towers.map((tower) => tower.id),
      ...view.ring.flatMap((_, i) => [`ring:${i + 1}`, `race:${i + 1}`]),
    ]);
    const places = recordedStory.story.flatMap((entry) => screen.places!(entry as unknown as Entry));
    expect(places.length).toBeGreaterThan(8);
    for (const place of places) expect(spots).toContain(place);
  });
});
