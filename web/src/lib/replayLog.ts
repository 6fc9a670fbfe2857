/** The log of a replay: what was told up to a moment, and at which moment each entry was told. */

import type { Told } from "./wire";

export interface ToldSoFar {
  story: Told[];
  /** The moment of each entry: how many moves had been made. */
  moments: number[];
}

/** `log` has what was told of each move; it begins with the start of the match. */
export function toldUpTo(log: Told[][], at: number): ToldSoFar {
  const told = log.slice(0, at + 1);
  return { story: told.flat(), moments: told.flatMap((entries, moment) => entries.map(() => moment)) };
}
