/** Turns clicks on the board of any game into one of the moves on offer. */

/** A legal move: its number, its words, and the ids of the spots to click for it. */
export interface Offer {
  move: number;
  words: string;
  path: string[];
}

/** The id of the spot onto which a thing can be dragged if clicking it is a complete move. */
export const TABLE = "table";

/** Why a spot cannot be chosen now, in the person's language. */
export interface SpotObstacle {
  id: string;
  text: string;
}

/** The clicks made so far toward one of the moves on offer. */
export class Choice {
  offers: Offer[] = $state.raw([]);
  clicks: string[] = $state.raw([]);
  /** The offer under the pointer or the focus, so that the board can show which spots it involves. */
  hinted: Offer | null = $state.raw(null);
  /** Spots that the person points at elsewhere, such as in the log. */
  pointed: string[] = $state.raw([]);
  /** Spots that the latest moves of others were about. */
  latest: string[] = $state.raw([]);
  /** Why the spot that was clicked last cannot be chosen. */
  obstacle: SpotObstacle | null = $state.raw(null);
  /** Whether the spots of an offer can also be clicked in the opposite order; a board may set it. */
  isReversible: (offer: Offer) => boolean = $state.raw(() => false);

  open = $derived(this.offers.filter((offer) => this.orders(offer).length > 0));
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- each set is new and never changed
  targets = $derived(new Set(this.open.flatMap((offer) => this.nextSpots(offer))));
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- each set is new and never changed
  hints = $derived(new Set([...(this.hinted?.path ?? []), ...this.pointed]));

  /** `onBlocked` is called when somebody clicks a spot after `clicks` with which no move on offer goes on. */
  constructor(
    private readonly onTake: (offer: Offer) => void,
    private readonly onBlocked: (id: string, clicks: string[]) => void = () => undefined,
  ) {}

  /** Take the offers of a new position. Clicks made so far are kept if they still lead to a move. */
  setOffers(offers: Offer[]): void {
    this.offers = offers;
    this.hinted = null;
    this.obstacle = null;
    if (this.open.length === 0) this.clicks = [];
  }

  /** Click a spot. Clicking one that was already clicked takes that click and all later ones back. */
  click(id: string): void {
    const earlier = this.clicks.indexOf(id);
    this.obstacle = null;
    if (!this.targets.has(id)) {
      if (earlier >= 0) this.clicks = this.clicks.slice(0, earlier);
      else if (this.canStart(id)) this.restart(id);
      else this.onBlocked(id, this.clicks);
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

  /** Drag one spot onto another, which is the same as clicking both. */
  drag(from: string, onto: string): void {
    const wholeMove = onto === TABLE && this.offers.some((offer) => offer.path.length === 1 && offer.path[0] === from);
    if (!wholeMove && !this.canDrag(from, onto)) return this.refuseDrag(from, onto);
    this.clicks = [];
    this.click(from);
    if (!wholeMove) this.click(onto);
  }

  private refuseDrag(from: string, onto: string): void {
    if (onto !== from && onto !== TABLE && this.canStart(from)) this.onBlocked(onto, [from]);
  }

  /** The orders in which the rest of an offer's spots can be clicked after these clicks. */
  private orders(offer: Offer, clicks: string[] = this.clicks): string[][] {
    const orders = this.isReversible(offer) ? [offer.path, offer.path.toReversed()] : [offer.path];
    return orders.filter((order) => clicks.every((id, i) => order[i] === id));
  }

  private nextSpots(offer: Offer): string[] {
    return this.orders(offer).map((order) => order[this.clicks.length]!);
  }

  /** Whether any move starts with this spot. */
  canStart(id: string): boolean {
    return this.offers.some((offer) => this.orders(offer, [id]).length > 0);
  }

  /** Whether a move starts with these two spots. */
  canDrag(from: string, onto: string): boolean {
    return this.offers.some((offer) => this.orders(offer, [from, onto]).length > 0);
  }

  take(offer: Offer): void {
    this.clicks = [];
    this.hinted = null;
    this.onTake(offer);
  }

  cancel(): void {
    this.clicks = [];
  }
}
