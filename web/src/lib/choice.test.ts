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
  choice.present([CLIMB, OTHER, ENTER]);
  flushSync();
});

test("only the first things of the paths can be clicked at first", () => {
  expect([...choice.targets].sort()).toEqual(["space:a1", "space:a3"]);
});

test("a path of one click makes its move at once", () => {
  choice.click("space:a3");
  expect(made).toEqual([ENTER]);
});

test("after the first click the second things are open", () => {
  choice.click("space:a1");
  expect([...choice.targets].sort()).toEqual(["space:b1", "space:b2"]);
  choice.click("space:b2");
  expect(made).toEqual([OTHER]);
});

test("a second click on the same thing takes the first back", () => {
  choice.click("space:a1");
  choice.click("space:a1");
  expect(choice.clicks).toEqual([]);
});

test("a click elsewhere starts anew where something starts there, else changes nothing", () => {
  choice.click("space:a1");
  choice.click("space:zz");
  expect(choice.clicks).toEqual(["space:a1"]);
  choice.click("space:a3");
  expect(made).toEqual([ENTER]);
});

test("dragging makes the move that both things name, and nothing otherwise", () => {
  choice.drag("space:a1", "space:a3");
  expect(made).toEqual([]);
  choice.drag("space:a1", "space:b1");
  expect(made).toEqual([CLIMB]);
});

test("a thing that is a whole move can be thrown onto the table, others cannot", () => {
  choice.drag("space:a1", TABLE);
  expect(made).toEqual([]);
  choice.drag("space:a3", TABLE);
  expect(made).toEqual([ENTER]);
});

test("a new position forgets clicks that lead nowhere any more", () => {
  choice.click("space:a1");
  choice.present([ENTER]);
  expect(choice.clicks).toEqual([]);
});

test("a choice that was begun goes on while others move", () => {
  choice.click("space:a1");
  choice.present([OTHER, ENTER]);
  choice.click("space:b2");
  expect(made).toEqual([OTHER]);
});

test("things of an offer that a board calls symmetric can be clicked in either order", () => {
  choice.either = (offer) => offer === CLIMB;
  choice.drag("space:b2", "space:a1");
  expect(made).toEqual([]);
  choice.drag("space:b1", "space:a1");
  expect(made).toEqual([CLIMB]);
  choice.click("space:b1");
  expect([...choice.targets]).toEqual(["space:a1"]);
});
