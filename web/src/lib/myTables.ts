/** The tables at which this browser has a seat, with their current state. */

import { api, Refusal } from "./api";
import { translator } from "./i18n";
import { chairName } from "./playerNames";
import { forgetSeat, savedSeats, type SavedSeat } from "./savedSeats";
import type { TableFacts } from "./wire";

export interface MyTable {
  id: string;
  saved: SavedSeat;
  facts: TableFacts;
}

const MOST = 12;

/** Fetch the latest tables; forget those that no longer exist. */
export async function fetchMyTables(): Promise<MyTable[]> {
  const latest = savedSeats().slice(0, MOST);
  const found = await Promise.all(latest.map(([id, saved]) => fetchTable(id, saved)));
  return found.filter((table) => table !== null);
}

async function fetchTable(id: string, saved: SavedSeat): Promise<MyTable | null> {
  try {
    return { id, saved, facts: await api.table(id) };
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) forgetSeat(id);
    return null;
  }
}

/** The names of the other players at a table. */
export function otherPlayers({ saved, facts }: MyTable): string {
  const others = facts.chairs.flatMap((chair, seat) =>
    seat !== saved.seat && (chair.person || chair.bot) ? [chairName(chair, seat)] : [],
  );
  return translator.list(others);
}

export function formatDay(when: number): string {
  return new Intl.DateTimeFormat(translator.language, { dateStyle: "medium" }).format(when);
}
