/** What is said at a table, as this person may read it. */

import { prefs } from "$lib/prefs.svelte";
import { saveChatRead, savedSeat } from "$lib/savedSeats";
import { playSound } from "$lib/sound";
import type { ChatLine, ChatMessage, ChatRequest } from "$lib/wire";
import { muted } from "./muted.svelte";

const SHOWN = 4_500; // milliseconds that a bubble stays

/** The latest that a seat has said, shown beside it for a moment. */
export interface Bubble {
  id: number;
  line: ChatLine;
}

/** What the chat has to know of its table. */
interface Place {
  id: string;
  seat: number | null;
  sendChat: (request: ChatRequest) => boolean;
}

export class Chat {
  /** Everything that was said, whoever said it. */
  private all: ChatLine[] = $state.raw([]);
  /** Whether everybody may read it. */
  open = $state(false);
  /** Whether the person has the chat before them. */
  private shown = $state(false);
  private read = $state(0);
  bubbles: Record<number, Bubble> = $state.raw({});
  /** The latest line of somebody else, for those who listen to the page. */
  latest: ChatLine | null = $state.raw(null);
  /** Why the last request was refused, in the server's words. */
  problem = $state("");
  /** The requests that wait for their answers. */
  private pending: ChatRequest[] = $state.raw([]);

  /** The lines of people who are not muted. */
  readonly lines = $derived(this.all.filter((line) => !muted.has(line.speaker)));
  readonly unread = $derived(
    this.shown ? 0 : this.lines.filter((line) => line.number > this.read && !this.isMine(line)).length,
  );
  /** Whether a text has not arrived at the server yet. */
  readonly isSending = $derived(this.pending.some((request) => request.type === "say"));

  constructor(private readonly place: Place) {
    this.read = savedSeat(place.id)?.chatRead ?? 0;
  }

  isMine(line: ChatLine): boolean {
    return line.seat !== null && line.seat === this.place.seat;
  }

  // What the person does

  /** Say something; return false if the connection is down. */
  sayPhrase(phrase: string): boolean {
    return this.ask({ type: "phrase", phrase, mark: newMark() });
  }

  sayText(text: string): boolean {
    return this.ask({ type: "say", text, mark: newMark() });
  }

  delete(line: number): void {
    this.ask({ type: "unsay", line, mark: newMark() });
  }

  /** Let everybody read what was said, or no longer. */
  setOpen(open: boolean): void {
    this.ask({ type: "open_chat", open, mark: newMark() });
  }

  /** Note whether the person has the chat before them: then they have read it. */
  show(shown: boolean): void {
    this.shown = shown;
    if (shown) this.markRead();
  }

  private ask(request: ChatRequest): boolean {
    this.problem = "";
    if (!this.place.sendChat(request)) return false;
    this.pending = [...this.pending, request];
    return true;
  }

  // What the server says

  receive(message: ChatMessage): void {
    if (message.type === "said") this.add(message.line);
    else if (message.type === "unsaid") this.drop(message.line);
    else this.replace(message.lines, message.open ?? false);
  }

  /** Forget everything, because the server tells it anew. */
  clear(): void {
    this.replace([], false);
    this.pending = [];
  }

  /** Take the answer to a request; return false if it is not one of the chat. */
  answer(mark: string, problem = ""): boolean {
    const others = this.pending.filter((request) => request.mark !== mark);
    if (others.length === this.pending.length) return false;
    this.pending = others;
    this.problem = problem;
    return true;
  }

  private replace(lines: ChatLine[], open: boolean): void {
    this.all = lines;
    this.open = open;
    this.bubbles = {};
    if (this.shown) this.markRead();
  }

  private add(line: ChatLine): void {
    this.all = [...this.all.filter((each) => each.number !== line.number), line];
    if (this.shown) this.markRead();
    if (muted.has(line.speaker)) return;
    this.showBubble(line);
    if (this.isMine(line)) return;
    this.latest = line;
    playSound("chat");
  }

  private drop(number: number): void {
    this.all = this.all.filter((line) => line.number !== number);
    this.bubbles = Object.fromEntries(Object.entries(this.bubbles).filter(([, { line }]) => line.number !== number));
    if (this.latest?.number === number) this.latest = null;
  }

  private showBubble(line: ChatLine): void {
    const { seat, number: id } = line;
    if (seat === null || !prefs.bubbles || document.documentElement.dataset.motion === "less") return;
    this.bubbles = { ...this.bubbles, [seat]: { id, line } };
    setTimeout(() => {
      if (this.bubbles[seat]?.id !== id) return;
      this.bubbles = Object.fromEntries(Object.entries(this.bubbles).filter(([each]) => Number(each) !== seat));
    }, SHOWN);
  }

  private markRead(): void {
    const last = this.all.at(-1)?.number ?? 0;
    if (last === this.read) return;
    this.read = last;
    saveChatRead(this.place.id, last);
  }
}

function newMark(): string {
  return crypto.randomUUID?.() ?? Math.random().toString(36).slice(2);
}
