import type { Form } from "$stage/form.svelte";
import { describe, expect, test } from "vitest";
import { ground, temple, type Box } from "./layout";

const SIZES: [Form, number, number][] = [
  ["wide", 860, 690],
  ["wide", 1240, 690],
  ["tall", 360, 470],
  ["tall", 360, 578],
  ["tall", 360, 720],
  ["low", 440, 350],
  ["low", 520, 350],
  ["low", 620, 350],
];
const LEVELS = [3, 5, 8];
const SEATS = [2, 3, 4];

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe.each(SIZES)("a %s stage of %i by %i", (form, width, height) => {
  const all = LEVELS.flatMap((levels) => SEATS.map((seats) => [levels, seats] as const));

  test.each(all)("has room for %i levels and %i waiting teams that do not cover each other", (levels, seats) => {
    const place = ground(levels, seats, form, width, height);
    const stones = temple(levels, place).map(({ x, y }) => ({
      x: x - place.stone.width / 2,
      y: y - place.stone.height / 2,
      ...place.stone,
    }));
    for (const { x, y, width: w, height: h } of [...stones, ...place.teams]) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(x + w).toBeLessThanOrEqual(width + 0.01);
      expect(y + h).toBeLessThanOrEqual(height + 0.01);
    }
    expect(place.teams).toHaveLength(seats);
    for (const team of place.teams) {
      expect(team.width).toBeGreaterThanOrEqual(80);
      expect(team.height).toBeGreaterThanOrEqual(40);
      expect(stones.some((stone) => overlap(stone, team))).toBe(false);
    }
  });

  test.each(LEVELS)("has stones that a finger can hit with %i levels", (levels) => {
    const { stone, gap } = ground(levels, 4, form, width, height);
    expect(stone.height - gap).toBeGreaterThanOrEqual(40);
    expect(stone.width - gap).toBeGreaterThanOrEqual(39.5);
  });
});

test.each(SIZES)("each level has its value at the ridge of a %s stage of %i by %i", (form, width, height) => {
  const place = ground(8, 4, form, width, height);
  expect(place.values).toHaveLength(8);
  place.values.forEach(({ x, y }, level) => {
    const last = temple(8, place).findLast(({ name }) => name.startsWith("abcdefgh"[level]!))!;
    expect(Math.abs(y - last.y)).toBeLessThan(place.stone.height / 2);
    expect(x).toBeGreaterThan(last.x);
    expect(x).toBeLessThan(width - 8);
  });
});
