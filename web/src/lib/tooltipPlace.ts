/** Where a tooltip lies: beside its thing, inside the window, and over nothing that must stay in sight. */

export interface Size {
  width: number;
  height: number;
}

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Placement {
  x: number;
  y: number;
  /** Whether it covers neither the thing nor anything that must stay in sight. */
  isFree: boolean;
}

const GAP = 8; // pixels between the tooltip and its thing
const EDGE = 8; // pixels between the tooltip and the edge of the window
const THING = 50; // how much worse it is to cover the thing itself than anything else

/**
 * Choose the place of a tooltip of this size. It lies above, below, left or right of the thing, whichever is the first
 * place without overlaps; else at the nearest place without any; else where it covers the least.
 */
export function placeTooltip(size: Size, thing: Rect, clear: Rect[], window: Size): Placement {
  const most = { x: window.width - EDGE - size.width, y: window.height - EDGE - size.height };
  const fits = ({ x, y }: Point): boolean => x >= EDGE && y >= EDGE && x <= most.x && y <= most.y;
  const isFree = (point: Point): boolean => [thing, ...clear].every((each) => overlap(point, size, each) === 0);

  const beside = sides(size, thing, clear, most).filter(fits);
  const first = beside.find(isFree);
  if (first) return { ...first, isFree: true };

  const anywhere = grid(size, [thing, ...clear], most).filter(fits);
  const nearest = least(anywhere.filter(isFree), (point) => distance(point, size, thing));
  if (nearest) return { ...nearest, isFree: true };

  const harm = (point: Point): number =>
    THING * overlap(point, size, thing) + clear.reduce((sum, each) => sum + overlap(point, size, each), 0);
  const corner = { x: Math.max(0, Math.min(EDGE, most.x)), y: Math.max(0, Math.min(EDGE, most.y)) };
  return { ...(least([...beside, ...anywhere], harm) ?? corner), isFree: false };
}

interface Point {
  x: number;
  y: number;
}

/** The places above, below, left and right of a thing; on each side from the middle outward. */
function sides(size: Size, thing: Rect, clear: Rect[], most: Point): Point[] {
  const middle = {
    x: clamp((thing.left + thing.right - size.width) / 2, most.x),
    y: clamp((thing.top + thing.bottom - size.height) / 2, most.y),
  };
  const xs = outward(middle.x, columns(size, clear, most));
  const ys = outward(middle.y, rows(size, clear, most));
  const touchesColumn = (x: number): boolean => x < thing.right && x + size.width > thing.left;
  const touchesRow = (y: number): boolean => y < thing.bottom && y + size.height > thing.top;
  return [
    ...xs.filter(touchesColumn).map((x) => ({ x, y: thing.top - GAP - size.height })),
    ...xs.filter(touchesColumn).map((x) => ({ x, y: thing.bottom + GAP })),
    ...ys.filter(touchesRow).map((y) => ({ x: thing.left - GAP - size.width, y })),
    ...ys.filter(touchesRow).map((y) => ({ x: thing.right + GAP, y })),
  ];
}

/** All places that touch an edge of the window or the gap beside some rectangle, in both directions. */
function grid(size: Size, rects: Rect[], most: Point): Point[] {
  const ys = rows(size, rects, most);
  return columns(size, rects, most).flatMap((x) => ys.map((y) => ({ x, y })));
}

function columns({ width }: Size, rects: Rect[], most: Point): number[] {
  return [EDGE, most.x, ...rects.flatMap(({ left, right }) => [left - GAP - width, right + GAP])];
}

function rows({ height }: Size, rects: Rect[], most: Point): number[] {
  return [EDGE, most.y, ...rects.flatMap(({ top, bottom }) => [top - GAP - height, bottom + GAP])];
}

function outward(middle: number, others: number[]): number[] {
  return [middle, ...others.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))];
}

function clamp(value: number, most: number): number {
  return Math.max(EDGE, Math.min(value, most));
}

/** The area of a rectangle that a tooltip at this point covers. */
function overlap({ x, y }: Point, { width, height }: Size, rect: Rect): number {
  const across = Math.min(x + width, rect.right) - Math.max(x, rect.left);
  const down = Math.min(y + height, rect.bottom) - Math.max(y, rect.top);
  return across > 0 && down > 0 ? across * down : 0;
}

function distance({ x, y }: Point, { width, height }: Size, rect: Rect): number {
  const across = Math.max(rect.left - x - width, x - rect.right, 0);
  const down = Math.max(rect.top - y - height, y - rect.bottom, 0);
  return Math.hypot(across, down);
}

function least<T>(items: T[], cost: (item: T) => number): T | undefined {
  return items.map((item) => ({ item, cost: cost(item) })).sort((a, b) => a.cost - b.cost)[0]?.item;
}
