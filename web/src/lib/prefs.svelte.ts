/** What the person prefers, kept in the browser. */

import { preferred, type Language } from "./words.svelte";

export type Theme = "system" | "light" | "dark";
export type Motion = "system" | "full" | "less";

const KEY = "fairground.prefs";
const DARK = "(prefers-color-scheme: dark)";
const STILL = "(prefers-reduced-motion: reduce)";

class Prefs {
  theme: Theme = $state("system");
  motion: Motion = $state("system");
  sound = $state(false);
  language: Language = $state("en");
  name = $state("");

  constructor() {
    const kept = read();
    this.theme = kept.theme ?? "system";
    this.motion = kept.motion ?? "system";
    this.sound = kept.sound ?? false;
    this.language = kept.language ?? preferred(navigator.languages);
    this.name = kept.name ?? "";
  }

  /** Change with the device, as at nightfall. */
  follow(): void {
    for (const query of [DARK, STILL]) window.matchMedia(query).addEventListener("change", () => this.apply());
  }

  /** Write everything down and show it on the page. */
  apply(): void {
    const { theme, motion, sound, language, name } = this;
    localStorage.setItem(KEY, JSON.stringify({ theme, motion, sound, language, name }));
    const root = document.documentElement;
    root.lang = language;
    root.dataset.theme = theme === "system" ? (asks(DARK) ? "dark" : "light") : theme;
    root.dataset.motion = motion === "system" ? (asks(STILL) ? "less" : "full") : motion;
  }
}

function read(): Partial<Pick<Prefs, "theme" | "motion" | "sound" | "language" | "name">> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Prefs>;
  } catch {
    return {};
  }
}

function asks(query: string): boolean {
  return window.matchMedia(query).matches;
}

export const prefs = new Prefs();
