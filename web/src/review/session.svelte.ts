/** A review that is open beside a replay: what is looked at, the expected line, and learning from mistakes. */

import { api } from "$lib/api";
import { BlockedClicks } from "$lib/blockedClicks.svelte";
import type { View } from "$lib/board";
import type { Offer } from "$lib/choice.svelte";
import { errorMessage } from "$lib/errors";
import type { Perspective, ReplayState } from "$lib/replayState.svelte";
import type { LinePosition, MoveReview, ReviewQuestion, RecordFacts, Told } from "$lib/wire";
import { Learning } from "./learning.svelte";
import { isFlaw, mistakesOf } from "./mistakes";
import { ReviewFeed } from "./reviewFeed.svelte";

export const TABS = ["match", "move", "mistakes"] as const;
export type Tab = (typeof TABS)[number];

export function parseTab(value: string): Tab {
  return TABS.find((tab) => tab === value) ?? "match";
}

/** The line that is expected after a better move, stepped through. */
export interface Line {
  move: MoveReview;
  positions: LinePosition[];
  step: number;
}

/** The ghosts of moves on the board: the spots of a sound move, or those of a mistake and of a better move. */
export interface Ghosts {
  sound: string[];
  made: string[];
  better: string[];
}

const NO_GHOSTS: Ghosts = { sound: [], made: [], better: [] };

function ghostsOf(move: MoveReview | null): Ghosts {
  if (!move || move.label === null) return NO_GHOSTS;
  if (!isFlaw(move.label)) return { ...NO_GHOSTS, sound: move.path };
  return { ...NO_GHOSTS, made: move.path, better: move.best_path };
}

export class ReviewSession {
  readonly feed: ReviewFeed;
  tab: Tab = $state("match");
  /** Whether figures are shown with their errors. */
  exact = $state(false);
  /** Whose mistakes are listed; null for all. */
  whose: number | null = $state(null);
  line: Line | null = $state.raw(null);
  learning: Learning | null = $state.raw(null);
  /** The question of the mistake that is learned from. */
  question: ReviewQuestion | null = $state.raw(null);
  problem = $state("");
  readonly blocked = new BlockedClicks((click) => api.explainReviewClick(this.feed.key, this.learning!.move.at, click));

  review = $derived.by(() => this.feed.review);
  /** The move that follows the moment shown. */
  move = $derived.by(() => this.review?.moves[this.replay.at] ?? null);
  mistakes = $derived.by(() => (this.review ? mistakesOf(this.review, this.whose) : []));
  /** What the board shows instead of the replay's moment. */
  view = $derived.by((): View | null => {
    if (this.line) return this.line.positions[this.line.step]!.view as View;
    return this.learning ? ((this.question?.view ?? null) as View | null) : null;
  });
  /** What was told of the move that led to the position shown instead; null if none is. */
  log = $derived.by((): Told[] | null =>
    this.line ? this.line.positions[this.line.step]!.log : this.view ? [] : null,
  );
  offers = $derived.by((): Offer[] => (this.learning?.isAsking ? (this.question?.offers ?? []) : []));
  ghosts = $derived.by((): Ghosts => {
    if (this.line) return this.line.step === 0 ? { ...NO_GHOSTS, better: this.line.move.best_path } : NO_GHOSTS;
    if (this.learning) return this.learning.isDone ? ghostsOf(this.learning.move) : NO_GHOSTS;
    return ghostsOf(this.move);
  });

  constructor(
    readonly replay: ReplayState,
    facts: RecordFacts,
    tab: Tab,
    /** The seat of whoever looks, if it took part. */
    readonly me: number | null,
  ) {
    this.feed = new ReviewFeed(facts);
    this.tab = tab;
    this.whose = typeof replay.perspective === "number" ? replay.perspective : me;
  }

  close(): void {
    this.feed.close();
  }

  /** List the mistakes of the seat whose eyes were chosen. */
  followEyes(eyes: Perspective): void {
    if (typeof eyes === "number") this.whose = eyes;
  }

  /** Go to a decision, with the eyes of the seat that made it unless everything is shown. */
  async goToDecision(move: MoveReview): Promise<void> {
    this.leave();
    this.tab = "move";
    await this.replay.goTo(move.at);
    if (this.replay.perspective !== "open") await this.replay.setPerspective(move.seat);
  }

  /** Show the line that is expected after the better move. */
  async showLine(move: MoveReview): Promise<void> {
    await this.attempt(async () => {
      const positions = await api.reviewLine(this.feed.key, move.at, move.seat);
      this.line = { move, positions, step: Math.min(1, positions.length - 1) };
    });
  }

  stepLine(step: number): void {
    if (!this.line) return;
    const last = this.line.positions.length - 1;
    this.line = { ...this.line, step: Math.max(0, Math.min(last, step)) };
  }

  leaveLine(): void {
    this.line = null;
  }

  /** Learn from the mistakes that are listed, from the one at a moment or from the first. */
  async learn(from?: number): Promise<void> {
    if (!this.mistakes.length) return;
    this.line = null;
    this.learning = new Learning(this.mistakes, from);
    await this.ask();
  }

  /** Go to another mistake while learning. */
  async goToMistake(index: number | "next"): Promise<void> {
    if (index === "next") this.learning?.next();
    else this.learning?.goTo(index);
    this.line = null;
    await this.ask();
  }

  /** Leave the line and learning; the board shows the replay again. */
  leave(): void {
    this.line = null;
    this.learning = null;
    this.question = null;
  }

  /** Take the answer to a mistake. */
  answer(words: string): void {
    this.blocked.forget();
    this.learning?.answer(words);
  }

  /** Find out why a thing on the board could not be chosen in the decision that is asked again. */
  explainClick(id: string, clicks: string[]): void {
    if (this.learning?.isAsking && this.question) void this.blocked.explain(id, clicks);
  }

  private async ask(): Promise<void> {
    this.blocked.forget();
    const at = this.learning!.move.at;
    this.question = null;
    await this.attempt(async () => {
      const [question] = await Promise.all([api.reviewQuestion(this.feed.key, at), this.replay.goTo(at)]);
      if (this.learning?.move.at === at) this.question = question;
    });
  }

  private async attempt(task: () => Promise<void>): Promise<void> {
    this.problem = "";
    try {
      await task();
    } catch (error) {
      this.problem = errorMessage(error);
    }
  }
}
