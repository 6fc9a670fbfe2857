import { flushSync } from "svelte";
import { beforeEach, expect, test } from "vitest";
import { Choice, TABLE, type Offer } from "./choice.svelte";

const CLIMB: Offer = { move: 7, words: "a1-b1", path: ["space:a1", "space:b1"] };
const OTHER: Offer = { move: 8, words: "a1-b2", path: ["space:a1", "space:b2"] };
const ENTER: Offer = { move: 3, words: "a3", path: ["space:a3"] };

let made: Offer[];
let choice: Choice;

beforeEach(() => {
  made = [];
  choice = new Choice((offer) => made.push(offer));
  choice.setOffers([CLIMB, OTHER, ENTER]);
  flushSync();
});

test("at first only the first spots of the paths can be clicked", () => {
  expect([...choice.targets].sort()).toEqual(["space:a1", "space:a3"]);
});

test("a path of one click makes its move immediately", () => {
  choice.click("space:a3");
  expect(made).toEqual([ENTER]);
});

test("after the first click the second spots can be clicked", () => {
  choice.click("space:a1");
  expect([...choice.targets].sort()).toEqual(["space:b1", "space:b2"]);
  choice.click("space:b2");
  expect(made).toEqual([OTHER]);
});

test("a second click on the same spot takes the first back", () => {
  choice.click("space:a1");
  choice.click("space:a1");
  expect(choice.clicks).toEqual([]);
});

test("a click elsewhere starts another move if one starts there, and otherwise changes nothing", () => {
  choice.click("space:a1");
  choice.click("space:zz");
  expect(choice.clicks).toEqual(["space:a1"]);
  choice.click("space:a3");
  expect(made).toEqual([ENTER]);
});

test("dragging makes the move that consists of both spots, if there is one", () => {
  choice.drag("space:a1", "space:a3");
  expect(made).toEqual([]);
  choice.drag("space:a1", "space:b1");
  expect(made).toEqual([CLIMB]);
});

test("only a spot that is a whole move can be dragged onto the table", () => {
  choice.drag("space:a1", TABLE);
  expect(made).toEqual([]);
  choice.drag("space:a3", TABLE);
  expect(made).toEqual([ENTER]);
});

test("a new position forgets clicks that no longer lead to a move", () => {
  choice.click("space:a1");
  choice.setOffers([ENTER]);
  expect(choice.clicks).toEqual([]);
});

test("clicks made so far are kept while others move", () => {
  choice.click("space:a1");
  choice.setOffers([OTHER, ENTER]);
  choice.click("space:b2");
  expect(made).toEqual([OTHER]);
});

test("spots of a reversible offer can be clicked in either order", () => {
  choice.isReversible = (offer) => offer === CLIMB;
  choice.drag("space:b2", "space:a1");
  expect(made).toEqual([]);
  choice.drag("space:b1", "space:a1");
  expect(made).toEqual([CLIMB]);
  choice.click("space:b1");
  expect([...choice.targets]).toEqual(["space:a1"]);
});

test("a click or a drag that leads to no move asks why, and keeps the clicks made so far", () => {
  const asked: [string, string[]][] = [];
  choice = new Choice(
    (offer) => made.push(offer),
    (id, clicks) => asked.push([id, clicks]),
  );
  choice.setOffers([CLIMB, OTHER, ENTER]);
  choice.click("space:zz");
  choice.click("space:a1");
  choice.click("space:b3");
  choice.drag("space:a1", "space:b4");
  choice.drag("space:zz", "space:b4");
  choice.drag("space:a1", TABLE);
  expect(asked).toEqual([
    ["space:zz", []],
    ["space:b3", ["space:a1"]],
    ["space:b4", ["space:a1"]],
  ]);
  expect(choice.clicks).toEqual(["space:a1"]);
  expect(made).toEqual([]);
});

test("the reason goes with the next click and with the next position", () => {
  choice.obstacle = { id: "space:zz", text: "no" };
  choice.click("space:a1");
  expect(choice.obstacle).toBeNull();
  choice.obstacle = { id: "space:zz", text: "no" };
  choice.setOffers([ENTER]);
  expect(choice.obstacle).toBeNull();
});
