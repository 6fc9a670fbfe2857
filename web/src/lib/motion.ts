/** Durations for Svelte's transitions: those of the theme, or 0 if the person prefers less motion. */

/** Whether the person, or their system, asked for less motion. */
export function prefersReducedMotion(): boolean {
  if (typeof document === "undefined") return true;
  if (document.documentElement.dataset.motion === "less") return true;
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function quickDuration(): number {
  return prefersReducedMotion() ? 0 : 140;
}

export function slowDuration(): number {
  return prefersReducedMotion() ? 0 : 420;
}
