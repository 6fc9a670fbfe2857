/** The public tables as the server tells them; if it tells nothing, this page asks now and then. */

import { api } from "./api";
import { Connection, socketAddress } from "./connection";
import type { FromLobby, TableFacts } from "./wire";

// Milliseconds.
const ASK_EVERY = 10_000; // while the server does not tell by itself
const LONGEST_SILENCE = 40_000; // after which the connection counts as dead; the server speaks every 15 seconds

export class LobbyState {
  open: TableFacts[] | null = $state.raw(null);
  over: TableFacts[] | null = $state.raw(null);
  /** Whether the server tells changes by itself. */
  live = $state(false);

  private readonly connection: Connection<FromLobby>;
  private readonly asking: ReturnType<typeof setInterval>;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.connection = new Connection(socketAddress("/api/lobby"), {
      receive: (message) => this.receive(message),
      stateChanged: (state) => {
        if (state !== "open") this.live = false;
      },
    });
    this.asking = setInterval(() => void this.ask(), ASK_EVERY);
  }

  close(): void {
    clearInterval(this.asking);
    clearTimeout(this.silence);
    this.connection.close();
  }

  /** Ask for the tables; if that fails, what is shown stays. */
  async ask(): Promise<void> {
    if (this.live || document.hidden) return;
    const tables = await Promise.all([api.lobby(), api.records()]).catch(() => null);
    if (tables && !this.live) [this.open, this.over] = tables;
  }

  private receive(message: FromLobby): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.connection.replace(), LONGEST_SILENCE);
    this.live = message.type !== "closing";
    if (message.type === "lobby") this[message.kind] = message.tables;
  }
}
