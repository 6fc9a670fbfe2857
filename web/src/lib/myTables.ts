/** The tables at which this browser has a seat, with their current state. */

import { api, Refusal } from "./api";
import { translator } from "./i18n";
import { chairName } from "./playerNames";
import { shownKey } from "../people/passportKey";
import { forgetSeat, noteSeat, saveOwnSeat, savedSeat, savedSeats, type SavedSeat } from "./savedSeats";
import type { MyMatch, MyMatches, TableFacts } from "./wire";

export interface MyTable {
  id: string;
  saved: SavedSeat;
  facts: TableFacts;
}

export const AT_ONCE = 8; // requests at a time

/** Fetch some of the tables at which this browser has a seat; forget those that no longer exist. */
export async function fetchMyTables(wanted = savedSeats()): Promise<MyTable[]> {
  const waiting = wanted.map(([id, saved], place) => ({ id, saved, place }));
  const found: (MyTable | null)[] = [];
  const fetchNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      found[next.place] = await fetchTable(next.id, next.saved);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  return found.filter((table) => table !== null);
}

/** Fetch the matches under way: those of the passport, wherever they began, and the others of this browser. */
export async function fetchOpenTables(): Promise<MyTable[]> {
  const remote = await fetchRemoteTables().catch(() => []); // what is saved here can be shown all the same
  const known = new Set(remote.map(({ id }) => id));
  const local = savedSeats().filter(([id, saved]) => !saved.over && !known.has(id));
  return [...remote, ...(await fetchMyTables(local))];
}

const MOST_PAGES = 10;

async function fetchRemoteTables(): Promise<MyTable[]> {
  const tables: MyTable[] = [];
  let next: string | null = null;
  for (let page = 0; shownKey() && page < MOST_PAGES; page++) {
    const found: MyMatches = await api.myMatches("open", next);
    tables.push(...found.matches.map(remoteTable));
    next = found.next;
    if (!next) break;
  }
  return tables;
}

/** A match of the passport. Another device may have the key of the chair: the passport opens it too. */
export function remoteTable({ table, changed }: MyMatch): MyTable {
  const { id, game } = table.table;
  const seat = table.seat ?? null;
  const saved = savedSeat(id) ?? { game, key: null, host: null, invitations: [], when: changed * 1000, seat };
  return { id, saved: { ...saved, seat }, facts: table };
}

/** Whether a table waits for this browser's move. Who moves first is not stored until somebody has moved. */
export function waitsForMe({ saved, facts }: MyTable): boolean {
  if (facts.phase !== "playing" || saved.seat === null) return false;
  return facts.actors.includes(saved.seat) || (facts.moves === 0 && facts.actors.length === 0);
}

/** The tables under way, those that wait for this browser's move first. */
export function underWay(tables: MyTable[]): MyTable[] {
  const open = tables.filter(({ facts }) => facts.phase !== "over");
  return [...open.filter(waitsForMe), ...open.filter((table) => !waitsForMe(table))];
}

/** Fetch one table as it is now; null if it is gone or there was no answer. */
export async function fetchTable(id: string, saved: SavedSeat): Promise<MyTable | null> {
  try {
    const facts = await api.table(id, saved.key);
    if (typeof facts.seat === "number") saveOwnSeat(id, facts.seat);
    if (facts.phase === "over" && !saved.over) noteSeat(id, { over: true });
    return { id, saved: { ...saved, seat: facts.seat ?? null }, facts };
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) forgetSeat(id);
    return null;
  }
}

/** The names of the other players at a table. */
export function otherPlayers({ saved, facts }: MyTable): string {
  const others = facts.chairs.flatMap((chair, seat) =>
    seat !== saved.seat && (chair.person || chair.bot) ? [chairName(chair, seat, facts.chairs)] : [],
  );
  return translator.list(others);
}

export function formatDay(when: number): string {
  return new Intl.DateTimeFormat(translator.language, { dateStyle: "medium" }).format(when);
}
