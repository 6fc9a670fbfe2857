/** A lesson under way. The server plays it; this remembers which moves counted so far. */

import { api } from "$lib/api";
import { BlockedClicks } from "$lib/blockedClicks.svelte";
import { errorMessage } from "$lib/errors";
import type { LessonMoment } from "$lib/wire";
import { markDone } from "./lessonProgress";

export class LessonState {
  moment: LessonMoment | null = $state.raw(null);
  problem = $state("");
  /** Whether the praise for a step is shown, before the next step. */
  isPraising = $state(false);
  /** Whether the move that leads on is shown on the board. */
  isShown = $state(false);
  isBusy = $state(false);
  readonly blocked = new BlockedClicks((click) =>
    api.explainLessonClick(this.game, this.name, this.moment?.moves ?? [], click),
  );

  isDone = $derived(this.moment !== null && this.moment.step === this.moment.of);
  isAsking = $derived(this.moment !== null && this.moment.offers.length > 0 && !this.isPraising);
  /** Things on the board that the lesson points at. */
  pointed = $derived.by(() => {
    if (!this.moment || this.isPraising) return [];
    return this.isShown ? this.moment.path : this.moment.spots;
  });

  constructor(
    readonly game: string,
    readonly name: string,
  ) {
    void this.send([]);
  }

  play(words: string): Promise<void> {
    return this.send([...(this.moment?.moves ?? []), words]);
  }

  /** Go on from what is to be read: praise, or a step without a task. */
  async readOn(): Promise<void> {
    if (this.isPraising) this.isPraising = false;
    else if (this.moment && !this.isDone && !this.isAsking) await this.play("");
  }

  restart(): Promise<void> {
    return this.send([]);
  }

  show(): void {
    this.isShown = true;
  }

  /** Find out why a thing on the board cannot be chosen in this task. */
  explainClick(id: string, clicks: string[]): void {
    if (this.isAsking && !this.isBusy) void this.blocked.explain(id, clicks);
  }

  private async send(moves: string[]): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.blocked.forget();
    try {
      this.moment = await api.takeLesson(this.game, this.name, moves);
      this.isPraising = this.moment.verdict === "right" && this.moment.answer !== null && !this.isDone;
      this.isShown = false;
      this.problem = "";
      if (this.isDone) markDone(this.game, this.name);
    } catch (error) {
      this.problem = errorMessage(error);
    } finally {
      this.isBusy = false;
    }
  }
}
