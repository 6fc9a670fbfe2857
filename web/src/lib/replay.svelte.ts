/** A record that is looked at: fetched in parts, as seen from one seat, by a spectator, or all open. */

import { api } from "./api";
import { why } from "./why";
import type { Moment, Replayed, Told } from "./wire";

/** Whose eyes: a seat, a spectator, or everything open. */
export type Eyes = number | "spectator" | "open";

const PART = 50;

export class Watching {
  facts: Replayed | null = $state.raw(null);
  at = $state(0);
  eyes: Eyes = $state("spectator");
  trouble = $state("");
  private parts: Record<string, Moment[]> = $state.raw({});
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on the page depends on it
  private asked = new Set<string>();

  moment = $derived(this.parts[this.part(this.at)]?.[this.at % PART] ?? null);

  constructor(
    private readonly record: string,
    private readonly box: string | null,
  ) {}

  /** The views and the story of the moment as the chosen eyes see it: the first is the main one. */
  get glimpses(): Moment["glimpses"] {
    return this.moment?.glimpses ?? [];
  }

  /** What these eyes were told up to the moment, as far back as this part of the record goes. */
  get story(): Told[] {
    const first = this.at - (this.at % PART);
    const told = (this.parts[this.part(this.at)] ?? []).slice(0, this.at - first + 1);
    return told.flatMap((moment) => moment.glimpses[0]?.story ?? []);
  }

  async look(at: number): Promise<void> {
    const last = this.facts?.moves ?? Infinity;
    this.at = Math.max(0, Math.min(at, last));
    await this.fetch(this.at);
    if (this.at % PART > PART - 10 && this.at + 10 <= last) void this.fetch(this.at + 10);
  }

  async see(eyes: Eyes): Promise<void> {
    this.eyes = eyes;
    await this.fetch(this.at);
  }

  private part(at: number): string {
    return `${this.eyes} ${Math.floor(at / PART)}`;
  }

  private async fetch(at: number): Promise<void> {
    const part = this.part(at);
    if (this.asked.has(part)) return;
    this.asked.add(part);
    try {
      const first = Math.floor(at / PART) * PART;
      const facts = await api.replay({ record: this.record, box: this.box, seats: this.seats(), first, count: PART });
      this.facts = facts;
      this.parts = { ...this.parts, [part]: facts.moments };
    } catch (error) {
      this.asked.delete(part);
      this.trouble = why(error);
    }
  }

  private seats(): (number | null)[] {
    if (this.eyes === "spectator") return [null];
    if (this.eyes !== "open") return [this.eyes];
    return [null, ...Array.from({ length: this.facts?.seats ?? 0 }, (_, seat) => seat)];
  }
}
