/** The lines of a study: the match itself, which is line 0, and the side lines that leave it or each other. */

import type { StudyLine } from "./wire";

export type Lines = Record<number, StudyLine>;

/** A moment of a study: after `at` moves of a line. */
export interface Place {
  line: number;
  at: number;
}

export const MAIN = 0;

/** How many moves have been made where a line begins. */
export function startOf(lines: Lines, line: number): number {
  const side = lines[line];
  return side ? startOf(lines, side.parent) + side.at : 0;
}

/** How many moves have been made at a place. */
export function momentOf(lines: Lines, place: Place): number {
  return startOf(lines, place.line) + place.at;
}

/** The place at which so many moves have been made on the way along a line: on it, or on one that leads to it. */
export function placeOn(lines: Lines, line: number, moment: number): Place {
  const side = lines[line];
  const start = startOf(lines, line);
  if (!side) return { line: MAIN, at: moment };
  return moment > start ? { line, at: moment - start } : placeOn(lines, side.parent, moment);
}

/** The same moment without the start of a side line, which is a moment of the line that it leaves. */
export function normal(lines: Lines, place: Place): Place {
  return placeOn(lines, place.line, momentOf(lines, place));
}

export function isSame(one: Place, other: Place): boolean {
  return one.line === other.line && one.at === other.at;
}

/** The side lines that begin at a place. */
export function linesAt(lines: Lines, place: Place): StudyLine[] {
  return Object.values(lines).filter((side) => isSame(normal(lines, { line: side.parent, at: side.at }), place));
}

/** A place, or the last one before it that is there after lines have changed. */
export function nearest(before: Lines, after: Lines, place: Place): Place {
  for (let moment = momentOf(before, place); moment > 0; moment--) {
    const earlier = placeOn(before, place.line, moment);
    const side = after[earlier.line];
    if (earlier.line === MAIN || (side && earlier.at <= side.moves.length)) return earlier;
  }
  return { line: MAIN, at: 0 };
}

/** How many moves there are along a line, to its end. */
export function lengthOf(record: string, lines: Lines, line: number): number {
  const side = lines[line];
  return side ? startOf(lines, line) + side.moves.length : movesOf(record).length;
}

/** The text of a record that goes along a line to its end. */
export function recordAlong(record: string, lines: Lines, line: number): string {
  const side = lines[line];
  if (!side) return record;
  const head = record.slice(0, record.indexOf("\n\n") + 2);
  return `${head}${movesTo(record, lines, { line, at: side.moves.length }).join("\n")}\n`;
}

function movesTo(record: string, lines: Lines, place: Place): string[] {
  const side = lines[place.line];
  if (!side) return movesOf(record).slice(0, place.at);
  const own = side.moves.slice(0, place.at).map(({ seat, words }) => `${seat} ${words}`);
  return [...movesTo(record, lines, { line: side.parent, at: side.at }), ...own];
}

function movesOf(record: string): string[] {
  const body = record.slice(record.indexOf("\n\n") + 2);
  return body.split("\n").filter((line) => /^\d+ /.test(line));
}
