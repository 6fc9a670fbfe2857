import { describe, expect, test } from "vitest";
import { DASHES, lineOf, momentAt, momentByKey, placeX, placeY, sharesOf, spread } from "./graph";
import { sampleReview } from "./sampleReview";

const area = { left: 30, top: 10, width: 200, height: 100 };

describe("the graph of shares", () => {
  test("begins before the first move and ends with the result", () => {
    const shares = sharesOf(sampleReview());
    expect(shares).toHaveLength(5);
    expect(shares[0]).toEqual([0.5, 0.5]);
    expect(shares.at(-1)).toEqual([0, 1]);
  });

  test("has the start at the left, the end at the right, a sure win at the top", () => {
    expect(placeX(area, 5, 0)).toBe(30);
    expect(placeX(area, 5, 4)).toBe(230);
    expect(placeY(area, 1)).toBe(10);
    expect(placeY(area, 0)).toBe(110);
    expect(placeY(area, 1.2)).toBe(10);
  });

  test("draws a line through every moment", () => {
    expect(lineOf(area, sharesOf(sampleReview()), 1)).toBe("30,60 80,65 130,75 180,45 230,10");
  });

  test("finds the moment under the pointer, at the ends beyond them", () => {
    expect(momentAt(area, 5, 30)).toBe(0);
    expect(momentAt(area, 5, 104)).toBe(1);
    expect(momentAt(area, 5, 106)).toBe(2);
    expect(momentAt(area, 5, 999)).toBe(4);
    expect(momentAt(area, 5, -5)).toBe(0);
  });

  test.each([
    ["ArrowRight", 5],
    ["ArrowLeft", 3],
    ["PageUp", 14],
    ["PageDown", 0],
    ["Home", 0],
    ["End", 20],
    ["Tab", null],
  ])("%s goes to %s", (key, to) => {
    expect(momentByKey(key, 4, 21)).toBe(to);
  });

  test("does not go beyond the ends", () => {
    expect(momentByKey("ArrowLeft", 0, 5)).toBe(0);
    expect(momentByKey("ArrowRight", 4, 5)).toBe(4);
  });

  test("keeps numbers apart and within the area", () => {
    expect(spread([40, 42, 100], 12, area)).toEqual([40, 52, 100]);
    expect(spread([220, 229, 230], 12, area)).toEqual([206, 218, 230]);
  });

  test("tells every seat by its dashes too", () => {
    expect(new Set(DASHES).size).toBe(DASHES.length);
    expect(DASHES).toHaveLength(5);
  });
});
