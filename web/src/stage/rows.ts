/** How the rows of the seats and the log share the space beside the stage. */

const BAR = 44;
const MARGINS = 20;
const ROW = 58; // a row without its small board, and the gap below it
const NOTE = 27; // a line about who is watching
const LOG = 150; // what the log has at least
const LARGEST = 160;

export interface Rows {
  /** The height of the window. */
  height: number;
  seats: number;
  /** How many rows show a small board: all but the viewer's own. */
  boards: number;
  notes: number;
  /** The height that the game's small board can use at most. */
  most?: number;
}

/** Return the height of the small board in a row: as much as it can use, while the log keeps enough for itself. */
export function miniHeight({ height, seats, boards, notes, most = LARGEST }: Rows): number {
  const left = height - BAR - MARGINS - LOG - seats * ROW - notes * NOTE;
  return Math.max(0, Math.min(left / Math.max(boards, 1), most));
}
