import { describe, expect, it } from "vitest";
import { Pacing } from "./pacing";
import type { Pace } from "./prefs.svelte";

/** The time after which the last of some moves that came together is shown. */
function waited(pace: Pace, moves: number): number {
  const pacing = new Pacing();
  let now = 1_000;
  pacing.begin(now);
  for (let waiting = moves - 1; waiting >= 0; waiting--) now += pacing.pause(pace, waiting, now);
  return now - 1_000;
}

describe("a pacing", () => {
  it("lets nobody wait for more than three seconds, however many moves there are", () => {
    for (const moves of [1, 4, 10, 24, 60, 200])
      for (const pace of ["normal", "fast", "instant"] as const) expect(waited(pace, moves)).toBeLessThanOrEqual(3_001);
  });

  it("gives each of a few moves its whole time", () => {
    expect(waited("normal", 4)).toBe(2_600);
    expect(waited("fast", 4)).toBe(1_000);
    expect(waited("instant", 4)).toBe(0);
  });

  it("takes all the time it needs for those who asked for slow", () => {
    expect(waited("slow", 24)).toBe(24 * 1_500);
  });

  it("shares what is left evenly", () => {
    const pacing = new Pacing();
    pacing.begin(0);
    expect(pacing.pause("normal", 9, 0)).toBe(300);
    expect(pacing.pause("normal", 8, 300)).toBe(300);
    expect(pacing.pause("normal", 3, 4_000)).toBe(0);
  });
});
