/** Which spaces of a board have just completed an objective, so that they can flash. */

import type { BoardView } from "./view";

/** Return the spaces on which a board shows the objectives that it completed between two views. */
export function completedSpaces(before: BoardView, after: BoardView): string[] {
  const known = before.completed.map(({ id }) => id);
  const spaces = after.completed.flatMap(({ id }) => {
    const placement = known.includes(id) ? undefined : before.nearest[id];
    return placement ? [...placement.met, ...placement.missing.map(({ space }) => space)] : [];
  });
  return spaces.filter((space, i) => spaces.indexOf(space) === i);
}

/** How many times each space was part of a completed objective since the page shows the board. */
export class Completions {
  counts: Record<string, number> = $state.raw({});
  private before: BoardView | null = null;

  update(board: BoardView): void {
    const spaces = this.before ? completedSpaces(this.before, board) : [];
    this.before = board;
    if (!spaces.length) return;
    this.counts = { ...this.counts, ...Object.fromEntries(spaces.map((name) => [name, this.count(name) + 1])) };
  }

  count(space: string): number {
    return this.counts[space] ?? 0;
  }
}
