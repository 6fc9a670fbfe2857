/** Anything on a board that is no spot but explains itself on hover or under a resting finger. */

import type { Table } from "./board";

interface Settings {
  table: Table;
  text: string;
}

export function explained(element: Element, settings: Settings): { update(s: Settings): void } {
  let now = settings;
  element.addEventListener("pointerenter", () => now.table.explain(now.text, element.getBoundingClientRect()));
  element.addEventListener("pointerleave", () => now.table.explain(null));
  return { update: (s) => (now = s) };
}
