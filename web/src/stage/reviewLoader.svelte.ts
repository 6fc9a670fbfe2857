/** Loads the review of a replay when somebody asks for it. */

import type { ReplayState } from "$lib/replayState.svelte";
import { savedSeat } from "$lib/savedSeats";
import type { RecordFacts } from "$lib/wire";
import type { ReviewSession } from "../review";

type ReviewParts = typeof import("../review");

export class ReviewLoader {
  /** The components of a review, once they are loaded. */
  parts: ReviewParts | null = $state.raw(null);
  /** The review that is open. */
  session: ReviewSession | null = $state.raw(null);
  isLoading = $state(false);

  constructor(
    private readonly replay: ReplayState,
    private readonly facts: RecordFacts,
  ) {}

  /** Open the review with the tab that an address names. */
  async open(tab: string): Promise<void> {
    if (this.session || this.isLoading) return;
    this.isLoading = true;
    try {
      const parts = await import("../review");
      await parts.loadWords();
      const me = this.facts.table ? (savedSeat(this.facts.table)?.seat ?? null) : null;
      this.parts = parts;
      this.session = new parts.ReviewSession(this.replay, this.facts, parts.parseTab(tab), me);
    } finally {
      this.isLoading = false;
    }
  }

  close(): void {
    this.session?.close();
    this.session = null;
  }
}
