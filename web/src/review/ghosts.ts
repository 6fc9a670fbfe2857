/** Where the ghosts of moves are on the stage: boxes around their spots, and arrows between them. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Arrow {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** The boxes of a path's spots within a stage; spots that are not in sight have none. */
export function findBoxes(stage: Element, path: string[]): Box[] {
  const origin = stage.getBoundingClientRect();
  return path.flatMap((id) => {
    const spots = [...stage.querySelectorAll(`[data-spot="${CSS.escape(id)}"]`)];
    const box = spots.map((spot) => spot.getBoundingClientRect()).find(({ width, height }) => width && height);
    return box ? [{ x: box.x - origin.x, y: box.y - origin.y, width: box.width, height: box.height }] : [];
  });
}

export function grow({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** The arrow from the middle of one box to the edge of another; null if they touch. */
export function arrowBetween(from: Box, to: Box, gap = 4): Arrow | null {
  const start = middle(from);
  const end = middle(to);
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const reach = (box: Box): number =>
    Math.min(box.width / 2 / Math.max(Math.abs(dx), 1e-6), box.height / 2 / Math.max(Math.abs(dy), 1e-6));
  const length = Math.hypot(dx, dy);
  const first = reach(from) + gap / Math.max(length, 1);
  const last = 1 - reach(to) - gap / Math.max(length, 1);
  if (last - first <= 0.05) return null;
  return { x1: start.x + dx * first, y1: start.y + dy * first, x2: start.x + dx * last, y2: start.y + dy * last };
}

function middle(box: Box): { x: number; y: number } {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
