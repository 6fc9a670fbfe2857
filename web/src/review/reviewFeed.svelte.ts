/** The review of a match as it comes from the server: queued, coarse at first, then finer, at last complete. */

import { api } from "$lib/api";
import { socketAddress } from "$lib/connection";
import { errorMessage, serverMessage } from "$lib/errors";
import { t } from "$lib/i18n";
import type { FromReview, RecordFacts, Review, ReviewError } from "$lib/wire";

const DELAY = 1500; // milliseconds before a lost connection is opened again
const MOST_LOSSES = 20; // without any message in between

export class ReviewFeed {
  review: Review | null = $state.raw(null);
  key = $state("");
  /** Why there is no review. */
  problem = $state("");
  /** How many other reviews come first; null once this one has begun. */
  ahead: number | null = $state(null);
  /** How many moves are reviewed finely. */
  done = $state(0);
  of = $state(0);

  isComplete = $derived(this.review?.complete ?? false);
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private losses = 0;
  private closed = false;

  constructor(private readonly facts: RecordFacts) {
    void this.ask();
  }

  /** Ask for the review, again after something went wrong. */
  async ask(): Promise<void> {
    this.problem = "";
    try {
      const { table, record, box } = this.facts;
      const { key, state } = await api.askReview(table ? { table } : { record, box });
      if (this.closed) return;
      this.key = key;
      if (state === "done") this.review = await api.review(key);
      else this.listen();
    } catch (error) {
      this.problem = errorMessage(error);
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private listen(): void {
    const socket = new WebSocket(socketAddress(`/api/reviews/${this.key}/live`));
    this.socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data) as FromReview);
    socket.onclose = () => this.handleLoss();
  }

  private handleLoss(): void {
    if (this.closed || this.isComplete || this.problem) return;
    if (++this.losses > MOST_LOSSES) this.problem = t("error.unknown");
    else this.timer = setTimeout(() => void this.ask(), DELAY);
  }

  private receive(message: FromReview): void {
    if (message.kind !== "error") this.losses = 0;
    this.ahead = message.kind === "queued" ? message.ahead : null;
    if (message.kind === "progress") [this.done, this.of] = [message.done, message.of];
    else if (message.kind === "review") this.take(message.review);
    else if (message.kind === "error") this.fail(message);
  }

  private take(review: Review): void {
    this.review = review;
    if (review.complete) this.socket?.close();
  }

  /** Say why there is no review, or ask again when the connection is closed if that may help. */
  private fail({ error, again }: ReviewError): void {
    if (!again) this.problem = serverMessage(error);
    this.socket?.close();
  }
}
