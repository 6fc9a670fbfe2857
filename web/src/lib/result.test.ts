import { describe, expect, it } from "vitest";
import { behind, headline, marginOf, placeOf, stackPoints } from "./result";
import type { Outcome } from "./wire";

const NAMES = ["Ann", "Mara", "Tom"];
const list = (names: string[]): string => names.join(" & ");

function outcome(ranking: number[][], points: number[], decided = "points"): Outcome {
  return { ranking, points, decided, headings: {}, reason: "over" };
}

describe("the headline", () => {
  it("says by how much somebody won", () => {
    const end = outcome([[1], [0], [2]], [10, 13, 4]);
    expect(headline(end, NAMES, 0, list)).toEqual({ key: "end.won.by", values: { names: "Mara", by: 3 } });
    expect(headline(end, NAMES, 1, list)).toEqual({ key: "end.you.by", values: { names: "", by: 3 } });
    expect(headline(end, NAMES, null, list).key).toBe("end.won.by");
  });

  it("names no margin where a tie-break decided", () => {
    const end = outcome([[0], [1], [2]], [10, 10, 4], "banners");
    expect(marginOf(end)).toBe(0);
    expect(headline(end, NAMES, 0, list).key).toBe("end.you");
    expect(headline(end, NAMES, 1, list).key).toBe("end.won");
  });

  it("names everybody who shares the win, and the person apart", () => {
    const end = outcome([[0, 1], [2]], [10, 10, 4], "shared");
    expect(headline(end, NAMES, 2, list)).toMatchObject({ key: "end.shared", values: { names: "Ann & Mara" } });
    expect(headline(end, NAMES, 0, list)).toMatchObject({ key: "end.shared.you", values: { names: "Mara" } });
  });
});

describe("places", () => {
  const end = outcome([[2], [0, 1]], [4, 4, 9]);

  it("are shared by those who are tied", () => {
    expect([0, 1, 2].map((seat) => placeOf(end.ranking, seat))).toEqual([2, 2, 1]);
  });

  it("say how far behind somebody is", () => {
    expect(behind(end, 0)).toEqual({ place: 2, by: 5 });
    expect(behind(end, 2)).toBeNull();
  });
});

describe("bars", () => {
  it("stack the headings one after the other, on one scale for all seats", () => {
    const { zero, rows } = stackPoints(
      [
        ["sets", [6, 2]],
        ["cubes", [4, 3]],
      ],
      2,
    );
    expect(zero).toBe(0);
    expect(rows[0]!.map(({ from, to }) => [from, to])).toEqual([
      [0, 0.6],
      [0.6, 1],
    ]);
    expect(rows[1]!.map(({ from, to }) => [from, to])).toEqual([
      [0, 0.2],
      [0.2, 0.5],
    ]);
  });

  it("put what counts against a seat to the left of zero, and leave out what it has nothing for", () => {
    const { zero, rows } = stackPoints(
      [
        ["sets", [8, 0]],
        ["fines", [0, -2]],
      ],
      2,
    );
    expect(zero).toBe(0.2);
    expect(rows[0]).toEqual([{ heading: "sets", index: 0, points: 8, from: 0.2, to: 1 }]);
    expect(rows[1]).toEqual([{ heading: "fines", index: 1, points: -2, from: 0, to: 0.2 }]);
  });

  it("stand for nothing where nobody has any points", () => {
    expect(stackPoints([["sets", [0, 0]]], 2)).toEqual({ zero: 0, rows: [[], []] });
  });
});
