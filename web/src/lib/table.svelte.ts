/** A table as this browser sees it, kept up to date by its line. */

import { Choice } from "./choice.svelte";
import { Line, type Condition } from "./line";
import { hold, held, noteHeard } from "./seats";
import type { Facts, FromServer, Hello, Play, Presence, Told, Update } from "./wire";

// milliseconds
const PAUSE = 650;
const PATIENCE = 10_000; // for an answer, before the line is taken for dead
const LONG = 60_000; // out of sight, after which the line may be dead

export class LiveTable {
  facts: Facts | null = $state.raw(null);
  seat: number | null = $state(null);
  host = $state(false);
  update: Update | null = $state.raw(null);
  presence: Presence | null = $state.raw(null);
  story: Told[] = $state.raw([]);
  condition: Condition = $state("connecting");
  /** Why the last request was refused, or why the line ended, in the server's words. */
  trouble = $state("");
  /** How long the story was when the person went away; what came since is marked as new. */
  missed: number | null = $state(null);
  /** When the clocks of the present update were read, in milliseconds of this page. */
  read = $state(0);

  readonly choice = new Choice((offer) => this.play(offer.move));
  private readonly line: Line;
  private waiting: Update[] = [];
  private pending: Play | null = null;
  private patience = 0;
  private settled = 0;
  private timer = 0;
  private left = 0;
  /** How much of the story was seen when the person last looked; null while they look. */
  private heard: number | null;

  constructor(readonly id: string) {
    this.heard = held(id)?.heard ?? null;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.line = new Line(`${scheme}://${location.host}/api/tables/${encodeURIComponent(id)}/live`, {
      hello: () => this.hello(),
      hear: (message) => this.hear(message),
      changed: (condition) => this.changed(condition),
    });
    document.addEventListener("visibilitychange", this.looked);
    window.addEventListener("pagehide", this.looked);
  }

  close(): void {
    this.note();
    document.removeEventListener("visibilitychange", this.looked);
    window.removeEventListener("pagehide", this.looked);
    clearTimeout(this.timer);
    clearTimeout(this.patience);
    this.line.close();
  }

  /** Until the server has answered, nothing else can be chosen; a line that breaks before it does is told again. */
  play(move: number): void {
    this.missed = null;
    this.choice.present([]);
    this.pending = { type: "play", at: this.update?.number ?? 0, move, mark: mark() };
    this.insist();
  }

  /** The person has read what they missed. */
  caughtUp(): void {
    this.missed = null;
  }

  undo(): void {
    this.send({ type: "undo", at: this.update?.number ?? 0, mark: mark() });
  }

  rename(name: string): void {
    this.send({ type: "rename", name, mark: mark() });
  }

  seatBot(seat: number, level: string | null): void {
    this.send({ type: "bot", seat, level, mark: mark() });
  }

  simply(type: "start" | "resign" | "return" | "leave" | "rematch"): void {
    this.send({ type, mark: mark() });
  }

  private send(request: Parameters<Line["send"]>[0]): void {
    this.trouble = "";
    this.line.send(request);
  }

  /** Send the pending move, also a second time: its mark says that it is the same. */
  private insist(): void {
    clearTimeout(this.patience);
    if (!this.pending) return;
    this.send(this.pending);
    this.patience = window.setTimeout(() => this.line.again(), PATIENCE);
  }

  private hello(): Hello {
    const mine = held(this.id);
    return {
      type: "hello",
      key: mine?.key ?? null,
      host: mine?.host ?? null,
      since: this.update?.number ?? 0,
      picture: true,
    };
  }

  private hear(message: FromServer): void {
    if (message.type === "welcome") this.welcome(message.table, message.seat, message.host);
    else if (message.type === "update") this.arrive(message);
    else if (message.type === "presence") this.presence = message;
    else if (message.type === "done") this.answered(message.mark, message.number);
    else if (message.type === "refused") this.refused(message.mark, message.why);
    else if (message.type === "closing") this.trouble = message.why;
  }

  private welcome(facts: Facts, seat: number | null, host: boolean): void {
    this.facts = facts;
    this.seat = seat;
    this.host = host;
    this.insist();
  }

  /** Moves of bots come faster than eyes follow: show one after the other, with a little time between. */
  private arrive(update: Update): void {
    this.waiting.push(update);
    if (!this.timer) this.showNext();
  }

  private showNext = (): void => {
    this.timer = 0;
    const update = this.waiting.shift();
    if (!update) return;
    this.present(update);
    const pause = this.waiting.length > 12 ? 0 : pauseAfter(update, this.seat);
    this.timer = window.setTimeout(this.showNext, pause);
  };

  private present(update: Update): void {
    this.story = [...this.story.slice(0, update.kept), ...update.story];
    this.update = update;
    this.read = performance.now();
    this.remind();
    this.offer();
    if (update.next) this.follow(update.next);
  }

  /** What came since the person last looked is new to them, but not their own move that the line broke under. */
  private remind(): void {
    if (this.heard === null || document.hidden) return;
    if (this.heard < this.story.length && !this.pending) this.missed = Math.min(this.missed ?? this.heard, this.heard);
    this.heard = null;
  }

  private looked = (event: Event): void => {
    if (document.hidden || event.type === "pagehide") {
      this.note();
      this.left = performance.now();
    } else {
      this.remind();
      if (performance.now() - this.left > LONG) this.line.again();
    }
  };

  private note(): void {
    if (!this.update) return;
    this.heard ??= this.story.length;
    noteHeard(this.id, this.heard);
  }

  /** The same keys open the chairs at the table of the rematch. */
  private follow(next: string): void {
    const mine = held(this.id);
    if (mine && !held(next)) hold(next, { ...mine, seat: this.seat, invitations: [], when: Date.now() });
  }

  /** Offers count once the seat's own last move is in the update. */
  private offer(): void {
    if (!this.pending && this.update && this.update.number >= this.settled) this.choice.present(this.update.offers);
  }

  private answered(mark: string, number: number): void {
    if (mark !== this.pending?.mark) return;
    this.pending = null;
    clearTimeout(this.patience);
    this.settled = number;
    this.offer();
  }

  private refused(mark: string, why: string): void {
    this.trouble = why;
    if (mark === this.pending?.mark) {
      this.pending = null;
      clearTimeout(this.patience);
    }
    this.offer();
  }

  /** Show at once all that waits: what comes next builds on it. */
  private catchUp(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    for (const update of this.waiting.splice(0)) this.present(update);
  }

  private changed(condition: Condition): void {
    if (condition === "lost") {
      clearTimeout(this.patience);
      this.catchUp();
      if (this.condition === "open") this.heard ??= this.story.length;
    }
    this.condition = condition;
  }
}

/** How long an update stays before the next may replace it: not at all where it is the person's turn. */
function pauseAfter(update: Update, seat: number | null): number {
  if (document.documentElement.dataset.motion === "less" || document.hidden) return 0;
  return update.phase !== "playing" || (seat !== null && update.actors.includes(seat)) ? 0 : PAUSE;
}

function mark(): string {
  return crypto.randomUUID?.() ?? Math.random().toString(36).slice(2);
}
