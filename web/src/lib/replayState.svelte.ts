/** The state of a replay: a record fetched in parts, as one seat, a spectator or everybody saw it. */

import { api } from "./api";
import { errorMessage } from "./errors";
import { toldUpTo } from "./replayLog";
import type { Moment, Replayed, Told } from "./wire";

/** Who sees the replay: a seat, a spectator, or somebody who sees everything. */
export type Perspective = number | "spectator" | "open";

export function parsePerspective(value: string): Perspective {
  return value === "open" || value === "spectator" ? value : Number(value);
}

/** What was fetched of a record. */
interface Fetched {
  facts: Replayed | null;
  parts: Record<string, Moment[]>;
  logs: Partial<Record<Perspective, Told[][]>>;
  requested: Set<string>;
}

function nothing(): Fetched {
  return { facts: null, parts: {}, logs: {}, requested: new Set() };
}

const PART = 50; // moments fetched at once
const MOST_RECORDS = 20; // of which something is remembered
const AHEAD = 10; // moments before the end of a part at which the next one is fetched

export class ReplayState {
  facts: Replayed | null = $state.raw(null);
  /** How many moves have been made at the moment shown. */
  at = $state(0);
  perspective: Perspective = $state("spectator");
  problem = $state("");
  /** How often the replay went elsewhere than to the next move. */
  jumps = $state(0);
  /** The text of the record that is shown. */
  record: string = $state.raw("");
  private parts: Record<string, Moment[]> = $state.raw({});
  private log: Told[][] = $state.raw([]);
  private fetched = nothing();
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on the page depends on it
  private readonly records = new Map<string, Fetched>();

  /** The moment to show: the present one, or the former one while it is being fetched. */
  moment: Moment | null = $state.raw(null);
  /** What the perspective was told up to this moment. */
  told = $derived(toldUpTo(this.log, this.moment?.moves ?? 0));

  constructor(
    record: string,
    private readonly box: string | null,
  ) {
    this.record = record;
  }

  /** Show another record that has the same beginning, at a moment. */
  async follow(record: string, at: number): Promise<void> {
    if (record !== this.record) this.replaceRecord(record);
    await this.goTo(at);
  }

  private replaceRecord(record: string): void {
    this.records.set(this.record, this.fetched);
    this.fetched = this.records.get(record) ?? nothing();
    this.records.delete(record);
    for (const old of [...this.records.keys()].slice(0, -MOST_RECORDS)) this.records.delete(old);
    this.record = record;
    this.parts = this.fetched.parts;
    this.facts = this.fetched.facts ?? this.facts;
  }

  /** Whether the moment that was asked for has come. */
  get isLoaded(): boolean {
    return this.parts[this.partOf(this.at)] !== undefined;
  }

  async goTo(at: number): Promise<void> {
    const last = this.fetched.facts?.moves ?? Infinity;
    this.at = Math.max(0, Math.min(at, last));
    this.show();
    await this.fetch(this.at);
    if (this.at % PART > PART - AHEAD && this.at + AHEAD <= last) void this.fetch(this.at + AHEAD);
  }

  async setPerspective(perspective: Perspective): Promise<void> {
    this.perspective = perspective;
    this.show();
    await this.fetch(this.at);
  }

  private show(): void {
    const next = this.parts[this.partOf(this.at)]?.[this.at % PART];
    if (!next) return;
    const steps = next.moves - (this.moment?.moves ?? 0);
    if (steps !== 0 && steps !== 1) this.jumps++;
    this.moment = next;
    this.log = this.fetched.logs[this.perspective] ?? [];
  }

  private partOf(at: number): string {
    return `${this.perspective} ${Math.floor(at / PART)}`;
  }

  private async fetch(at: number): Promise<void> {
    const [part, perspective, fetched] = [this.partOf(at), this.perspective, this.fetched];
    if (fetched.requested.has(part)) return;
    fetched.requested.add(part);
    try {
      const first = Math.floor(at / PART) * PART;
      const facts = await api.replay({ record: this.record, box: this.box, seats: this.seats(), first, count: PART });
      fetched.facts = facts;
      fetched.parts = { ...fetched.parts, [part]: facts.moments };
      fetched.logs[perspective] = facts.log;
      this.problem = "";
      if (fetched === this.fetched) this.present();
    } catch (error) {
      fetched.requested.delete(part);
      this.problem = errorMessage(error);
    }
  }

  /** Take over what has come. */
  private present(): void {
    this.facts = this.fetched.facts;
    this.parts = this.fetched.parts;
    this.at = Math.min(this.at, this.facts?.moves ?? 0);
    this.show();
  }

  private seats(): (number | null)[] {
    if (this.perspective === "spectator") return [null];
    if (this.perspective !== "open") return [this.perspective];
    return [null, ...Array.from({ length: this.facts?.seats ?? 0 }, (_, seat) => seat)];
  }
}
