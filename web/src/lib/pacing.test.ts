import { describe, expect, it } from "vitest";
import { Pacing } from "./pacing";
import type { Pace } from "./prefs.svelte";

/** For how long the last of some moves is held back that come so many milliseconds apart. */
function heldBack(pace: Pace, moves: number, apart = 0): number {
  const pacing = new Pacing();
  pacing.begin(0);
  let now = 0;
  for (let move = 0; move < moves - 1; move++) {
    now = Math.max(now, move * apart);
    const come = apart ? Math.min(moves, Math.floor(now / apart) + 1) : moves;
    now += pacing.pause(pace, come - move - 1, now);
  }
  return now - (moves - 1) * apart;
}

describe("a pacing", () => {
  it("holds nobody back for more than three seconds, however many moves come together", () => {
    for (const moves of [1, 4, 10, 24, 60, 200])
      for (const pace of ["normal", "fast", "instant"] as const)
        expect(heldBack(pace, moves)).toBeLessThanOrEqual(3_001);
  });

  it("does not either when moves come one by one, faster than they are shown", () => {
    for (const apart of [50, 200, 500, 649]) expect(heldBack("normal", 60, apart)).toBeLessThanOrEqual(3_651);
  });

  it("gives each of a few moves its whole time", () => {
    expect(heldBack("normal", 4)).toBe(3 * 650);
    expect(heldBack("fast", 4)).toBe(3 * 250);
    expect(heldBack("instant", 4)).toBe(0);
  });

  it("takes all the time it needs for those who asked for slow", () => {
    expect(heldBack("slow", 24)).toBe(23 * 1_500);
  });

  it("has its time again when the person could act, and when somebody thought", () => {
    const pacing = new Pacing();
    const spend = (): void => {
      for (let i = 0; i < 10; i++) pacing.pause("normal", 9, 0);
    };
    spend();
    expect(pacing.pause("normal", 1, 0)).toBeLessThan(650);
    pacing.reset();
    expect(pacing.pause("normal", 1, 0)).toBe(650);
    spend();
    pacing.begin(1_000);
    expect(pacing.pause("normal", 1, 1_000)).toBeLessThan(650);
    pacing.begin(60_000);
    expect(pacing.pause("normal", 1, 60_000)).toBe(650);
  });
});
