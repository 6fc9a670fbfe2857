/** Starts the guided first match of a game. */

import { api } from "$lib/api";
import { errorMessage } from "$lib/errors";
import { prefs } from "$lib/prefs.svelte";
import { go } from "$lib/route.svelte";
import { saveCreatedTable } from "$lib/savedSeats";
import type { CourseFacts } from "$lib/wire";
import { startGuiding } from "./lessonProgress";

/** Set up the table and go there; return why that is not possible, or "". */
export async function startGuided({ game, guide }: CourseFacts): Promise<string> {
  const { seats, options } = guide;
  const bots = Array.from({ length: seats }, (_, seat) => (seat ? guide.bot : null));
  try {
    const created = await api.create({ game, name: prefs.name, seats, seat: 0, bots, options, start: true });
    saveCreatedTable(created);
    startGuiding(created.table.id, game);
    go(`table/${created.table.id}`);
    return "";
  } catch (error) {
    return errorMessage(error);
  }
}
