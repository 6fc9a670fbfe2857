/** How the rows of the seats share the height that is left for them. */

const MARGINS = 20;
const ROW = 58; // a row without its small board, and the gap below it
const NOTE = 27; // a line about who is watching
const LARGEST = 160;

export interface Rows {
  /** The height that is left for rows and notes. */
  height: number;
  rows: number;
  /** How many rows show a small board: all but the viewer's own. */
  boards: number;
  notes: number;
  /** The height that the game's small board can use at most. */
  most?: number;
}

/** Return the height of the small board in a row: as much as it can use of what is left. */
export function miniHeight({ height, rows, boards, notes, most = LARGEST }: Rows): number {
  const left = height - MARGINS - rows * ROW - notes * NOTE;
  return Math.max(0, Math.min(left / Math.max(boards, 1), most));
}
