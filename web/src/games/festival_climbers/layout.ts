/** The layout of the temple. */

export const STONE = { width: 74, height: 58, gap: 4 };

export interface Space {
  name: string;
  x: number;
  y: number;
}

/** All spaces, the base first; (x, y) is the middle of a stone. */
export function temple(levels: number): Space[] {
  const spaces: Space[] = [];
  for (let level = 0; level < levels; level++)
    for (let place = 0; place < levels - level; place++)
      spaces.push({ name: name(level, place), ...middle(levels, level, place) });
  return spaces;
}

/** The names of the two spaces that a space above the base rests on. */
export function below(space: string): [string, string] | null {
  const level = space.charCodeAt(0) - 97;
  const place = Number(space.slice(1)) - 1;
  return level === 0 ? null : [name(level - 1, place), name(level - 1, place + 1)];
}

/** The names of the spaces that rest on a space; some of them may be outside the temple. */
export function above(space: string): string[] {
  const level = space.charCodeAt(0) - 97;
  const place = Number(space.slice(1)) - 1;
  return [place - 1, place].filter((each) => each >= 0).map((each) => name(level + 1, each));
}

function name(level: number, place: number): string {
  return `${String.fromCharCode(97 + level)}${place + 1}`;
}

function middle(levels: number, level: number, place: number): { x: number; y: number } {
  const { width, height } = STONE;
  return { x: 20 + width * (place + 0.5 + level / 2), y: 70 + height * (levels - level - 0.5) };
}
