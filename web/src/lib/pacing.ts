/** How long the moves of others are shown, one after the other, before the person can act. */

import type { Pace } from "./prefs.svelte";

// Milliseconds.
const PAUSES: Record<Pace, number> = { slow: 1500, normal: 650, fast: 250, instant: 0 }; // between two moves
const MOST_WAITING = 3_000; // for all that came together, however much it is, unless the person asked for slow

/** Shares the time that there is among the moves that wait to be shown. */
export class Pacing {
  private began = 0;

  /** The first of some moves came. */
  begin(now: number): void {
    this.began = now;
  }

  /** How long a move stays while so many others wait. */
  pause(pace: Pace, waiting: number, now: number): number {
    const left = Math.max(0, this.began + MOST_WAITING - now);
    return pace === "slow" ? PAUSES.slow : Math.min(PAUSES[pace], left / (waiting + 1));
  }
}
