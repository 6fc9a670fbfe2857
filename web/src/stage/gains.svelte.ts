/** What each seat gained with the latest update, so that its row can show "+5" for a while. */

const SHOWN = 2600; // milliseconds

export class Gains {
  gained: (number | null)[] = $state.raw([]);
  private before: number[] | null = null;
  private timer = 0;

  /** Take the points of an update. */
  update(points: number[] | null): void {
    const former = this.before;
    this.before = points;
    if (!points || !former || points.every((each, seat) => each === former[seat])) return;
    this.gained = points.map((each, seat) => (each === former[seat] ? null : each - (former[seat] ?? 0)));
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.gained = []), SHOWN);
  }
}

/** A gain in words: "+5" or "−2". */
export function signed(gain: number): string {
  return gain < 0 ? `−${-gain}` : `+${gain}`;
}
