/** The geometry of the graph of shares. */

import type { Review } from "$lib/wire";

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How the lines of the seats differ besides their colours. */
export const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 2 1 2 1 2"];

/** Each seat's share at every moment, from before the first move to the end. */
export function sharesOf(review: Review): number[][] {
  return [review.initial, ...review.moves.map((move) => move.shares)];
}

export function placeX(area: Area, moments: number, at: number): number {
  return area.left + (area.width * at) / Math.max(1, moments - 1);
}

export function placeY(area: Area, share: number): number {
  return area.top + area.height * (1 - Math.max(0, Math.min(1, share)));
}

/** The line of a seat as points of a polyline. */
export function lineOf(area: Area, shares: number[][], seat: number): string {
  return shares
    .map((each, at) => `${round(placeX(area, shares.length, at))},${round(placeY(area, each[seat] ?? 0))}`)
    .join(" ");
}

/** The moment nearest to a place from the left. */
export function momentAt(area: Area, moments: number, x: number): number {
  const moment = Math.round(((x - area.left) / Math.max(1, area.width)) * (moments - 1));
  return Math.max(0, Math.min(moments - 1, moment));
}

const PAGE = 10; // moments

/** Where a key leads to from a moment; null if it is none of the graph's keys. */
export function momentByKey(key: string, at: number, moments: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - PAGE,
    PageUp: at + PAGE,
    Home: 0,
    End: moments - 1,
  };
  const to = steps[key];
  return to === undefined ? null : Math.max(0, Math.min(moments - 1, to));
}

/** Move numbers that would lie on top of each other apart, within the area. */
export function spread(places: number[], apart: number, area: Area): number[] {
  const moved: number[] = [];
  for (const place of places) moved.push(Math.max(place, (moved.at(-1) ?? -Infinity) + apart));
  const beyond = Math.max(0, (moved.at(-1) ?? 0) - (area.left + area.width));
  return moved.map((place, i) => Math.max(area.left + i * apart, place - beyond));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
