/** Times of motion for Svelte's transitions: those of the theme, and none where less motion is wanted. */

/** Whether the person, or their system, asked for less motion. */
export function still(): boolean {
  if (typeof document === "undefined") return true;
  if (document.documentElement.dataset.motion === "less") return true;
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function quick(): number {
  return still() ? 0 : 140;
}

export function slow(): number {
  return still() ? 0 : 420;
}
