import { expect, test } from "vitest";
import { moversOf, nextTurn } from "./turns";

const RECORD = "game x 1\nseats 2\nseed storm\n\n0 aim a\n0 take 3\n1 aim b\n0 aim c\noutcome 3 4\n";

test("each line of moves starts with the seat that made it", () => {
  expect(moversOf(RECORD)).toEqual([0, 0, 1, 0]);
});

test("a turn begins when another seat moves", () => {
  const movers = moversOf(RECORD);
  expect(nextTurn(movers, 0, 1)).toBe(2);
  expect(nextTurn(movers, 2, 1)).toBe(3);
  expect(nextTurn(movers, 3, 1)).toBe(4);
  expect(nextTurn(movers, 4, 1)).toBe(4);
  expect(nextTurn(movers, 4, -1)).toBe(3);
  expect(nextTurn(movers, 2, -1)).toBe(0);
  expect(nextTurn(movers, 0, -1)).toBe(0);
});
