/** Replays launches frame by frame as new views arrive. */

import { slowDuration, prefersReducedMotion } from "$lib/motion";
import { frames, type Frame } from "./launch";
import type { FireworksView, SkyTile } from "./view";

export class Playback {
  private film: Frame[] = $state.raw([]);
  step = $state(0);
  /** What to show instead of the view while a launch is replayed. */
  frame = $derived(this.film[this.step] ?? null);

  private timer = 0;
  private before: SkyTile[] = [];
  private played = "";
  private turn = 0;

  /** Take a new view, and replay the launch if there was one since the last view. */
  follow(view: FireworksView): void {
    const launch = JSON.stringify(view.path);
    if (launch !== this.played && this.before.length > 0 && this.onward(view)) this.play(view, this.before);
    this.played = launch;
    this.before = view.sky;
    this.turn = view.turn;
  }

  /** Show no launch when stepping back through a match. */
  private onward(view: FireworksView): boolean {
    if (view.turn !== this.turn) return view.turn > this.turn;
    return view.latest?.[1]?.startsWith("aim") || !["launch", "helpers"].includes(view.phase);
  }

  play(view: FireworksView, from: SkyTile[] = view.sky): void {
    this.stop();
    if (!view.path || prefersReducedMotion()) return;
    this.film = frames(from, { ...view, path: view.path });
    this.step = 0;
    this.timer = window.setTimeout(() => this.next(), slowDuration());
  }

  private next(): void {
    this.step += 1;
    if (this.step >= this.film.length) this.film = [];
    else this.timer = window.setTimeout(() => this.next(), slowDuration() * 1.3);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.film = [];
  }
}
