import { describe, expect, test } from "vitest";
import { dayOf, streakOf } from "./puzzleProgress";

describe("the streak", () => {
  test("counts days in a row up to today", () => {
    expect(streakOf(["2026-02-27", "2026-02-28", "2026-03-01"], "2026-03-01")).toBe(3);
  });

  test("still holds if today's puzzle is not solved yet", () => {
    expect(streakOf(["2026-02-27", "2026-02-28"], "2026-03-01")).toBe(2);
  });

  test("ends with a day that was missed", () => {
    expect(streakOf(["2026-02-26", "2026-02-28"], "2026-03-01")).toBe(1);
    expect(streakOf(["2026-02-26"], "2026-03-01")).toBe(0);
    expect(streakOf([], "2026-03-01")).toBe(0);
  });

  test("counts every day once, over the change of a year", () => {
    expect(streakOf(["2026-12-31", "2026-12-31", "2027-01-01"], "2027-01-01")).toBe(2);
  });
});

test("a day is written as the person's calendar has it", () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});
