/** The state of a replay: a record fetched in parts, as one seat, a spectator or everybody saw it. */

import { api } from "./api";
import { errorMessage } from "./errors";
import type { Moment, Replayed, Told } from "./wire";

/** Who sees the replay: a seat, a spectator, or somebody who sees everything. */
export type Perspective = number | "spectator" | "open";

const PART = 50; // moments fetched at once
const AHEAD = 10; // moments before the end of a part at which the next one is fetched

export class ReplayState {
  facts: Replayed | null = $state.raw(null);
  /** How many moves have been made at the moment shown. */
  at = $state(0);
  perspective: Perspective = $state("spectator");
  problem = $state("");
  private parts: Record<string, Moment[]> = $state.raw({});
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on the page depends on it
  private requested = new Set<string>();

  moment = $derived(this.parts[this.partOf(this.at)]?.[this.at % PART] ?? null);

  constructor(
    private readonly record: string,
    private readonly box: string | null,
  ) {}

  /** What the perspective sees at this moment; the first view is the main one. */
  get glimpses(): Moment["glimpses"] {
    return this.moment?.glimpses ?? [];
  }

  /** The story up to this moment, as far back as this part of the record goes. */
  get story(): Told[] {
    const first = this.at - (this.at % PART);
    const moments = (this.parts[this.partOf(this.at)] ?? []).slice(0, this.at - first + 1);
    return moments.flatMap((moment) => moment.glimpses[0]?.story ?? []);
  }

  async goTo(at: number): Promise<void> {
    const last = this.facts?.moves ?? Infinity;
    this.at = Math.max(0, Math.min(at, last));
    await this.fetch(this.at);
    if (this.at % PART > PART - AHEAD && this.at + AHEAD <= last) void this.fetch(this.at + AHEAD);
  }

  async setPerspective(perspective: Perspective): Promise<void> {
    this.perspective = perspective;
    await this.fetch(this.at);
  }

  private partOf(at: number): string {
    return `${this.perspective} ${Math.floor(at / PART)}`;
  }

  private async fetch(at: number): Promise<void> {
    const part = this.partOf(at);
    if (this.requested.has(part)) return;
    this.requested.add(part);
    try {
      const first = Math.floor(at / PART) * PART;
      const facts = await api.replay({ record: this.record, box: this.box, seats: this.seats(), first, count: PART });
      this.facts = facts;
      this.parts = { ...this.parts, [part]: facts.moments };
    } catch (error) {
      this.requested.delete(part);
      this.problem = errorMessage(error);
    }
  }

  private seats(): (number | null)[] {
    if (this.perspective === "spectator") return [null];
    if (this.perspective !== "open") return [this.perspective];
    return [null, ...Array.from({ length: this.facts?.seats ?? 0 }, (_, seat) => seat)];
  }
}
