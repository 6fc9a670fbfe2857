/** The printed values of a box, sorted into drawers that a person can look through. */

import type { Printed } from "./wire";

export interface Cell {
  /** What the value is of its row; empty where the row is a single value. */
  name: string;
  value: string | number | boolean | (string | number)[];
  source: string;
}

export interface Row {
  label: string;
  cells: Cell[];
}

export interface Drawer {
  name: string;
  rows: Row[];
  /** The source of all that lies in it, or null where they differ. */
  source: string | null;
}

/** `docs.0.name` lies in drawer `docs`, row 1; `hands.for_two` in drawer `hands`, row `for two`. */
export function drawers(values: readonly Printed[]): Drawer[] {
  const found = new Map<string, Map<string, Cell[]>>();
  for (const { place, value, source } of values) {
    const { drawer, row, name } = sorted(place.split("."));
    const rows = found.get(drawer) ?? new Map<string, Cell[]>();
    found.set(
      drawer,
      rows.set(row, [...(rows.get(row) ?? []), { name, value: JSON.parse(value) as Cell["value"], source }]),
    );
  }
  return [...found].map(([name, rows]) => {
    const all = [...rows].map(([label, cells]) => ({ label, cells }));
    return { name, rows: all, source: common(all.flatMap((row) => row.cells)) };
  });
}

/** The source that all of these have, or null where they differ. */
export function common(cells: readonly Cell[]): string | null {
  const sources = new Set(cells.map((cell) => cell.source));
  return sources.size === 1 ? [...sources][0]! : null;
}

function sorted(parts: string[]): { drawer: string; row: string; name: string } {
  const number = parts.findIndex((part) => /^\d+$/.test(part));
  if (number < 0) return { drawer: words(parts.slice(0, 1)), row: words(parts.slice(1)), name: "" };
  return {
    drawer: words(parts.slice(0, number)),
    row: String(Number(parts[number]) + 1),
    name: words(parts.slice(number + 1)),
  };
}

function words(parts: string[]): string {
  return parts.join(", ").replaceAll("_", " ");
}
