/** Sorts the printed values of a box into sections and rows, to be read on the page of the box. */

import type { Printed } from "./wire";

export interface Cell {
  /** What the value is in its row; empty if the row has a single value. */
  name: string;
  value: string | number | boolean | (string | number)[];
  source: string;
}

export interface Row {
  label: string;
  cells: Cell[];
}

export interface BoxSection {
  name: string;
  rows: Row[];
  /** The source of all values in the section, or null if they differ. */
  source: string | null;
}

/** `docks.0.name` goes to section `docks`, row 1; `hands.for_two` to section `hands`, row `for two`. */
export function boxSections(values: readonly Printed[]): BoxSection[] {
  const sections = new Map<string, Map<string, Cell[]>>();
  for (const { place, value, source } of values) {
    const { section, row, name } = parsePlace(place.split("."));
    const rows = sections.get(section) ?? new Map<string, Cell[]>();
    const cell = { name, value: JSON.parse(value) as Cell["value"], source };
    sections.set(section, rows.set(row, [...(rows.get(row) ?? []), cell]));
  }
  return [...sections].map(([name, rows]) => {
    const all = [...rows].map(([label, cells]) => ({ label, cells }));
    return { name, rows: all, source: commonSource(all.flatMap((row) => row.cells)) };
  });
}

/** The source that all of these cells have, or null if they differ. */
export function commonSource(cells: readonly Cell[]): string | null {
  const sources = new Set(cells.map((cell) => cell.source));
  return sources.size === 1 ? [...sources][0]! : null;
}

function parsePlace(parts: string[]): { section: string; row: string; name: string } {
  const index = parts.findIndex((part) => /^\d+$/.test(part));
  if (index < 0) return { section: readable(parts.slice(0, 1)), row: readable(parts.slice(1)), name: "" };
  return {
    section: readable(parts.slice(0, index)),
    row: String(Number(parts[index]) + 1),
    name: readable(parts.slice(index + 1)),
  };
}

function readable(parts: string[]): string {
  return parts.join(", ").replaceAll("_", " ");
}
