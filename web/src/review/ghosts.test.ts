import { expect, test } from "vitest";
import { arrowBetween, grow } from "./ghosts";

const box = (x: number, y: number) => ({ x, y, width: 20, height: 20 });

test("an arrow leads from the edge of one box to the edge of the other", () => {
  expect(arrowBetween(box(0, 0), box(100, 0), 0)).toEqual({ x1: 20, y1: 10, x2: 100, y2: 10 });
  expect(arrowBetween(box(0, 100), box(0, 0), 0)).toEqual({ x1: 10, y1: 100, x2: 10, y2: 20 });
});

test("boxes that touch need no arrow", () => {
  expect(arrowBetween(box(0, 0), box(20, 0))).toBeNull();
  expect(arrowBetween(box(0, 0), box(0, 0))).toBeNull();
});

test("a ring has a margin on all sides", () => {
  expect(grow(box(5, 5), 2)).toEqual({ x: 3, y: 3, width: 24, height: 24 });
});
