/** A symbol for each seat, so that seats can be told apart without colours. */

export const SEAT_CHARACTERS = ["●", "▲", "■", "◆", "★"];

/** SVG paths around (0, 0), about 10 wide. */
export const SEAT_SYMBOLS = [
  "M 0 -5 A 5 5 0 1 1 0 5 A 5 5 0 1 1 0 -5 Z",
  "M 0 -5.5 L 5.5 4.5 L -5.5 4.5 Z",
  "M -4.5 -4.5 H 4.5 V 4.5 H -4.5 Z",
  "M 0 -6 L 5 0 L 0 6 L -5 0 Z",
  "M 0 -6 L 1.6 -2 L 5.8 -1.9 L 2.5 0.8 L 3.6 4.9 L 0 2.5 L -3.6 4.9 L -2.5 0.8 L -5.8 -1.9 L -1.6 -2 Z",
];

export function seatColour(seat: number): string {
  return `var(--seat-${seat % SEAT_SYMBOLS.length})`;
}
