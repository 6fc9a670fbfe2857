/** A puzzle that somebody tries: the question, the answer to the last move, and the solution with its line. */

import { api } from "$lib/api";
import { errorMessage } from "$lib/errors";
import type { PuzzleAnswer, PuzzleQuestion } from "$lib/wire";
import { markSolved } from "./puzzleProgress";

export class PuzzleState {
  question: PuzzleQuestion | null = $state.raw(null);
  answer: PuzzleAnswer | null = $state.raw(null);
  problem = $state("");
  /** The position of the expected line that is shown; 0 is the question. */
  step = $state(0);

  solution = $derived(this.answer?.solution ?? null);
  isAsking = $derived(this.question !== null && this.solution === null);
  line = $derived(this.solution?.line ?? []);

  constructor(
    readonly game: string,
    readonly name: string,
    /** The day whose puzzle this is, if it is a daily one. */
    private readonly day: string | null,
  ) {
    void this.attempt(async () => (this.question = await api.puzzle(game, name)));
  }

  /** Answer with a move, or ask for the solution. */
  async play(words: string | null): Promise<void> {
    await this.attempt(async () => {
      const answer = await api.tryPuzzle(this.game, this.name, words);
      this.answer = answer;
      this.step = answer.solution ? Math.min(1, answer.solution.line.length - 1) : 0;
      if (answer.right) markSolved(this.game, this.name, this.day);
    });
  }

  stepTo(step: number): void {
    this.step = Math.max(0, Math.min(this.line.length - 1, step));
  }

  private async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.problem = "";
    } catch (error) {
      this.problem = errorMessage(error);
    }
  }
}
