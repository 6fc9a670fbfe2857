/** Plays launches back, frame by frame, as views with a new one come in. */

import { slowDuration, prefersReducedMotion } from "$lib/motion";
import { frames, type Frame } from "./launch";
import type { FireworksView, SkyTile } from "./view";

export class Playback {
  private film: Frame[] = $state.raw([]);
  step = $state(0);
  /** What is shown instead of the view while a launch is played. */
  frame = $derived(this.film[this.step] ?? null);

  private timer = 0;
  private before: SkyTile[] = [];
  private played = "";
  private turn = 0;

  /** A view has come: if a launch lies between it and the last one, play it. */
  follow(view: FireworksView): void {
    const launch = JSON.stringify(view.path);
    if (launch !== this.played && this.before.length > 0 && this.onward(view)) this.play(view, this.before);
    this.played = launch;
    this.before = view.sky;
    this.turn = view.turn;
  }

  /** Stepping back through a match shows no launch. */
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
