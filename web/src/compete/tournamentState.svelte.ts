/** A tournament as it goes on: asked for again every few seconds while somebody looks at it. */

import { api } from "$lib/api";
import { errorMessage } from "$lib/errors";
import type { TournamentPage } from "$lib/wire";

const SECONDS = 8; // between two looks while it is open or running
const SLOW_SECONDS = 60; // once it is over

export class TournamentState {
  page: TournamentPage | null = $state.raw(null);
  problem = $state("");
  /** The date by the server's clock, for countdowns. */
  now = $state(0);
  private ahead = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ticking = setInterval(() => (this.now = Date.now() / 1000 + this.ahead), 1000);
  private closed = false;

  constructor(private readonly id: string) {
    document.addEventListener("visibilitychange", this.look);
  }

  /** Fetch the tournament for the first time. */
  async load(): Promise<TournamentPage> {
    const page = await api.tournament(this.id);
    this.show(page);
    return page;
  }

  /** Do something to it: "players" to take part, "leave", "start" or "cancel". */
  async change(what: "players" | "leave" | "start" | "cancel"): Promise<void> {
    try {
      this.show(await api.changeTournament(this.id, what));
      this.problem = "";
    } catch (error) {
      this.problem = errorMessage(error);
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.ticking);
    document.removeEventListener("visibilitychange", this.look);
  }

  private look = (): void => {
    if (!document.hidden) void this.ask();
  };

  private async ask(): Promise<void> {
    try {
      this.show(await api.tournament(this.id));
    } catch {
      this.plan(SECONDS); // the server may be back soon
    }
  }

  private show(page: TournamentPage): void {
    this.page = page;
    this.ahead = page.now - Date.now() / 1000;
    this.now = page.now;
    this.plan(["open", "running"].includes(page.about.phase) ? SECONDS : SLOW_SECONDS);
  }

  private plan(seconds: number): void {
    clearTimeout(this.timer);
    if (!this.closed && !document.hidden) this.timer = setTimeout(() => void this.ask(), seconds * 1000);
  }
}
