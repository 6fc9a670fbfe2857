/** The layout of the temple. */

export interface Space {
  name: string;
  x: number;
  y: number;
}

/** How large the stones are, and where the temple stands, in a place of some size. */
export interface Ground {
  stone: { width: number; height: number };
  left: number;
  foot: number;
  /** The factor by which climbers are drawn. */
  scale: number;
}

const BELL = 74; // room above the top stone
const TEAMS = 64; // room for the waiting teams below the base
const WIDEST = 108;
const FLATTEST = 0.8; // height of a stone by its width
export const GAP = 4;

/** Fit a temple of so many levels into a place. */
export function ground(levels: number, width: number, height: number): Ground {
  const stoneWidth = Math.min((width - 8) / levels, WIDEST);
  const stoneHeight = Math.min((height - BELL - TEAMS) / levels, Math.max(stoneWidth * FLATTEST, 44));
  return {
    stone: { width: stoneWidth, height: stoneHeight },
    left: (width - stoneWidth * levels) / 2,
    foot: height - TEAMS,
    scale: Math.min(stoneWidth / 70, stoneHeight / 52),
  };
}

/** All spaces, the base first; (x, y) is the middle of a stone. */
export function temple(levels: number, place: Ground): Space[] {
  const spaces: Space[] = [];
  for (let level = 0; level < levels; level++)
    for (let index = 0; index < levels - level; index++)
      spaces.push({ name: name(level, index), ...middle(place, level, index) });
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

function middle({ stone, left, foot }: Ground, level: number, place: number): { x: number; y: number } {
  return { x: left + stone.width * (place + 0.5 + level / 2), y: foot - stone.height * (level + 0.5) };
}
