import { expect, test } from "vitest";
import { PieceTracker } from "./pieceTracker";

test("a piece that moved keeps its id, and so do those that stayed", () => {
  const pieces = new PieceTracker();
  expect(pieces.update(["a1", "a2"])).toEqual([
    { id: 0, place: "a1" },
    { id: 1, place: "a2" },
  ]);
  expect(pieces.update(["b1", "a2"])).toEqual([
    { id: 0, place: "b1" },
    { id: 1, place: "a2" },
  ]);
});

test("a new piece gets a new id, even if another piece left before", () => {
  const pieces = new PieceTracker();
  pieces.update(["a1", "a2"]);
  pieces.update(["a2"]);
  expect(pieces.update(["a2", "a3"]).map((piece) => piece.id)).toEqual([1, 2]);
});

test("several pieces can share a place", () => {
  const pieces = new PieceTracker();
  expect(pieces.update(["x", "x"])).toHaveLength(2);
  expect(pieces.update(["x", "y"]).map((piece) => piece.place)).toEqual(["x", "y"]);
});
