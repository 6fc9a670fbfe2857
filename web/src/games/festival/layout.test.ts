import type { Form, Pane } from "$stage/form.svelte";
import { describe, expect, test } from "vitest";
import {
  arrange,
  arrangeHand,
  CARD,
  divide,
  divideForWatchers,
  divideSeat,
  fitDisplay,
  type Box,
  type Places,
} from "./layout";

/** The sizes in which a stage is drawn. */
const SIZES: [Form, number, number][] = [
  ["wide", 860, 690],
  ["wide", 990, 690],
  ["wide", 1240, 690],
  ["tall", 360, 470],
  ["tall", 360, 578],
  ["tall", 360, 720],
  ["low", 440, 350],
  ["low", 520, 350],
  ["low", 620, 350],
];
const PANES: Pane[] = ["board", "mine"];
const TILE = 92;

function boxes({ piles, unseen, pleasers, display, hand, seats }: Places): Box[] {
  return [piles, unseen, pleasers, display, hand, ...seats].filter((box) => box !== null);
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function expectApart(all: Box[], width: number, height: number): void {
  for (const box of all) {
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(40);
  }
  all.forEach((one, i) => all.slice(i + 1).forEach((other) => expect(overlap(one, other)).toBe(false)));
}

describe.each(SIZES)("a %s stage of %i by %i", (form, width, height) => {
  test.each(PANES)("has room for all its parts in the pane %s", (pane) => {
    expectApart(boxes(divide(form, pane, width, height)), width, height);
  });

  test.each([1, 5, 8])("has room for %i crowd-pleasers", (count) => {
    for (const pane of PANES) expectApart(boxes(divide(form, pane, width, height, count)), width, height);
    for (const seats of [2, 4]) expectApart(boxes(divideForWatchers(form, width, height, seats, count)), width, height);
  });

  test.each([2, 3, 4])("has room for %i seats that are watched", (seats) => {
    const places = divideForWatchers(form, width, height, seats);
    expect(places.seats).toHaveLength(seats);
    expectApart(boxes(places), width, height);
  });

  test("has piles, tiles and spaces that a finger can hit, all in one pane", () => {
    const { piles, display } = divide(form, "board", width, height);
    const least = form === "wide" ? 24 : 40;
    expect(CARD.width * arrange(4, piles!).scale).toBeGreaterThanOrEqual(least);
    expect(TILE * fitDisplay(display!.width, display!.height).scale).toBeGreaterThanOrEqual(least);
  });

  test("shows up to six incomplete cards and as many completed ones without one leaving its place", () => {
    const { hand } = divide(form, "board", width, height);
    for (let open = 0; open <= 6; open++)
      for (let done = 0; done <= 8; done++) {
        const places = arrangeHand(open, done, hand!.width, hand!.height);
        for (let i = 0; i < open; i++) {
          const at = places.open.at(i);
          expect(at.x + CARD.width * places.open.scale).toBeLessThanOrEqual(hand!.width + 0.5);
          expect(at.y + CARD.height * places.open.scale).toBeLessThanOrEqual(hand!.height + 0.5);
        }
        expect(places.done).toHaveLength(done);
        for (const { x } of places.done) expect(x + CARD.width * places.scale).toBeLessThanOrEqual(hand!.width + 8);
      }
  });
});

test("completed cards lie right of the incomplete ones", () => {
  const places = arrangeHand(6, 6, 980, 136);
  const last = places.open.at(5).x + CARD.width * places.open.scale;
  expect(Math.min(...places.done.map(({ x }) => x))).toBeGreaterThanOrEqual(last);
});

test("a seat's place is shared by its display and its cards", () => {
  for (const [width, height] of [
    [800, 560],
    [330, 520],
    [170, 200],
  ] as const) {
    const { display, hand } = divideSeat(width, height);
    expect(overlap(display, hand)).toBe(false);
    expect(hand.x + hand.width).toBeLessThanOrEqual(width);
    expect(hand.y + hand.height).toBeLessThanOrEqual(height);
  }
});
