import { describe, expect, it } from "vitest";
import { findGains, reasonWords, signed, type Score } from "./gains";

const score = (points: number[], headings: Record<string, number[]>): Score => ({ points, headings });
const say = (key: string): string => key.slice("heading.".length);

describe("findGains", () => {
  it("tells each seat's gain with the heading that rose", () => {
    const before = score([10, 4], { objectives: [10, 4], type: [0, 0] });
    const after = score([15, 4], { objectives: [15, 4], type: [0, 0] });
    expect(findGains(before, after)).toEqual([{ total: 5, reasons: [{ heading: "objectives", points: 5 }] }, null]);
  });

  it("tells several headings, the largest first", () => {
    const [gain] = findGains(score([0], { dishes: [0], sets: [0] }), score([10], { dishes: [3], sets: [7] }));
    expect(gain!.reasons).toEqual([
      { heading: "sets", points: 7 },
      { heading: "dishes", points: 3 },
    ]);
  });

  it("leaves out what fell while the total rose", () => {
    const before = score([2], { "level 2": [2], "level 3": [0] });
    const after = score([3], { "level 2": [0], "level 3": [3] });
    expect(findGains(before, after)).toEqual([{ total: 1, reasons: [{ heading: "level 3", points: 3 }] }]);
  });

  it("says nothing of what changed only under quiet headings", () => {
    const before = score([5, 5, 5], { cubes: [5, 5, 5], dishes: [0, 0, 0] });
    const after = score([6, 3, 11], { cubes: [6, 3, 6], dishes: [0, 0, 5] });
    const gains = findGains(before, after, ["cubes"]);
    expect(gains.map((gain) => gain?.total ?? null)).toEqual([null, null, 6]);
  });

  it("tells what fell when the total fell", () => {
    const [gain] = findGains(score([5], { cubes: [5], dishes: [0] }), score([2], { cubes: [1], dishes: [1] }));
    expect(gain).toEqual({ total: -3, reasons: [{ heading: "cubes", points: -4 }] });
  });

  it("knows headings that appear for the first time, and matches without any", () => {
    expect(findGains({ points: [0], headings: null }, score([4], { feasts: [4] }))[0]!.reasons).toEqual([
      { heading: "feasts", points: 4 },
    ]);
    expect(findGains({ points: [0], headings: null }, { points: [4], headings: null })[0]!.reasons).toEqual([]);
  });
});

describe("words", () => {
  it("names one heading, and several with their points", () => {
    expect(reasonWords({ total: 1, reasons: [{ heading: "level 3", points: 3 }] }, say)).toBe("level 3");
    const both = [
      { heading: "sets", points: 7 },
      { heading: "dishes", points: 3 },
    ];
    expect(reasonWords({ total: 10, reasons: both }, say)).toBe("sets +7 · dishes +3");
  });

  it("leaves points out that do not add up to the total, because something else fell", () => {
    const both = [
      { heading: "dishes", points: 13 },
      { heading: "sets", points: 2 },
    ];
    expect(reasonWords({ total: 9, reasons: both }, say)).toBe("dishes · sets");
  });

  it("writes a loss with a minus sign", () => {
    expect([signed(5), signed(-2)]).toEqual(["+5", "−2"]);
  });
});
