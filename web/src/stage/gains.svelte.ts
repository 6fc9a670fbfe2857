/** What each seat gained lately, kept for as long as it is shown. */

import { findGains, type Gain, type Score } from "./gains";

const SHOWN = 2000; // milliseconds

export interface ShownGain extends Gain {
  /** The same for all gains of one update; later ones have a higher one. */
  id: number;
}

export class Gains {
  /** The gain that each seat shows. */
  shown: Record<number, ShownGain> = $state.raw({});
  private before: Score | null = null;
  private count = 0;

  /** Take the score of an update, and return whether some seat gained or lost points, not only `quiet` ones. */
  update(points: number[] | null, headings: Score["headings"], quiet: readonly string[] = []): boolean {
    const [before, after] = [this.before, points && { points, headings }];
    this.before = after;
    if (!before || !after) return false;
    const found = findGains(before, after, quiet);
    const id = ++this.count;
    const fresh = found.flatMap((gain, seat) => (gain ? [[seat, { ...gain, id }] as const] : []));
    if (fresh.length) this.show(id, Object.fromEntries(fresh));
    return fresh.length > 0;
  }

  private show(id: number, fresh: Record<number, ShownGain>): void {
    this.shown = { ...this.shown, ...fresh };
    window.setTimeout(() => this.hide(id), SHOWN);
  }

  private hide(id: number): void {
    this.shown = Object.fromEntries(Object.entries(this.shown).filter(([, gain]) => gain.id !== id));
  }
}
