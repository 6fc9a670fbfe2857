/** Hangs the chairs of this browser on its passport that were taken without it. */

import { api } from "$lib/api";
import { prefs } from "$lib/prefs.svelte";
import { noteSeat, savedSeats } from "$lib/savedSeats";
import { shownKey } from "./passportKey";

const AT_ONCE = 20;

/** Return whether any chair hangs on the passport now that did not before. */
export async function keepSeats(): Promise<boolean> {
  const loose = savedSeats().filter(([, seat]) => seat.key && seat.kept === undefined);
  if (!prefs.passport || !loose.length) return false;
  if (!shownKey()) await api.registerMe();
  let any = false;
  for (let first = 0; first < loose.length; first += AT_ONCE) {
    const seats = loose.slice(first, first + AT_ONCE).map(([table, seat]) => ({ table, key: seat.key! }));
    const { tables } = await api.keepSeats(seats);
    for (const { table } of seats) noteSeat(table, { kept: tables.includes(table) });
    any ||= tables.length > 0;
  }
  return any;
}
