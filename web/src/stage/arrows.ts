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

/** Move the focus, and say whether it moved. Without a focused target, the first one is taken. */
export function moveFocus(key: string, within: ParentNode): boolean {
  const direction = stepOf(key);
  if (!direction) return false;
  const targets = [...within.querySelectorAll<HTMLElement | SVGElement>("[data-spot][tabindex], button[data-spot]")];
  const visible = targets.filter((each) => each.getBoundingClientRect().width > 0);
  const from = visible.find((each) => each === document.activeElement);
  const next = from ? nearest(from, visible, direction) : visible[0];
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
