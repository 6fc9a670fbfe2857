import type { Form, Pane } from "$stage/form.svelte";
import { describe, expect, test } from "vitest";
import { honeycomb, planned, type Box } from "./layout";

const PLACES: [Form, Pane, number, number][] = [
  ["wide", "board", 860, 690],
  ["wide", "board", 990, 690],
  ["wide", "board", 1121, 690],
  ["wide", "board", 1240, 690],
  ["tall", "board", 360, 470],
  ["tall", "board", 360, 720],
  ["tall", "mine", 360, 470],
  ["tall", "mine", 360, 720],
  ["low", "board", 440, 350],
  ["low", "board", 620, 350],
  ["low", "mine", 440, 350],
  ["low", "mine", 620, 350],
];

const apart = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

describe.each(PLACES)("%s, %s, %i x %i", (form, pane, width, height) => {
  test.each([false, true])("all parts are inside and beside each other (speed: %s)", (speed) => {
    const plan = planned(form, pane, width, height, speed);
    const parts = Object.values(plan).filter((box): box is Box => box !== null);
    for (const box of parts) {
      expect(Math.min(box.x, box.y, box.width - 40, box.height - 40)).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }
    const standing = form === "wide" ? parts.filter((box) => box !== plan.person) : parts; // it hangs over the city
    standing.forEach((a, i) => standing.slice(0, i).forEach((b) => expect(apart(a, b)).toBe(true)));
  });
});

test("side by side, the box with its tray is as tall as the city", () => {
  for (const width of [860, 990, 1121, 1240]) {
    const { sky, tray, city } = planned("wide", "board", width, 690);
    expect(sky!.width).toBe(sky!.height);
    expect(Math.max(sky!.y + sky!.height, tray!.y + tray!.height)).toBeCloseTo(city!.y + city!.height);
  }
});

test.each([
  [352, 530],
  [512, 342],
  [480, 600],
])("a honeycomb holds all tiles in %i x %i, none over another", (width, height) => {
  const comb = honeycomb(112, width, height);
  const places = Array.from({ length: 112 }, (_, slot) => comb.at(slot));
  for (const { x, y } of places) {
    expect(Math.min(x, width - x)).toBeGreaterThanOrEqual(comb.cell / 2 - 0.01);
    expect(Math.min(y, height - y)).toBeGreaterThanOrEqual(comb.cell / Math.sqrt(3) - 0.01);
  }
  places.forEach((a, i) =>
    places.slice(0, i).forEach((b) => expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(comb.cell - 0.01)),
  );
  expect(comb.cell).toBeGreaterThan(36);
});
