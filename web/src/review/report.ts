/** The data of a review. */

import type { Offer, Told } from "$lib/wire";

export interface ValuedMove {
  words: string;
  value: number;
  error: number;
  weight: number;
}
export interface LineMove {
  seat: number;
  words: string;
}
export interface Reasons {
  made: Record<string, number>;
  better: Record<string, number>;
}
export interface MoveReview {
  at: number;
  seat: number;
  words: string;
  path: string[];
  label: string | null;
  best: string;
  best_path: string[];
  loss: number;
  error: number;
  shares: number[];
  effect: number[];
  luck: number[];
  values: ValuedMove[];
  line: LineMove[];
  why: Reasons | null;
}
export interface Parts {
  own: number;
  others: number[];
  luck: number;
}
export interface DecisiveMoment {
  at: number;
  seat: number;
  kind: string;
  gainer: number;
  change: number;
}
export interface Review {
  version: number;
  game: string;
  rules: number;
  seats: number;
  players: Record<string, string>;
  budget: number;
  complete: boolean;
  initial: number[];
  final: number[];
  parts: Parts[];
  accuracy: (number | null)[];
  adjusted: number[];
  moves: MoveReview[];
  moments: DecisiveMoment[];
}
export interface ReviewFacts {
  key: string;
  state: "queued" | "running" | "done";
}
export type FromReview =
  | { kind: "queued"; ahead: number }
  | { kind: "progress"; done: number; of: number }
  | { kind: "review"; review: Review }
  | { kind: "error"; error: string; again: boolean };
export interface LinePosition {
  seat: number | null;
  words: string;
  view: unknown;
  picture: string;
  log: Told[];
}
export interface Question {
  at: number;
  seat: number;
  actors: number[];
  offers: Offer[];
  view: unknown;
  picture: string;
  points: number[];
  headings: Record<string, number[]>;
}
export interface AskReview {
  table?: string | null;
  record?: string | null;
  box?: string | null;
}
