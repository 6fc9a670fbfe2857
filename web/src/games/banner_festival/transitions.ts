/** A Svelte transition that turns a card over. */

import { slowDuration } from "$lib/motion";

export function turnOver(
  _element: Element,
  { delay = 0 }: { delay?: number } = {},
): { duration: number; delay: number; css: (t: number) => string } {
  const time = slowDuration();
  return {
    duration: time,
    delay: time ? delay : 0,
    css: (t) => `transform: scaleX(${Math.abs(2 * t - 1)}); opacity: ${t < 0.5 ? 0.35 : 1}`,
  };
}
