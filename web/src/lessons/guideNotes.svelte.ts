/** The notes of a guided match: what to know at the first decision of each kind. */

import { api } from "$lib/api";
import type { Offer } from "$lib/choice.svelte";
import { translator } from "$lib/i18n";
import type { Explanation } from "$lib/wire";
import { fitting } from "./guide";
import { explanationsRead, isGuided, markRead, stopGuiding } from "./lessonProgress";

export class GuideNotes {
  /** What is said about the present decision; "" if there is nothing new. */
  text = $derived.by(() => {
    const words = this.current === null ? undefined : this.explanations[this.current]?.words;
    return words ? words[translator.language] : "";
  });
  isOn = $state(false);
  private explanations: Explanation[] = $state.raw([]);
  private current: number | null = $state(null);

  constructor(
    private readonly game: string,
    private readonly table: string,
  ) {
    this.isOn = isGuided(table);
    if (this.isOn) void this.load();
  }

  /** Choose what to say about a decision: the first explanation that fits it and was not read yet. */
  consider(offers: Offer[]): void {
    if (!this.isOn || !offers.length) this.current = null;
    else {
      const read = explanationsRead(this.game);
      const found = fitting(this.explanations, offers);
      this.current = found.find((number) => !read.includes(number)) ?? null;
    }
  }

  /** A decision was made, so what was said about it has been read. */
  leave(): void {
    if (this.current !== null) markRead(this.game, this.current);
  }

  /** Say again what belongs to this decision. */
  repeat(offers: Offer[]): void {
    this.current = fitting(this.explanations, offers)[0] ?? null;
  }

  stop(): void {
    this.isOn = false;
    this.current = null;
    stopGuiding(this.table);
  }

  private async load(): Promise<void> {
    try {
      this.explanations = (await api.course(this.game)).guide.explanations;
    } catch {
      this.isOn = false; // the match goes on without its guide
    }
  }
}
