/** A puzzle that somebody tries: the question, the answer to the last move, and the solution with its line. */

import { api } from "$lib/api";
import { BlockedClicks } from "$lib/blockedClicks.svelte";
import { errorMessage } from "$lib/errors";
import type { PuzzleAnswer, PuzzleQuestion } from "$lib/wire";
import { markSolved } from "./puzzleProgress";

export class PuzzleState {
  /** The puzzle as it was, and as it is after the moves of an arrangement. */
  start: PuzzleQuestion | null = $state.raw(null);
  question: PuzzleQuestion | null = $state.raw(null);
  answer: PuzzleAnswer | null = $state.raw(null);
  problem = $state("");
  /** The position of the expected line that is shown; 0 is the question. */
  step = $state(0);
  /** The moves of an arrangement so far. */
  made: string[] = $state.raw([]);

  solution = $derived(this.answer?.solution ?? null);
  isAsking = $derived(this.question !== null && this.solution === null);
  line = $derived(this.solution?.line ?? []);

  readonly blocked = new BlockedClicks((click) => api.explainPuzzleClick(this.game, this.name, this.made, click));
  private pending: Promise<void> = Promise.resolve();

  constructor(
    readonly game: string,
    readonly name: string,
    /** The day whose puzzle this is, if it is a daily one. */
    private readonly day: string | null,
  ) {
    void this.attempt(async () => {
      this.start = await api.puzzle(game, name);
      this.restart();
    });
  }

  /** Find out why a thing on the board cannot be chosen. */
  explainClick(id: string, clicks: string[]): void {
    if (this.isAsking) void this.blocked.explain(id, clicks);
  }

  /** Answer with a move, or ask for the solution. */
  async play(words: string | null): Promise<void> {
    this.blocked.forget();
    await this.attempt(async () => {
      const answer = await api.tryPuzzle(this.game, this.name, words, this.made);
      this.answer = answer;
      if (answer.next && words !== null) {
        this.question = answer.next;
        this.made = [...this.made, words];
      }
      this.step = answer.solution ? this.firstStep(answer) : 0;
      if (answer.right) markSolved(this.game, this.name, this.day);
    });
  }

  /** Go back to the position of the puzzle. */
  restart(): void {
    this.question = this.start;
    this.answer = null;
    this.made = [];
  }

  stepTo(step: number): void {
    this.step = Math.max(0, Math.min(this.line.length - 1, step));
  }

  /** Where the solution is shown first: after its first move, or where the person's own moves led. */
  private firstStep({ solution, next }: PuzzleAnswer): number {
    return next ? solution!.line.length - 1 : Math.min(1, solution!.line.length - 1);
  }

  /** Do one thing after the other, so that quick moves keep their order. */
  private attempt(work: () => Promise<unknown>): Promise<void> {
    this.pending = this.pending.then(async () => {
      try {
        await work();
        this.problem = "";
      } catch (error) {
        this.problem = errorMessage(error);
      }
    });
    return this.pending;
  }
}
