/** The person's preferences, saved in the browser's local storage. */

import { preferred, type Language } from "./translator.svelte";

export type Theme = "system" | "light" | "dark";
/** How fast the moves of others are shown. */
export type Pace = "slow" | "normal" | "fast" | "instant";
export type Motion = "system" | "full" | "less";

const KEY = "fairground.prefs";
const DARK = "(prefers-color-scheme: dark)";
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

const SAVED = [
  "theme",
  "motion",
  "pace",
  "sound",
  "silent",
  "bubbles",
  "language",
  "name",
  "passport",
  "strength",
  "seats",
] as const;

class Prefs {
  theme: Theme = $state("dark");
  motion: Motion = $state("system");
  pace: Pace = $state("normal");
  sound = $state(true);
  /** The kinds of sounds that are switched off. */
  silent: string[] = $state.raw([]);
  /** Whether what a seat says is shown beside it for a moment. */
  bubbles = $state(true);
  language: Language = $state("en");
  name = $state("");
  /** Whether the server may know the person again. */
  passport = $state(true);
  /** The level of the bots in a match that begins at once. */
  strength = $state("apprentice");
  /** How many sit at such a match, by game. */
  seats: Record<string, number> = $state.raw({});

  constructor() {
    const saved = read();
    this.theme = saved.theme ?? "dark";
    this.motion = saved.motion ?? "system";
    this.pace = saved.pace ?? "normal";
    this.sound = saved.sound ?? true;
    this.silent = saved.silent ?? [];
    this.bubbles = saved.bubbles ?? true;
    this.language = saved.language ?? preferred(navigator.languages);
    this.name = saved.name ?? "";
    this.passport = saved.passport ?? true;
    this.strength = saved.strength ?? "apprentice";
    this.seats = saved.seats ?? {};
  }

  /** Follow changes of the system's settings, such as the switch to dark mode. */
  follow(): void {
    for (const query of [DARK, REDUCED_MOTION]) window.matchMedia(query).addEventListener("change", () => this.apply());
  }

  /** Save the preferences and apply them to the page. */
  apply(): void {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(SAVED.map((name) => [name, this[name]]))));
    const { theme, motion, language } = this;
    const root = document.documentElement;
    root.lang = language;
    root.dataset.theme = theme === "system" ? (matches(DARK) ? "dark" : "light") : theme;
    root.dataset.motion = motion === "system" ? (matches(REDUCED_MOTION) ? "less" : "full") : motion;
  }
}

function read(): Partial<Pick<Prefs, (typeof SAVED)[number]>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Prefs>;
  } catch {
    return {};
  }
}

function matches(query: string): boolean {
  return window.matchMedia(query).matches;
}

export const prefs = new Prefs();
