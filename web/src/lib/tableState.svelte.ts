/** The state of a table as this browser sees it, kept up to date over its connection. */

import { Chat } from "../chat/chat.svelte";
import { shownKey } from "../people/passportKey";
import { DOUBLE_CLICK } from "./blockedClicks.svelte";
import { Choice } from "./choice.svelte";
import { Connection, socketAddress, type ConnectionState } from "./connection";
import { Pacing } from "./pacing";
import { prefs } from "./prefs.svelte";
import { forgetSeat, saveOwnSeat, saveSeat, savedSeat, saveStorySeen } from "./savedSeats";
import type {
  ChatRequest,
  ClickObstacle,
  Facts,
  FromServer,
  Hello,
  HintedMove,
  Play,
  Presence,
  Told,
  Update,
} from "./wire";

// Milliseconds.
const ANSWER_TIMEOUT = 10_000; // without an answer for so long, the connection counts as dead
const HIDDEN_TIMEOUT = 60_000; // after the page was hidden for so long, the connection may be dead

const FRAME = 16; // updates that come while the window draws are shown together, if none has to stay

export class TableState {
  facts: Facts | null = $state.raw(null);
  seat: number | null = $state(null);
  host = $state(false);
  update: Update | null = $state.raw(null);
  presence: Presence | null = $state.raw(null);
  story: Told[] = $state.raw([]);
  connectionState: ConnectionState = $state("connecting");
  /** Why the last request was refused, or why the connection ended, in the server's words. */
  problem = $state("");
  /** How long the story was when the person went away; later entries are marked as new. */
  missedFrom: number | null = $state(null);
  /** When the clocks of the current update were read, in milliseconds of this page. */
  clocksReadAt = $state(0);

  /** Good moves in the present decision, once they were asked for. */
  hints: HintedMove[] = $state.raw([]);
  /** Whether hints were asked for and have not come yet. */
  isHintAsked = $state(false);

  /** Why the thing that was clicked last cannot be chosen now. */
  obstacle: ClickObstacle | null = $state.raw(null);

  readonly choice = new Choice(
    (offer) => this.play(offer.move),
    (id, clicks) => this.askWhy(id, clicks),
  );
  readonly chat: Chat;
  private readonly connection: Connection<FromServer>;
  private queue: Update[] = [];
  private queueTimer = 0;
  private readonly pacing = new Pacing();
  private pending: Play | null = null;
  private answerTimer = 0;
  private playedAt = 0;
  /** The update that includes this browser's last move. */
  private ownMoveUpdate = 0;
  private hiddenSince = 0;
  /** How much of the story was seen when the person last looked; null while they are looking. */
  private storySeen: number | null;

  constructor(readonly id: string) {
    this.storySeen = savedSeat(id)?.heard ?? null;
    this.chat = new Chat(this);
    this.connection = new Connection(socketAddress(`/api/tables/${encodeURIComponent(id)}/live`), {
      hello: () => this.hello(),
      receive: (message) => this.receive(message),
      stateChanged: (state) => this.connectionChanged(state),
    });
    document.addEventListener("visibilitychange", this.visibilityChanged);
    window.addEventListener("pagehide", this.visibilityChanged);
  }

  close(): void {
    this.saveSeen();
    document.removeEventListener("visibilitychange", this.visibilityChanged);
    window.removeEventListener("pagehide", this.visibilityChanged);
    clearTimeout(this.queueTimer);
    clearTimeout(this.answerTimer);
    this.connection.close();
  }

  /** Make a move. Nothing else can be chosen until the server answers; a new connection sends the move again. */
  play(move: number): void {
    this.missedFrom = null;
    this.choice.setOffers([]);
    this.playedAt = performance.now();
    this.pending = { type: "play", update: this.update?.update ?? 0, move, mark: newMark() };
    this.sendPending();
  }

  /** The person has read what they missed. */
  clearMissed(): void {
    this.missedFrom = null;
  }

  undo(): void {
    this.send({ type: "undo", update: this.update?.update ?? 0, mark: newMark() });
  }

  askHint(): void {
    if (this.isHintAsked || this.hints.length) return;
    this.isHintAsked = true;
    this.send({ type: "hint", mark: newMark() });
  }

