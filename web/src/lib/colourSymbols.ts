/** A symbol for each colour of tiles and sparks, so that they can be told apart without colours. */

/** SVG paths around (0, 0), about 10 wide. */
export const COLOUR_SYMBOLS: Record<string, string> = {
  red: "M 0 -5.6 L 5.6 4.4 H -5.6 Z",
  yellow: "M 0 -6.2 L 1.7 -2 L 6 -1.9 L 2.6 0.9 L 3.7 5.1 L 0 2.6 L -3.7 5.1 L -2.6 0.9 L -6 -1.9 L -1.7 -2 Z",
  green: "M -1.8 -5.2 H 1.8 V -1.8 H 5.2 V 1.8 H 1.8 V 5.2 H -1.8 V 1.8 H -5.2 V -1.8 H -1.8 Z",
  blue: "M 0 -5 A 5 5 0 1 1 0 5 A 5 5 0 1 1 0 -5 Z",
};

export function fireColour(colour: string): string {
  return `var(--fire-${colour})`;
}
