/** A table as this browser sees it, kept up to date by its line. */

import { Choice } from "./choice.svelte";
import { Line, type Condition } from "./line";
import { hold, held } from "./seats";
import type { Facts, FromServer, Hello, Presence, Told, Update } from "./wire";

const PAUSE = 650; // milliseconds

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
  private pending = "";
  private settled = 0;
  private timer = 0;

  constructor(readonly id: string) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.line = new Line(`${scheme}://${location.host}/api/tables/${encodeURIComponent(id)}/live`, {
      hello: () => this.hello(),
      hear: (message) => this.hear(message),
      changed: (condition) => this.changed(condition),
    });
  }

  close(): void {
    clearTimeout(this.timer);
    this.line.close();
  }

  /** Until the server has answered, nothing else can be chosen. */
  play(move: number): void {
    this.pending = mark();
    this.choice.present([]);
    this.send({ type: "play", at: this.update?.number ?? 0, move, mark: this.pending });
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
    if (!this.line.send(request)) this.pending = "";
  }

  private hello(): Hello {
    const mine = held(this.id);
    return { type: "hello", key: mine?.key ?? null, host: mine?.host ?? null, since: this.update?.number ?? 0, picture: true };
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
    this.offer();
    if (update.next) this.follow(update.next);
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
    if (mark !== this.pending) return;
    this.pending = "";
    this.settled = number;
    this.offer();
  }

  private refused(mark: string, why: string): void {
    this.trouble = why;
    if (mark === this.pending) this.pending = "";
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
      this.pending = "";
      this.catchUp();
    }
    if (condition === "lost" && this.condition === "open") this.missed = this.story.length;
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
