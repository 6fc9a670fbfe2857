/** A small review for tests: two seats, four moves, one mistake of each seat. */

import type { MoveReview, Review } from "$lib/wire";

export function sampleMove(at: number, seat: number, shares: number[], more: Partial<MoveReview> = {}): MoveReview {
  return {
    at,
    seat,
    words: `move ${at}`,
    path: [`spot:${at}`],
    label: "good",
    best: `move ${at}`,
    best_path: [`spot:${at}`],
    loss: 0,
    error: 0.01,
    shares,
    effect: [0, 0],
    luck: [0, 0],
    values: [],
    line: [],
    why: null,
    ...more,
  };
}

/** A mistake: the move made loses a fifth of the win to `better`; `close` loses next to nothing. */
export function sampleMistake(at: number, seat: number, shares: number[], label = "blunder"): MoveReview {
  return sampleMove(at, seat, shares, {
    label,
    best: "better",
    best_path: ["spot:better"],
    loss: 0.2,
    error: 0.02,
    values: [
      { words: "better", value: 0.6, error: 0 },
      { words: "same", value: 0.598, error: 0.001 },
      { words: "close", value: 0.58, error: 0.01 },
      { words: "unsure", value: 0.5, error: 0.06 },
      { words: "bad", value: 0.5, error: 0.02 },
      { words: `move ${at}`, value: 0.4, error: 0.02 },
    ],
  });
}

export function sampleReview(): Review {
  return {
    version: 1,
    game: "sample",
    rules: 1,
    seats: 2,
    players: {},
    budget: 100,
    complete: true,
    initial: [0.5, 0.5],
    final: [0, 1],
    parts: [
      { own: -0.3, others: [0, 0.1], luck: -0.3 },
      { own: -0.1, others: [0.3, 0], luck: 0.3 },
    ],
    accuracy: [70, 90],
    adjusted: [0.3, 0.7],
    moves: [
      sampleMove(0, 0, [0.55, 0.45]),
      sampleMistake(1, 1, [0.65, 0.35], "mistake"),
      sampleMistake(2, 0, [0.35, 0.65]),
      sampleMove(3, 1, [0, 1], { label: null }),
    ],
    moments: [
      { at: 1, seat: 1, kind: "decision", gainer: 0, change: 0.1 },
      { at: 2, seat: 0, kind: "decision", gainer: 1, change: 0.3 },
      { at: 3, seat: 1, kind: "luck", gainer: 1, change: 0.35 },
    ],
  };
}