  /** Ask why a thing on the board cannot be chosen now. */
  private askWhy(id: string, clicks: string[]): void {
    const doubled = performance.now() - this.playedAt < DOUBLE_CLICK;
    if (this.seat === null || this.update?.phase !== "playing" || this.pending || doubled) return;
    this.connection.send({ type: "why", id, clicks, mark: newMark() });
  }

  rename(name: string): void {
    this.send({ type: "rename", name, mark: newMark() });
  }

  seatBot(seat: number, level: string | null): void {
    this.send({ type: "bot", seat, level, mark: newMark() });
  }

  /** Agree, or no longer agree, that somebody takes over a chair in which no person sits. */
  agree(seat: number, yes: boolean): void {
    this.send({ type: "agree", seat, yes, mark: newMark() });
  }

  /** Remove the person from a chair. */
  remove(seat: number): void {
    this.send({ type: "remove", seat, mark: newMark() });
  }

  /** Send a request that needs no details. */
  request(type: "start" | "resign" | "return" | "leave" | "rematch"): void {
    this.send({ type, mark: newMark() });
  }

  /** Say something, or take it back; return false if the connection is down. */
  sendChat(request: ChatRequest): boolean {
    return this.connection.send(request);
  }

  private send(request: Parameters<Connection<FromServer>["send"]>[0]): void {
    this.problem = "";
    this.connection.send(request);
  }

  /** Send the pending move. Sending it twice is safe: the server recognises its mark. */
  private sendPending(): void {
    clearTimeout(this.answerTimer);
    if (!this.pending) return;
    this.send(this.pending);
    this.answerTimer = window.setTimeout(() => this.connection.replace(), ANSWER_TIMEOUT);
  }

  private hello(): Hello {
    const saved = savedSeat(this.id);
    return {
      type: "hello",
      key: saved?.key ?? null,
      host: saved?.host ?? null,
      since: this.update?.update ?? 0,
      picture: true,
      passport: shownKey(),
    };
  }

  private receive(message: FromServer): void {
    if (message.type === "welcome") this.welcome(message.table, message.seat, message.host, message.why);
    else if (message.type === "update") this.enqueue(message);
    else if (message.type === "presence") this.presence = message;
    else if (message.type === "done") this.requestDone(message.mark, message.update);
    else if (message.type === "refused") this.requestRefused(message.mark, message.why);
    else if (message.type === "hint") this.takeHint(message.moves);
    else if (message.type === "obstacle") this.obstacle = message;
    else if (message.type === "closing") this.problem = message.why;
    else this.chat.receive(message);
  }

  private welcome(facts: Facts, seat: number | null, host: boolean, why: string | null = null): void {
    this.facts = facts;
    this.seat = seat;
    this.host = host;
    this.chat.clear();
    if (seat !== null) saveOwnSeat(this.id, seat);
    if (why) this.loseSeat(why);
    this.sendPending();
  }

  /** The key to the chair is void: forget it, so that this page can still watch. */
  private loseSeat(why: string): void {
    this.problem = why;
    this.pending = null;
    forgetSeat(this.id);
  }

  /** Bots move faster than people can follow, so updates are shown one by one with a pause between them. */
  private enqueue(update: Update): void {
    this.queue.push(update);
    if (this.queueTimer) return;
    this.pacing.begin(performance.now());
    this.showNext();
  }

  private showNext = (): void => {
    this.queueTimer = 0;
    if (!this.queue.length) return;
    let pause = 0;
    while (!pause && this.queue.length) pause = this.showFirst();
    this.queueTimer = window.setTimeout(this.showNext, Math.max(pause, FRAME));
  };

  /** Show the update that has waited longest; return how long it stays. */
  private showFirst(): number {
    const update = this.queue.shift()!;
    this.show(update);
    if (stays(update, this.seat)) return this.pacing.pause(prefs.pace, this.queue.length, performance.now());
    this.pacing.reset();
    return 0;
  }

