/** The matches of this browser that are under way, as they change while a page lists them. */

import { AT_ONCE, fetchOpenTables, fetchTable, underWay, type MyTable } from "./myTables";
import { savedSeat, savedSeats } from "./savedSeats";

const ASK_EVERY = 5_000; // milliseconds

export class TablesUnderWay {
  /** Those that wait for this browser's move first. */
  tables: MyTable[] = $state.raw([]);

  private readonly timer: ReturnType<typeof setInterval>;
  /** Whether the tables stay where they are, because somebody is about to choose one. */
  private held = false;
  /** All tables, over or not, that the browser had when they were last fetched. */
  private known: string[] = [];
  /** How many tables were asked about: each in its turn, a few at a time. */
  private asked = 0;

  constructor() {
    void this.fetchAll();
    this.timer = setInterval(() => void this.ask(), ASK_EVERY);
    document.addEventListener("visibilitychange", this.askNow);
    window.addEventListener("storage", this.seatsChanged);
  }

  close(): void {
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.askNow);
    window.removeEventListener("storage", this.seatsChanged);
  }

  /** Leave the tables where they are until they are let go. */
  hold(held: boolean): void {
    this.held = held;
    if (!held) this.tables = inOrder(this.tables);
  }

  /** Fetch all tables anew. */
  async fetchAll(): Promise<void> {
    this.known = savedSeats().map(([id]) => id);
    this.tables = inOrder(await fetchOpenTables());
  }

  /** Ask about the tables whose turn it is; without an answer, what is known stays. */
  private async ask(): Promise<void> {
    if (document.hidden || !this.tables.length) return;
    const ids = this.nextToAsk();
    const answers = await Promise.all(
      ids.map((id) => {
        const saved = savedSeat(id) ?? this.tables.find((table) => table.id === id)!.saved;
        return fetchTable(id, saved);
      }),
    );
    const all = this.tables.map((table) => answers[ids.indexOf(table.id)] ?? table);
    const open = all.filter(({ id, saved, facts }) => facts.phase !== "over" && (savedSeat(id) || !saved.key));
    this.tables = this.held ? open : inOrder(open);
  }

  private nextToAsk(): string[] {
    const ids = this.tables.map(({ id }) => id).sort();
    const first = this.asked % ids.length;
    this.asked += AT_ONCE;
    return [...ids.slice(first), ...ids.slice(0, first)].slice(0, AT_ONCE);
  }

  private readonly askNow = (): void => void this.ask();

  /** Another window may have sat down at a table. */
  private readonly seatsChanged = (): void => {
    if (savedSeats().some(([id]) => !this.known.includes(id))) void this.fetchAll();
  };
}

function inOrder(tables: MyTable[]): MyTable[] {
  return underWay([...tables].sort((one, other) => other.saved.when - one.saved.when));
}
