import { expect, test } from "vitest";
import { lengthOf, linesAt, momentOf, nearest, normal, placeOn, recordAlong, type Lines } from "./studyLines";

const RECORD = "game g 1\nseats 2\nseed s\nplayer 0 1 Ann\n\n0 a\n1 b\n0 c\noutcome 1 2\n";
const LINES: Lines = {
  1: { type: "line", number: 1, parent: 0, at: 1, moves: moves("1 x", "0 y", "1 z") },
  2: { type: "line", number: 2, parent: 1, at: 2, moves: moves("1 w") },
  3: { type: "line", number: 3, parent: 1, at: 0, moves: moves("1 v") },
};

function moves(...words: string[]): { seat: number; words: string }[] {
  return words.map((move) => ({ seat: Number(move[0]), words: move.slice(2) }));
}

test("a moment counts all moves that lead to it", () => {
  expect(momentOf(LINES, { line: 0, at: 2 })).toBe(2);
  expect(momentOf(LINES, { line: 1, at: 2 })).toBe(3);
  expect(momentOf(LINES, { line: 2, at: 1 })).toBe(4);
});

test("going back along a side line leads to the line that it leaves", () => {
  const places = [4, 3, 2, 1, 0].map((moment) => placeOn(LINES, 2, moment));
  expect(places).toEqual([
    { line: 2, at: 1 },
    { line: 1, at: 2 },
    { line: 1, at: 1 },
    { line: 0, at: 1 },
    { line: 0, at: 0 },
  ]);
});

test("the start of a side line is a moment of the line that it leaves", () => {
  expect(normal(LINES, { line: 3, at: 0 })).toEqual({ line: 0, at: 1 });
  expect(linesAt(LINES, { line: 0, at: 1 }).map(({ number }) => number)).toEqual([1, 3]);
});

test("the record along a side line has its moves in place of those of the match, and no outcome", () => {
  const head = "game g 1\nseats 2\nseed s\nplayer 0 1 Ann\n\n";
  expect(recordAlong(RECORD, LINES, 0)).toBe(RECORD);
  expect(recordAlong(RECORD, LINES, 2)).toBe(`${head}0 a\n1 x\n0 y\n1 w\n`);
  expect(recordAlong(RECORD, LINES, 3)).toBe(`${head}0 a\n1 v\n`);
});

test("who was in a line that was cut is at the last moment that is still there", () => {
  const cut: Lines = { 1: { ...LINES[1]!, moves: moves("1 x") } };
  expect(nearest(LINES, cut, { line: 2, at: 1 })).toEqual({ line: 1, at: 1 });
  expect(nearest(LINES, {}, { line: 2, at: 1 })).toEqual({ line: 0, at: 1 });
  expect(nearest(LINES, LINES, { line: 2, at: 1 })).toEqual({ line: 2, at: 1 });
});

test("a line is as long as all moves to its end", () => {
  expect([0, 1, 2, 3].map((line) => lengthOf(RECORD, LINES, line))).toEqual([3, 4, 4, 2]);
});
