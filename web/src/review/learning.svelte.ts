/** Learning from mistakes: each one is asked again, and every answer is judged by the values of the review. */

import type { MoveReview } from "$lib/wire";

/** As good as the best move, if it loses less than this or no more than its error. */
export const NEARLY = 0.03;
const SURE = 2; // standard errors
const SAME = 0.005; // what nobody can tell apart

/**
 * `best`: the best move, or one that cannot be told from it. `near`: nearly as good. `made`: the mistake again.
 * `worse`: it loses `loss`. `unlisted`: worse than all that are listed, so it loses at least `loss`.
 */
export interface Verdict {
  kind: "best" | "near" | "made" | "worse" | "unlisted";
  words: string;
  loss: number;
  error: number;
}

/** Judge an answer to a decision that was reviewed. */
export function judgeAnswer(move: MoveReview, words: string): Verdict {
  const best = move.values[0]?.value ?? 0;
  const value = move.values.find((each) => each.words === words);
  if (!value) return { kind: "unlisted", words, loss: best - (move.values.at(-1)?.value ?? best), error: 0 };
  const verdict = { words, loss: best - value.value, error: value.error };
  if (words === move.best || verdict.loss < SAME) return { ...verdict, kind: "best" };
  if (words === move.words) return { kind: "made", words, loss: move.loss, error: move.error };
  const near = verdict.loss < NEARLY || verdict.loss <= SURE * verdict.error;
  return { ...verdict, kind: near ? "near" : "worse" };
}

export function isRight(verdict: Verdict | null): boolean {
  return verdict?.kind === "best" || verdict?.kind === "near";
}

export type LearningResult = "solved" | "shown" | null;

/** One round through the mistakes of a seat. */
export class Learning {
  index = $state(0);
  /** How each mistake ended: solved, or the answer was shown. */
  results: LearningResult[] = $state([]);
  /** What is said about the last answer; null while the question is open. */
  verdict: Verdict | null = $state.raw(null);

  readonly mistakes: MoveReview[];
  move: MoveReview = $derived.by(() => this.mistakes[this.index]!);
  /** Whether the answer may be seen. */
  isDone = $derived(this.results[this.index] !== null);
  /** Whether an answer is awaited now. */
  isAsking = $derived(!this.isDone && this.verdict === null);
  solved = $derived(this.results.filter((each) => each === "solved").length);
  isFinished = $derived(this.results.every((each) => each !== null));

  constructor(mistakes: MoveReview[], from?: number) {
    if (mistakes.length === 0) throw new Error("there is nothing to learn from");
    this.mistakes = mistakes;
    this.results = mistakes.map(() => null);
    const first = mistakes.findIndex((move) => move.at === from);
    this.index = Math.max(0, first);
  }

  /** Take an answer; a right one solves the mistake, and after any other one can try again. */
  answer(words: string): Verdict | null {
    if (!this.isAsking) return null;
    this.verdict = judgeAnswer(this.move, words);
    if (isRight(this.verdict)) this.results[this.index] = "solved";
    return this.verdict;
  }

  retry(): void {
    if (!this.isDone) this.verdict = null;
  }

  /** Show the answer. */
  reveal(): void {
    if (this.isDone) return;
    this.results[this.index] = "shown";
    this.verdict = null;
  }

  /** Go to the next mistake that is still open, or to the one after this; the last is followed by the first. */
  next(): void {
    const order = this.mistakes.map((_, i) => (this.index + 1 + i) % this.mistakes.length);
    this.goTo(order.find((i) => this.results[i] === null) ?? order[0]!);
  }

  goTo(index: number): void {
    this.index = Math.max(0, Math.min(this.mistakes.length - 1, index));
    this.verdict = null;
  }
}
