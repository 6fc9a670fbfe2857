/** Shows what happens between two views frame by frame, without ever keeping anybody from acting. */

import { slowDuration } from "$lib/motion";
import { framesBetween, still, type Frame } from "./frames";
import type { BannerView } from "./view";

const MOST = 3_000; // milliseconds for all frames together
const EACH = 1.35; // times the slow duration

export class FramePlayer {
  /** The frames to come, the present one first. */
  private queue: Frame[] = $state.raw([]);
  private view: BannerView | null = $state.raw(null);
  private rest = $derived(this.view && still(this.view));
  private timer = 0;

  constructor(view: BannerView) {
    this.view = view;
  }

  get frame(): Frame {
    return this.queue[0] ?? this.rest!;
  }

  /** Whether something is being told. */
  get telling(): boolean {
    return this.queue.length > 0;
  }

  /** Go on to a new view. */
  show(view: BannerView): void {
    if (view === this.view) return;
    const frames = this.view && slowDuration() ? framesBetween(this.view, view) : [];
    this.view = view;
    if (frames.length) this.play(frames);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private play(frames: Frame[]): void {
    clearTimeout(this.timer);
    this.queue = frames;
    const each = Math.min(EACH * slowDuration(), MOST / frames.length);
    const next = (): void => {
      this.queue = this.queue.slice(1);
      if (this.queue.length) this.timer = window.setTimeout(next, each);
    };
    this.timer = window.setTimeout(next, each);
  }
}
