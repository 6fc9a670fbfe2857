/** The key of this browser's passport, saved in its local storage. The browser makes it by itself. */

import { prefs } from "$lib/prefs.svelte";

interface SavedKey {
  key: string;
  /** Whether the server knows the passport. */
  registered: boolean;
}

const STORAGE = "fairground.passport";
const FORM = /^fp-[0-9a-f]{32}$/;

function read(): SavedKey | null {
  try {
    const saved = JSON.parse(localStorage.getItem(STORAGE) ?? "null") as SavedKey | null;
    return saved && FORM.test(saved.key) ? saved : null;
  } catch {
    return null;
  }
}

function write(saved: SavedKey): void {
  localStorage.setItem(STORAGE, JSON.stringify(saved));
}

/** The key of this browser's passport, which is made if there is none yet. */
export function ownKey(): string {
  const saved = read() ?? { key: newKey(), registered: false };
  write(saved);
  return saved.key;
}

/** The key that is shown to the server; null while it knows no passport of this browser, or is not to. */
export function shownKey(): string | null {
  const saved = prefs.passport ? read() : null;
  return saved?.registered ? saved.key : null;
}

/** The headers that show the passport. */
export function passportHeader(): Record<string, string> {
  const key = shownKey();
  return key ? { "X-Passport-Key": key } : {};
}

/** Use the key of a passport that the server knows. */
export function saveKey(key: string): void {
  write({ key, registered: true });
}

/** Forget the key: the passport was deleted, or is another one from now on. */
export function forgetKey(): void {
  localStorage.removeItem(STORAGE);
}

export function isKey(text: string): boolean {
  return FORM.test(text);
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `fp-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
