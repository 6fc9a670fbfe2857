/** Tells in the person's language what happened at a table: in the match, and with the chairs. */

import type { Entry, GameScreen } from "./board";
import { sayFor, t } from "./i18n";
import { describeEntry, describeValues } from "./story";
import type { Values } from "./translator.svelte";

/** Whether an entry is about the table and not about the match. */
const isNote = (entry: Entry): boolean => entry.key.startsWith("table.");

const chairName = (chair: unknown): string => t("new.chair", { number: Number(chair ?? 0) + 1 });

export function tellEntry(entry: Entry, screen: GameScreen, game: string, names: string[]): string {
  return isNote(entry) ? tellNote(entry) : describeEntry(entry, screen, sayFor(game), names);
}

/** Tell several small steps as one. */
export function tellSteps(entry: Entry, times: number, screen: GameScreen, game: string, names: string[]): string {
  const say = sayFor(game);
  return say(`steps.${entry.key}`, { ...describeValues(entry, screen, say, names), times });
}

/** A note has the names that people had at the time; whoever had none is named by the number of their seat. */
function tellNote(entry: Entry): string {
  const { name, chair, former, level } = entry.values;
  const values: Values = {
    name: typeof name === "number" ? t("table.player", { number: name + 1 }) : String(name ?? ""),
    chair: chairName(chair),
    former: chairName(former),
    level: t(`level.${String(level)}`),
  };
  return t(`story.${entry.key}`, values);
}
