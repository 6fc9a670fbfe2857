/** Tells in the person's language what happened. */

import type { Entry, GameScreen, Say } from "./board";
import type { Values } from "./translator.svelte";

const SEATS = new Set(["seat", "other", "seats"]);
type ValueTranslator = Pick<GameScreen, "value">;
type Value = number | string | (number | string)[];

export function describeEntry(entry: Entry, screen: ValueTranslator, say: Say, names: string[]): string {
  return say(`story.${entry.key}`, describeValues(entry, screen, say, names));
}

/** Translate the values of an entry: seats by their names, things by what the game calls them. */
export function describeValues(entry: Entry, screen: ValueTranslator, say: Say, names: string[]): Values {
  function describe(name: string, value: Value): string | number {
    if (Array.isArray(value)) return value.map((each) => describe(name, each)).join(", ");
    if (SEATS.has(name) && typeof value === "number") return names[value] ?? String(value);
    const text = screen.value(entry, name, value, say);
    return typeof value === "number" && text === String(value) ? value : text; // a number, so that plurals work
  }

  const values: Values = {};
  for (const [name, value] of Object.entries(entry.values)) values[name] = describe(name, value);
  return values;
}
