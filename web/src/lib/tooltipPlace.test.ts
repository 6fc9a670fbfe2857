import { describe, expect, test } from "vitest";
import { placeTooltip, type Placement, type Rect, type Size } from "./tooltipPlace";

const DESKTOP: Size = { width: 1280, height: 800 };
const PHONE: Size = { width: 360, height: 740 };
const LOW: Size = { width: 740, height: 360 };

function rect(left: number, top: number, width: number, height: number): Rect {
  return { left, top, right: left + width, bottom: top + height };
}

function overlaps({ x, y }: Placement, size: Size, other: Rect): boolean {
  return x < other.right && x + size.width > other.left && y < other.bottom && y + size.height > other.top;
}

/** Place it, and check that it stays in the window and covers nothing. */
function placed(size: Size, thing: Rect, clear: Rect[], window: Size): Placement {
  const place = placeTooltip(size, thing, clear, window);
  expect(place.isFree).toBe(true);
  expect(place.x).toBeGreaterThanOrEqual(0);
  expect(place.y).toBeGreaterThanOrEqual(0);
  expect(place.x + size.width).toBeLessThanOrEqual(window.width);
  expect(place.y + size.height).toBeLessThanOrEqual(window.height);
  for (const each of [thing, ...clear]) expect(overlaps(place, size, each)).toBe(false);
  return place;
}

describe("a tooltip", () => {
  const size = { width: 300, height: 80 };

  test("lies above the middle of its thing", () => {
    expect(placed(size, rect(600, 400, 40, 40), [], DESKTOP)).toEqual({ x: 470, y: 312, isFree: true });
  });

  test("lies below a thing at the upper edge", () => {
    expect(placed(size, rect(600, 10, 40, 40), [], DESKTOP).y).toBe(58);
  });

  test("is moved into the window at its sides", () => {
    expect(placed(size, rect(0, 400, 40, 40), [], DESKTOP).x).toBe(8);
    expect(placed(size, rect(1240, 400, 40, 40), [], DESKTOP).x).toBe(972);
  });

  test("lies beside a thing that is as tall as the window", () => {
    const place = placed(size, rect(600, 0, 60, 800), [], DESKTOP);
    expect(place.x + size.width).toBe(592);
  });

  test("lies right of a tall thing at the left edge", () => {
    expect(placed(size, rect(0, 0, 60, 800), [], DESKTOP).x).toBe(68);
  });

  test("keeps clear of what lies above", () => {
    expect(placed(size, rect(600, 400, 40, 40), [rect(0, 0, 1280, 390)], DESKTOP).y).toBe(448);
  });

  test("slides along its thing past something that must stay in sight", () => {
    const dial = rect(560, 200, 60, 190);
    const place = placed(size, rect(600, 400, 200, 40), [dial], DESKTOP);
    expect(place).toMatchObject({ x: 628, y: 312 });
  });

  test("of a card in the lower hand lies above the hand", () => {
    const hand = rect(0, 520, 360, 100);
    const dock = rect(0, 664, 360, 76);
    expect(placed(size, rect(150, 530, 40, 80), [hand, dock], PHONE).y).toBeLessThan(440);
  });

  test("goes to the nearest free place if none is beside its thing", () => {
    const board = rect(400, 100, 480, 420);
    const hand = rect(0, 530, 1280, 200);
    const place = placed({ width: 200, height: 140 }, rect(600, 540, 80, 100), [board, hand], DESKTOP);
    expect(place.x + 200 <= 400 || place.x >= 880).toBe(true);
    expect(place.y).toBe(382);
  });

  test("fits into a low window beside the dock", () => {
    placed({ width: 260, height: 150 }, rect(200, 100, 44, 44), [rect(524, 86, 216, 274)], LOW);
  });

  test("covers the least if everything must stay in sight, and its thing last of all", () => {
    const thing = rect(100, 100, 100, 100);
    const place = placeTooltip(size, thing, [rect(0, 0, 360, 740)], PHONE);
    expect(place.isFree).toBe(false);
    expect(overlaps(place, size, thing)).toBe(false);
  });

  test("that is larger than the window begins at its corner", () => {
    const place = placeTooltip({ width: 400, height: 900 }, rect(100, 100, 20, 20), [], PHONE);
    expect(place).toEqual({ x: 0, y: 0, isFree: false });
  });

  test("never leaves the window, wherever the thing is", () => {
    for (let x = 0; x < PHONE.width; x += 37)
      for (let y = 0; y < PHONE.height; y += 41) placed(size, rect(x, y, 24, 24), [], PHONE);
  });
});