  private show(update: Update): void {
    if (update.moves !== this.update?.moves) this.dropHint();
    this.story = [...this.story.slice(0, update.kept), ...update.story];
    this.update = update;
    this.clocksReadAt = performance.now();
    this.markMissed();
    this.offerMoves();
    if (update.next) this.saveRematchSeat(update.next);
  }

  /**
   * Mark what came since the person last looked as new. Their own move is not news, even if the connection was lost
   * before it was answered.
   */
  private markMissed(): void {
    if (this.storySeen === null || document.hidden) return;
    if (this.storySeen < this.story.length && !this.pending)
      this.missedFrom = Math.min(this.missedFrom ?? this.storySeen, this.storySeen);
    this.storySeen = null;
  }

  private visibilityChanged = (event: Event): void => {
    this.sayWhetherSeen();
    if (document.hidden || event.type === "pagehide") {
      this.saveSeen();
      this.hiddenSince = performance.now();
    } else {
      this.markMissed();
      if (performance.now() - this.hiddenSince > HIDDEN_TIMEOUT) this.connection.replace();
    }
  };

  /** Who looks at the table is not told what they see anyway. */
  private sayWhetherSeen(): void {
    if (this.seat !== null) this.connection.send({ type: "look", visible: !document.hidden });
  }

  private saveSeen(): void {
    if (!this.update) return;
    this.storySeen ??= this.story.length;
    saveStorySeen(this.id, this.storySeen);
  }

  /** The same keys open the chairs at the table of the rematch; everybody moves on by one, unless lots decide. */
  private saveRematchSeat(next: string): void {
    const saved = savedSeat(this.id);
    if (!saved || savedSeat(next)) return;
    const seat = this.seat === null ? null : (this.seat + 1) % this.facts!.seats;
    const fresh = { invitations: [], heard: undefined, over: undefined, chatRead: undefined, when: Date.now() };
    saveSeat(next, { ...saved, seat, ...fresh });
  }

  /** Offer the update's moves, but only once it includes this browser's own last move. */
  private offerMoves(): void {
    if (!this.pending && this.update && this.update.update >= this.ownMoveUpdate)
      this.choice.setOffers(this.update.offers);
  }

  private takeHint(moves: HintedMove[]): void {
    this.isHintAsked = false;
    this.hints = moves;
  }

  private dropHint(): void {
    this.isHintAsked = false;
    this.hints = [];
  }

  private requestDone(mark: string, update: number): void {
    if (!this.chat.answer(mark)) this.moveDone(mark, update);
  }

  private requestRefused(mark: string, why: string): void {
    if (!this.chat.answer(mark, why)) this.moveRefused(mark, why);
  }

  private moveDone(mark: string, update: number): void {
    if (mark !== this.pending?.mark) return;
    this.pending = null;
    clearTimeout(this.answerTimer);
    this.ownMoveUpdate = update;
    this.offerMoves();
  }

  private moveRefused(mark: string, why: string): void {
    this.problem = why;
    this.isHintAsked = false;
    if (mark === this.pending?.mark) {
      this.pending = null;
      clearTimeout(this.answerTimer);
    }
    this.offerMoves();
  }

  /** Show what is still to come at once. */
  skip(): void {
    this.flushQueue();
  }

  /** Show all queued updates at once: the next one builds on them. */
  private flushQueue(): void {
    clearTimeout(this.queueTimer);
    this.queueTimer = 0;
    for (const update of this.queue.splice(0)) this.show(update);
  }

  private connectionChanged(state: ConnectionState): void {
    if (state === "lost") {
      clearTimeout(this.answerTimer);
      this.flushQueue();
      if (this.connectionState === "open") this.storySeen ??= this.story.length;
    }
    this.connectionState = state;
    if (state === "open" && document.hidden) this.connection.send({ type: "look", visible: false });
  }
}

/** Whether an update stays for a while before the next one replaces it. It need not when it is the person's turn. */
function stays(update: Update, seat: number | null): boolean {
  if (document.documentElement.dataset.motion === "less" || document.hidden) return false;
  return update.phase === "playing" && (seat === null || !update.actors.includes(seat));
}

/** A mark that identifies one request, so that the server can tell a retry from a new request. */
function newMark(): string {
  return crypto.randomUUID?.() ?? Math.random().toString(36).slice(2);
}
