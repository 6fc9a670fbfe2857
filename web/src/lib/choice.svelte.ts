/** Turns clicks on the board into one of the moves on offer, for every game. */

/** A legal move: its number, its words, and the ids of the things to click for it. */
export interface Offer {
  move: number;
  words: string;
  path: string[];
}

/** The id of the place onto which a thing can be thrown that is a whole move by itself. */
export const TABLE = "table";

/** The clicks made so far toward one of the moves on offer. */
export class Choice {
  offers: Offer[] = $state.raw([]);
  clicks: string[] = $state.raw([]);
  /** The offer that the pointer or the keyboard rests on, so that the board can show what it would touch. */
  hinted: Offer | null = $state.raw(null);
  /** Which offers' things may as well be clicked in the opposite order; a board may set it. */
  either: (offer: Offer) => boolean = $state.raw(() => false);

  open = $derived(this.offers.filter((offer) => this.ways(offer).length > 0));
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- each is a new set, never changed
  targets = $derived(new Set(this.open.flatMap((offer) => this.ways(offer).map((way) => way[this.clicks.length]!))));
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- each is a new set, never changed
  hints = $derived(new Set(this.hinted?.path ?? []));

  constructor(private readonly made: (offer: Offer) => void) {}

  /**
   * New offers come with a new position, also when only others moved: what was begun goes on if it still leads
   * somewhere.
   */
  present(offers: Offer[]): void {
    this.offers = offers;
    this.hinted = null;
    if (this.open.length === 0) this.clicks = [];
  }

  /** Click a thing; a click on something that was clicked already takes the choice back to before it. */
  click(id: string): void {
    const earlier = this.clicks.indexOf(id);
    if (!this.targets.has(id)) {
      if (earlier >= 0) this.clicks = this.clicks.slice(0, earlier);
      else if (this.starts(id)) this.restart(id);
      return;
    }
    this.clicks = [...this.clicks, id];
    const complete = this.open.find((offer) => offer.path.length === this.clicks.length);
    if (complete) this.take(complete);
  }

  private restart(id: string): void {
    this.clicks = [];
    this.click(id);
  }

  /** Drag one thing onto another: the same as clicking both from the start. */
  drag(from: string, onto: string): void {
    const thrown = onto === TABLE && this.offers.some((offer) => offer.path.length === 1 && offer.path[0] === from);
    if (!thrown && !this.leads(from, onto)) return;
    this.clicks = [];
    this.click(from);
    if (!thrown) this.click(onto);
  }

  /** The orders of an offer's things that go on from the clicks made. */
  private ways(offer: Offer, clicks: string[] = this.clicks): string[][] {
    const ways = this.either(offer) ? [offer.path, offer.path.toReversed()] : [offer.path];
    return ways.filter((way) => clicks.every((id, i) => way[i] === id));
  }

  /** Whether a thing can be picked up and put somewhere. */
  starts(id: string): boolean {
    return this.offers.some((offer) => this.ways(offer, [id]).length > 0);
  }

  leads(from: string, onto: string): boolean {
    return this.offers.some((offer) => this.ways(offer, [from, onto]).length > 0);
  }

  take(offer: Offer): void {
    this.clicks = [];
    this.hinted = null;
    this.made(offer);
  }

  cancel(): void {
    this.clicks = [];
  }
}
