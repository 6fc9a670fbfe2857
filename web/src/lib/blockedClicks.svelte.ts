/** Asks the server why a thing on a board cannot be chosen, where no table does it: in lessons, puzzles and reviews. */

import type { ClickObstacle, TriedClick } from "./wire";

export const DOUBLE_CLICK = 500; // milliseconds in which a second click belongs to the move that the first one made

export class BlockedClicks {
  /** What the server said about the latest click. */
  obstacle: ClickObstacle | null = $state.raw(null);
  private latest = 0;
  private movedAt = -Infinity;

  /** `ask` asks the server about a click in the present position. */
  constructor(private readonly ask: (click: TriedClick) => Promise<ClickObstacle>) {}

  /** Find out why a click leads nowhere. A failure is not told: it is only the reason that is missing. */
  async explain(id: string, clicks: string[]): Promise<void> {
    if (performance.now() - this.movedAt < DOUBLE_CLICK) return;
    const asked = ++this.latest;
    try {
      const obstacle = await this.ask({ id, clicks });
      if (asked === this.latest) this.obstacle = obstacle;
    } catch {
      // the next move tells whether the server can be reached
    }
  }

  /** A move was made: answers that are still under way are about another position. */
  forget(): void {
    this.latest += 1;
    this.movedAt = performance.now();
    this.obstacle = null;
  }
}
