/** Tells what happened in the words of the person's language. */

import type { Entry, GameScreen, Say } from "./board";
import type { Values } from "./words.svelte";

const SEATS = new Set(["seat", "other", "seats"]);
/** What of a game's screen is needed to tell a story. */
type Telling = Pick<GameScreen, "value">;
type Value = number | string | (number | string)[];

export function tell(entry: Entry, screen: Telling, say: Say, names: string[]): string {
  const values: Values = {};
  for (const [name, value] of Object.entries(entry.values)) values[name] = word(entry, screen, say, names, name, value);
  return say(`story.${entry.key}`, values);
}

function word(entry: Entry, screen: Telling, say: Say, names: string[], name: string, value: Value): string | number {
  if (Array.isArray(value)) return value.map((each) => word(entry, screen, say, names, name, each)).join(", ");
  if (SEATS.has(name) && typeof value === "number") return names[value] ?? String(value);
  const told = screen.value(entry, name, value, say);
  return typeof value === "number" && told === String(value) ? value : told;
}
