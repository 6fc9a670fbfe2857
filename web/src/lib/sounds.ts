/** What each sound is made of. Small things are equally loud, and what is rare is louder. */

import type { Part } from "./synth";

/** Kinds of sounds that can be switched off by themselves. */
export type SoundKind = "turns" | "pieces" | "points" | "chat";

interface Sound {
  kind: SoundKind;
  /** Makes it as loud as others of its size: `sounds.test.ts` measures that. */
  gain: number;
  parts: readonly Part[];
}

export const LOUDNESS = 0.5; // of all sounds

const tone = (at: number, pitch: number, length = 0.25, volume = 0.16, to?: number): Part => ({
  at,
  length,
  pitch,
  to,
  volume,
  wave: "tone",
});
const noise = (at: number, pitch: number, length = 0.06, volume = 0.22, to?: number): Part => ({
  at,
  length,
  pitch,
  to,
  volume,
  wave: "noise",
});
/** A bell with the partials of a cast one: hum, prime, tierce, quint, nominal, and two that die soon. */
const PARTIALS = [
  [0.5, 1, 0.09],
  [1, 0.9, 0.14],
  [1.19, 0.65, 0.08],
  [1.5, 0.5, 0.06],
  [2, 0.55, 0.1],
  [2.66, 0.3, 0.05],
  [4.1, 0.16, 0.04],
] as const;
const strike = (pitch: number, length: number): Part[] =>
  PARTIALS.map(([ratio, part, volume]) => tone(0, pitch * ratio, length * part, volume));

export const SOUNDS = {
  turn: { kind: "turns", gain: 1.15, parts: [tone(0, 660), tone(0.12, 880)] },
  won: {
    kind: "turns",
    gain: 0.78,
    parts: [
      ...[523, 659, 784].map((pitch, i) => tone(0.13 * i, pitch, 0.22, 0.15)),
      ...[523, 784, 1047].map((pitch) => tone(0.42, pitch, 0.3, 0.11)),
      ...[587, 880, 1175].map((pitch) => tone(0.66, pitch, 0.22, 0.1)),
      ...[659, 1047, 1319].map((pitch) => tone(0.86, pitch, 1.3, 0.11)),
      ...[0.9, 1.35, 1.75].flatMap((at, i) => [noise(at, 900 + 300 * i, 0.5, 0.16), noise(at + 0.1, 3200, 0.4, 0.06)]),
    ],
  },
  lost: {
    kind: "turns",
    gain: 1.25,
    parts: [
      tone(0, 659, 0.4, 0.12),
      tone(0.22, 587, 0.4, 0.12),
      tone(0.44, 523, 0.9, 0.12),
      tone(0.44, 392, 0.9, 0.08),
    ],
  },
  tile: {
    kind: "pieces",
    gain: 1.7,
    parts: [noise(0, 2400, 0.025, 0.3), tone(0, 1150, 0.05, 0.16), tone(0.012, 870, 0.05, 0.1)],
  },
  card: { kind: "pieces", gain: 1.11, parts: [noise(0, 3000, 0.12, 0.3, 5200), noise(0.1, 1400, 0.03, 0.3)] },
  cube: { kind: "pieces", gain: 1.81, parts: [tone(0, 520, 0.05, 0.18), noise(0, 2600, 0.02)] },
  die: {
    kind: "pieces",
    gain: 1.48,
    parts: [0, 0.09, 0.16, 0.21, 0.25].flatMap((at, i) => [noise(at, 1500 + 300 * i, 0.04), tone(at, 300, 0.04, 0.1)]),
  },
  step: { kind: "pieces", gain: 1.27, parts: [tone(0, 180, 0.08, 0.22, 120), noise(0, 900, 0.03, 0.1)] },
  bell: { kind: "pieces", gain: 0.66, parts: [...strike(880, 1.8), noise(0, 5200, 0.03, 0.12)] },
  firework: {
    kind: "pieces",
    gain: 0.98,
    parts: [
      tone(0, 300, 0.42, 0.08, 1500),
      tone(0.42, 95, 0.3, 0.3, 45),
      noise(0.42, 260, 0.5, 0.5, 120),
      noise(0.42, 1100, 0.3, 0.3, 600),
      ...[0.58, 0.64, 0.67, 0.74, 0.78, 0.86, 0.93].map((at, i) => noise(at, 3000 + 500 * (i % 3), 0.05, 0.16)),
    ],
  },
  fizzle: { kind: "pieces", gain: 1.28, parts: [noise(0, 2600, 0.5, 0.14, 300), tone(0, 420, 0.5, 0.08, 110)] },
  gong: {
    kind: "pieces",
    gain: 0.8,
    parts: [tone(0, 196, 1.2, 0.2), tone(0, 294, 0.9, 0.1), tone(0.01, 523, 0.5, 0.05)],
  },
  cheer: {
    kind: "pieces",
    gain: 2.97,
    parts: [noise(0, 700, 0.9, 0.14, 1500), noise(0.12, 1300, 0.8, 0.1, 2100), tone(0.1, 700, 0.5, 0.05, 1050)],
  },
  cubes: {
    kind: "pieces",
    gain: 1.47,
    parts: [0, 0.06, 0.13].flatMap((at, i) => [tone(at, 480 + 70 * i, 0.05, 0.15), noise(at, 2400 + 200 * i, 0.02)]),
  },
  shuffle: {
    kind: "pieces",
    gain: 3.39,
    parts: [0, 0.05, 0.1, 0.15, 0.2, 0.25].map((at) => noise(at, 3600, 0.05, 0.1)),
  },
  gate: {
    kind: "pieces",
    gain: 1.39,
    parts: [tone(0, 110, 0.3, 0.14, 150), noise(0, 500, 0.25, 0.12), tone(0.3, 160, 0.1, 0.2)],
  },
  wave: { kind: "pieces", gain: 3.32, parts: [noise(0, 300, 0.6, 0.22, 900), noise(0.3, 900, 0.6, 0.14, 300)] },
  splash: {
    kind: "pieces",
    gain: 1.7,
    parts: [noise(0, 1900, 0.35, 0.2, 450), tone(0.06, 700, 0.1, 0.06, 1100), tone(0.17, 800, 0.1, 0.05, 1300)],
  },
  horn: {
    kind: "pieces",
    gain: 0.68,
    parts: [tone(0, 220, 0.5, 0.16), tone(0, 277, 0.5, 0.12), tone(0, 330, 0.5, 0.1)],
  },
  cloth: { kind: "pieces", gain: 3.4, parts: [noise(0, 900, 0.16, 0.16, 1800), noise(0.15, 1300, 0.12, 0.12, 700)] },
  fruit: { kind: "pieces", gain: 1.73, parts: [tone(0, 330, 0.07, 0.16, 210), noise(0.01, 1200, 0.04, 0.1)] },
  pan: { kind: "pieces", gain: 1.56, parts: [tone(0, 1250, 0.25, 0.06), noise(0.05, 5200, 0.7, 0.1, 4200)] },
  magic: {
    kind: "pieces",
    gain: 1.25,
    parts: [0, 4, 7, 12, 16].map((step, i) => tone(0.09 * i, 1568 * 2 ** (step / 12), 0.35, 0.07)),
  },
  chat: { kind: "chat", gain: 1.74, parts: [tone(0, 1568, 0.06, 0.12), tone(0.08, 392, 0.12, 0.14)] },
  points: { kind: "points", gain: 1.43, parts: [tone(0, 988, 0.12, 0.12), tone(0.08, 1319, 0.2, 0.12)] },
} as const satisfies Record<string, Sound>;

export type SoundName = keyof typeof SOUNDS;
