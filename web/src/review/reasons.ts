/** Compares the points that two moves lead to, heading by heading. */

import type { Reasons } from "$lib/wire";

export interface Comparison {
  heading: string;
  made: number;
  better: number;
  difference: number;
}

const CLEARLY = 2; // standard errors
const LEAST = 0.05; // points that show at one decimal

/** The headings in which the moves clearly differ, the largest difference first. */
export function compareHeadings({ made, better, errors }: Reasons): Comparison[] {
  const headings = new Set([...Object.keys(made), ...Object.keys(better)]);
  return [...headings]
    .map((heading) => compare(heading, made[heading] ?? 0, better[heading] ?? 0))
    .filter(({ heading, difference }) => Math.abs(difference) >= Math.max(LEAST, CLEARLY * (errors?.[heading] ?? 0)))
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
}

/** Whether the better move clearly brings fewer points. */
export function bringsFewer(why: Reasons): boolean {
  return compareTotals(why).difference < -Math.max(LEAST, CLEARLY * (why.error ?? 0));
}

/** All points together. */
export function compareTotals({ made, better }: Reasons): Comparison {
  const total = (points: Record<string, number>): number => Object.values(points).reduce((sum, each) => sum + each, 0);
  return compare("", total(made), total(better));
}

function compare(heading: string, made: number, better: number): Comparison {
  return { heading, made, better, difference: better - made };
}
