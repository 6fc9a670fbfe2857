/** What standings and plots show, computed from what the server sends. */

import type { TournamentPage, TournamentPlayer } from "$lib/wire";

/** A number of parts as points, such as 1.5; two parts of two make one point. */
export function points(parts: number, ofAPoint: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(parts / ofAPoint);
}

export type Column = "points" | "met" | "beaten" | "wins" | "survived";

/** The columns that rank the players of a tournament, the most important first. */
export function columnsOf(format: TournamentPage["about"]["format"]): Column[] {
  if (format === "knock_out") return ["survived"];
  return format === "swiss" ? ["points", "met", "beaten", "wins"] : ["points", "beaten", "wins"];
}

export function cell(player: TournamentPlayer, column: Column, parts: number, language: string): string {
  if (column === "points" || column === "met") return points(player[column], parts, language);
  if (column === "beaten") return points(player.beaten, 2 * parts, language);
  return String(player[column]);
}

export interface PlotArea {
  width: number;
  height: number;
  left: number;
  bottom: number;
  top: number;
}

export interface Plot {
  line: string;
  band: string;
  dots: { x: number; y: number }[];
  /** The ratings at which a line is drawn, and where. */
  scale: { rating: number; y: number }[];
}

const STEPS = [10, 20, 50, 100, 200, 500, 1000, 2000];

/** The rating after each match as a line, with the margin as a band. */
export function plotOf(history: readonly { rating: number; margin: number }[], area: PlotArea): Plot {
  const low = Math.min(...history.map((one) => one.rating - one.margin));
  const high = Math.max(...history.map((one) => one.rating + one.margin));
  const across = Math.max(1, history.length - 1);
  const x = (number: number) => area.left + ((area.width - area.left - 8) * number) / across;
  const tall = area.height - area.bottom - area.top;
  const y = (rating: number) => area.top + (tall * (high - rating)) / Math.max(1, high - low);
  const dots = history.map((one, number) => ({ x: x(number), y: y(one.rating) }));
  const text = (all: { x: number; y: number }[]) => all.map((dot) => `${round(dot.x)},${round(dot.y)}`).join(" ");
  const upper = history.map((one, number) => ({ x: x(number), y: y(one.rating + one.margin) }));
  const lower = history.map((one, number) => ({ x: x(number), y: y(one.rating - one.margin) }));
  const step = STEPS.find((each) => (high - low) / each <= 5) ?? STEPS.at(-1)!;
  const scale = [];
  for (let rating = Math.ceil(low / step) * step; rating <= high; rating += step) scale.push({ rating, y: y(rating) });
  return { line: text(dots), band: text([...upper, ...lower.reverse()]), dots, scale };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
