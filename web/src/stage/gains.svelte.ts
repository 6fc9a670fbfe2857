/** What each seat gained lately, kept for as long as it is shown. */

import { findGains, type Gain, type Score } from "./gains";

const SHOWN = 2000; // milliseconds

export interface ShownGain extends Gain {
  /** Tells this gain from an equal one before it. */
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
    found.forEach((gain, seat) => gain && this.show(seat, { ...gain, id: ++this.count }));
    return found.some((gain) => gain !== null);
  }

  private show(seat: number, gain: ShownGain): void {
    this.shown = { ...this.shown, [seat]: gain };
    window.setTimeout(() => this.hide(seat, gain.id), SHOWN);
  }

  private hide(seat: number, id: number): void {
    if (this.shown[seat]?.id !== id) return;
    const { [seat]: _gone, ...rest } = this.shown;
    this.shown = rest;
  }
}
