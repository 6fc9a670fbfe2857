/** Arrow keys on a board: from one target to the nearest one in that direction. */

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The direction of an arrow key. */
export function stepOf(key: string): [number, number] | undefined {
  return DIRECTIONS[key];
}

const TARGETS = "[data-spot][tabindex='0'], button[data-spot]";

/** Whether an element does something with the space bar. A thing on the board that cannot be chosen does not. */
export function isControl(element: Element): boolean {
  return element !== document.body && !element.matches("[data-spot][tabindex='-1']");
}

/**
 * Move the focus, and say whether it moved. Without a focused spot, or with one that is no target and has none in that
 * direction, the first target is taken.
 */
export function moveFocus(key: string, within: ParentNode): boolean {
  const direction = stepOf(key);
  if (!direction) return false;
  const targets = [...within.querySelectorAll<HTMLElement | SVGElement>(TARGETS)];
  const visible = targets.filter((each) => each.getBoundingClientRect().width > 0);
  const from = document.activeElement?.closest<HTMLElement | SVGElement>("[data-spot]");
  const first = from && visible.includes(from) ? undefined : visible[0];
  const next = (from ? nearest(from, visible, direction) : undefined) ?? first;
  next?.focus();
  return next !== undefined;
}

/** The element whose middle is the nearest one in a direction. */
export function nearest<E extends Element>(from: E, others: E[], [dx, dy]: [number, number]): E | undefined {
  const start = middle(from);
  const distances = others
    .filter((each) => each !== from)
    .map((each) => {
      const there = middle(each);
      const [x, y] = [there.x - start.x, there.y - start.y];
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      return { each, ahead, distance: ahead + 2.5 * aside };
    })
    .filter(({ ahead }) => ahead > 1);
  return distances.sort((a, b) => a.distance - b.distance)[0]?.each;
}

function middle(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
