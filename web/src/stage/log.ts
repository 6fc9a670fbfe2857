/** The story of a match, divided for reading: by chapters, and within them by whose doing it was. */

import type { Entry, GameScreen } from "$lib/board";
import type { LogIconName } from "./logIcons";

const RECENT = 40; // entries among which the last move is looked for

/** Entries in a row that are about the same seat; `seat` is null for what concerns nobody in particular. */
export interface Passage {
  seat: number | null;
  /** Whether a chapter begins here. */
  chapter: boolean;
  entries: Line[];
}

/** An entry, its place in the story, and how many in a row it stands for: the same again, or further small steps. */
export interface Line {
  entry: Entry;
  at: number;
  times: number;
}

const lines = new WeakMap<Entry, Line>();

/** The same line for the same entry, so that a page need not draw it again. */
function lineOf(entry: Entry, at: number, times = 1): Line {
  const known = lines.get(entry);
  if (known?.at === at && known.times === times) return known;
  const line = { entry, at, times };
  lines.set(entry, line);
  return line;
}

/** Add an entry to a passage; what is told once more is counted. */
function append(passage: Passage, entry: Entry, at: number, steps: readonly string[]): void {
  const { entries } = passage;
  const last = entries.at(-1);
  if (last && goesOn(last.entry, entry, steps)) entries[entries.length - 1] = lineOf(entry, last.at, last.times + 1);
  else entries.push(lineOf(entry, at));
}

function goesOn(one: Entry, other: Entry, steps: readonly string[]): boolean {
  if (one.key !== other.key) return false;
  if (steps.includes(one.key)) return one.values.seat === other.values.seat;
  return JSON.stringify(one.values) === JSON.stringify(other.values);
}

export function passages(story: Entry[], screen: Pick<GameScreen, "isChapter" | "steps">, first = 0): Passage[] {
  const found: Passage[] = [];
  story.forEach((entry, index) => {
    const chapter = screen.isChapter?.(entry) ?? false;
    const seat = actorOf(entry);
    const last = found.at(-1);
    if (last && !chapter && (seat === null || seat === last.seat))
      append(last, entry, first + index, screen.steps ?? []);
    else found.push({ seat: chapter ? null : seat, chapter, entries: [lineOf(entry, first + index)] });
  });
  return found;
}

/** The seat whose doing an entry tells. */
function actorOf(entry: Entry): number | null {
  const { seat } = entry.values;
  return typeof seat === "number" && !entry.key.startsWith("table.") ? seat : null;
}

const CLOCKS = ["table.late", "table.time_up"];

/** The icon of an entry: what the game says, or for notes about the table a chair or a clock. */
export function iconOf(entry: Entry, screen: Pick<GameScreen, "icon">): LogIconName | null {
  if (CLOCKS.includes(entry.key)) return "clock";
  return entry.key.startsWith("table.") ? "chair" : (screen.icon?.(entry) ?? null);
}

/** The spots that the latest passage about another seat tells of: its last move. */
export function latestPlaces(
  story: Entry[],
  screen: Pick<GameScreen, "isChapter" | "places">,
  me: number | null,
): string[] {
  const { isChapter } = screen;
  const others = passages(story.slice(-RECENT), { isChapter }, Math.max(0, story.length - RECENT)).filter(
    ({ seat }) => seat !== null && seat !== me,
  );
  return (others.at(-1)?.entries ?? []).flatMap(({ entry }) => screen.places?.(entry) ?? []);
}
