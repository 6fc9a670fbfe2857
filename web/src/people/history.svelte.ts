/** The matches of the person that are over, some at a time: those of the passport, then others of this browser. */

import { api } from "$lib/api";
import { fetchMyTables, remoteTable, type MyTable } from "$lib/myTables";
import { savedSeats, type SavedSeat } from "$lib/savedSeats";
import { shownKey } from "./passportKey";

const AT_ONCE = 20;

export class History {
  matches: MyTable[] = $state.raw([]);
  /** Whether there is nothing more. */
  complete = $state(false);

  private next: string | null = null;
  private remote = shownKey() !== null;
  private local: [string, SavedSeat][] = savedSeats();

  /** Fetch some more. */
  async more(): Promise<void> {
    const found = this.remote ? await this.fetchRemote() : await this.fetchLocal();
    const known = this.matches.map(({ id }) => id);
    this.matches = [...this.matches, ...found.filter(({ id }) => !known.includes(id))];
    this.complete = !this.remote && !this.local.length;
    if (!found.length && !this.complete) await this.more();
  }

  private async fetchRemote(): Promise<MyTable[]> {
    const page = await api.myMatches("over", this.next);
    this.next = page.next;
    if (!page.next) {
      this.remote = false;
      this.local = this.local.filter(([, seat]) => !seat.kept);
    }
    return page.matches.map(remoteTable);
  }

  private async fetchLocal(): Promise<MyTable[]> {
    const tables = await fetchMyTables(this.local.splice(0, AT_ONCE));
    return tables.filter(({ facts }) => facts.phase === "over");
  }
}
