/** How long the moves of others are shown, one after the other, before the person can act. */

import type { Pace } from "./prefs.svelte";

// Milliseconds.
const PAUSES: Record<Pace, number> = { slow: 1500, normal: 650, fast: 250, instant: 0 }; // between two moves
const MOST_WAITING = 3_000; // for all moves until the person can act, unless they asked for slow
const QUIET = 3_000; // after so long without a move somebody has thought, and what comes then has its own time

/** Shares the time that there is among the moves that wait to be shown. */
export class Pacing {
  /** For how long moves were held back since the person could act. */
  private spent = 0;
  private shownAt = 0;

  /** The first move after a while came. */
  begin(now: number): void {
    if (now - this.shownAt > QUIET) this.reset();
  }

  /** The person can act. */
  reset(): void {
    this.spent = 0;
  }

  /** How long a move stays while so many others wait. */
  pause(pace: Pace, waiting: number, now: number): number {
    const left = Math.max(0, MOST_WAITING - this.spent);
    const pause = pace === "slow" ? PAUSES.slow : Math.min(PAUSES[pace], left / (waiting + 1));
    if (waiting) this.spent += pause;
    this.shownAt = now + pause;
    return pause;
  }
}
