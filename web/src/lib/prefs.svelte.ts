/** The person's preferences, saved in the browser's local storage. */

import { preferred, type Language } from "./translator.svelte";

export type Theme = "system" | "light" | "dark";
export type Motion = "system" | "full" | "less";

const KEY = "fairground.prefs";
const DARK = "(prefers-color-scheme: dark)";
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

class Prefs {
  theme: Theme = $state("system");
  motion: Motion = $state("system");
  sound = $state(false);
  language: Language = $state("en");
  name = $state("");

  constructor() {
    const saved = read();
    this.theme = saved.theme ?? "system";
    this.motion = saved.motion ?? "system";
    this.sound = saved.sound ?? false;
    this.language = saved.language ?? preferred(navigator.languages);
    this.name = saved.name ?? "";
  }

  /** Follow changes of the system's settings, such as the switch to dark mode. */
  follow(): void {
    for (const query of [DARK, REDUCED_MOTION]) window.matchMedia(query).addEventListener("change", () => this.apply());
  }

  /** Save the preferences and apply them to the page. */
  apply(): void {
    const { theme, motion, sound, language, name } = this;
    localStorage.setItem(KEY, JSON.stringify({ theme, motion, sound, language, name }));
    const root = document.documentElement;
    root.lang = language;
    root.dataset.theme = theme === "system" ? (matches(DARK) ? "dark" : "light") : theme;
    root.dataset.motion = motion === "system" ? (matches(REDUCED_MOTION) ? "less" : "full") : motion;
  }
}

function read(): Partial<Pick<Prefs, "theme" | "motion" | "sound" | "language" | "name">> {
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
