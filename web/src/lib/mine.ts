/** The tables that this browser sits at, and how they stand. */

import { api, Refusal } from "./api";
import { nameOf } from "./names";
import { heldTables, letGo, type Held } from "./seats";
import { words } from "./shell";
import type { TableFacts } from "./wire";

export interface Mine {
  id: string;
  held: Held;
  facts: TableFacts;
}

const MOST = 12;

/** The latest of them; tables that are gone are forgotten. */
export async function mine(): Promise<Mine[]> {
  const found = await Promise.all(
    heldTables()
      .slice(0, MOST)
      .map(([id, held]) => look(id, held)),
  );
  return found.filter((each) => each !== null);
}

async function look(id: string, held: Held): Promise<Mine | null> {
  try {
    return { id, held, facts: await api.table(id) };
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) letGo(id);
    return null;
  }
}

/** The others at a table, by name. */
export function company({ held, facts }: Mine): string {
  const others = facts.chairs.flatMap((chair, seat) =>
    seat !== held.seat && (chair.person || chair.bot) ? [nameOf(chair, seat)] : [],
  );
  return words.list(others);
}

export function day(when: number): string {
  return new Intl.DateTimeFormat(words.language, { dateStyle: "medium" }).format(when);
}
