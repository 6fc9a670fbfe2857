import { describe, expect, it } from "vitest";
import { tellingEntries, turningPoints } from "./turningPoints";

const kinds = (curve: number[][], ranking: number[][]): string[] =>
  turningPoints(curve, ranking).map(({ kind, at, seat }) => `${kind} ${at} ${seat}`);

describe("turning points", () => {
  it("tell when the winner took the lead for good, and how far somebody else was ahead", () => {
    const curve = [
      [0, 0],
      [0, 5],
      [1, 5],
      [1, 7],
      [9, 7],
      [9, 8],
    ];
    expect(turningPoints(curve, [[0], [1]])).toEqual([
      { kind: "ahead", at: 3, seat: 1, other: 0, by: 6 },
      { kind: "lead", at: 4, seat: 0, other: 1, by: 0 },
    ]);
  });

  it("count a lead that was lost again as no lead for good", () => {
    const curve = [
      [0, 0],
      [3, 0],
      [3, 4],
      [6, 4],
      [6, 7],
      [8, 7],
    ];
    expect(kinds(curve, [[0], [1]])).toContain("lead 5 0");
  });

  it("tell of a winner who always led that nobody else did", () => {
    const curve = [
      [0, 0],
      [0, 0],
      [2, 0],
      [4, 1],
      [9, 1],
    ];
    expect(kinds(curve, [[0], [1]])).toEqual(["start 2 0", "swing 4 0"]);
  });

  it("tell of a winner who never led before the last move", () => {
    const curve = [
      [0, 0],
      [0, 3],
      [1, 3],
      [1, 4],
      [5, 4],
    ];
    expect(kinds(curve, [[0], [1]])).toEqual(["ahead 1 1", "lead 4 0"]);
  });

  it("tell of a draw since when nobody was ahead, and take no side", () => {
    const curve = [
      [0, 0],
      [4, 0],
      [4, 3],
      [4, 4],
      [5, 5],
    ];
    expect(kinds(curve, [[0, 1]])).toEqual(["swing 1 0", "level 3 0"]);
  });

  it("name no taker of the lead where a tie-break decided", () => {
    const curve = [
      [0, 0],
      [4, 0],
      [4, 4],
    ];
    expect(kinds(curve, [[1], [0]])).toEqual(["ahead 1 0", "level 2 1"]);
  });

  it("measure the swing between the first two of many", () => {
    const curve = [
      [0, 0, 0, 0, 0],
      [0, 6, 5, 0, 0],
      [2, 6, 9, 0, 0],
      [2, 6, 9, 0, 8],
      [2, 6, 9, 0, 15],
    ];
    expect(turningPoints(curve, [[4], [2], [0], [1], [3]])).toEqual([
      { kind: "ahead", at: 2, seat: 2, other: 4, by: 9 },
      { kind: "swing", at: 3, seat: 4, other: 2, by: 8 },
      { kind: "lead", at: 4, seat: 4, other: 2, by: 0 },
    ]);
  });

  it("work with points below zero", () => {
    const curve = [
      [0, 0],
      [-3, 0],
      [-3, -5],
      [-3, -4],
    ];
    expect(kinds(curve, [[0], [1]])).toEqual(["ahead 1 1", "lead 2 0"]);
  });

  it("are none in a match of one move, or where all points came at the end", () => {
    expect(
      turningPoints(
        [
          [0, 0],
          [3, 1],
        ],
        [[0], [1]],
      ),
    ).toEqual([]);
    expect(
      turningPoints(
        [
          [0, 0],
          [0, 0],
          [0, 0],
          [9, 12],
        ],
        [[1], [0]],
      ),
    ).toEqual([]);
  });

  it("are none without points or seats", () => {
    expect(turningPoints([], [])).toEqual([]);
    expect(
      turningPoints(
        [
          [0, 0],
          [0, 0],
        ],
        [[0, 1]],
      ),
    ).toEqual([]);
  });
});

describe("the story of a turning point", () => {
  const chosen = { key: "chosen", values: { seat: 0 } };
  const raced = { key: "raced", values: { seat: 1, steps: 3 } };
  const scored = { key: "scored", values: { seat: 1, profit: 6 } };
  const nothing = { key: "scored", values: { seat: 1, profit: 0 } };

  it("is what the seat got points for", () => {
    expect(tellingEntries([chosen, raced, nothing, scored], 1)).toEqual([scored]);
  });

  it("is what the seat did, or else what happened", () => {
    expect(tellingEntries([chosen, raced], 1)).toEqual([raced]);
    expect(tellingEntries([chosen, raced], 2)).toEqual([chosen, raced]);
    expect(tellingEntries([], 2)).toEqual([]);
  });

  it("is short", () => {
    expect(tellingEntries([scored, scored, scored], 1)).toHaveLength(2);
  });
});
