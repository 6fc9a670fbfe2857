/** The chairs that this browser holds, and its invitations to others, kept in the browser. */

import type { Created } from "./wire";

export interface Held {
  game: string;
  seat: number | null;
  key: string | null;
  host: string | null;
  invitations: (string | null)[];
  when: number;
  /** How much of the story the person had seen when they last looked. */
  heard?: number;
}

const KEY = "fairground.seats";
const MOST = 100;

function all(): Record<string, Held> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Held>;
  } catch {
    return {};
  }
}

export function held(table: string): Held | null {
  return all()[table] ?? null;
}

/** The tables this browser sits at, the latest first. */
export function heldTables(): [string, Held][] {
  return Object.entries(all()).sort((a, b) => b[1].when - a[1].when);
}

export function hold(table: string, what: Held): void {
  const kept = [[table, what] as [string, Held], ...heldTables().filter(([id]) => id !== table)].slice(0, MOST);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
}

/** Note how much of a table's story was seen. */
export function noteHeard(table: string, heard: number): void {
  const kept = all();
  const mine = kept[table];
  if (!mine || mine.heard === heard) return;
  localStorage.setItem(KEY, JSON.stringify({ ...kept, [table]: { ...mine, heard } }));
}

export function holdCreated(created: Created): void {
  const { table, seat, key, host, invitations } = created;
  hold(table.id, { game: table.game, seat, key, host, invitations, when: Date.now() });
}

export function letGo(table: string): void {
  const kept = heldTables().filter(([id]) => id !== table);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
}
