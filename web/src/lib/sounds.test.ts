/** Nobody can listen in a test, but it can measure: levels, clicks, and how different the sounds are. */

import { describe, expect, test } from "vitest";
import { LOUDNESS, SOUNDS, type SoundName } from "./sounds";
import { bandPass, synthesize } from "./synth";

const RATE = 48000;
const NAMES = Object.keys(SOUNDS) as SoundName[];
const RARE: SoundName[] = ["bell", "gong", "firework", "won", "lost", "cheer"];
const SMALL: SoundName[] = ["cube", "cubes", "tile", "card", "fruit", "step", "cloth", "shuffle", "die"];
const PLAIN = NAMES.filter((name) => !RARE.includes(name) && !SMALL.includes(name));
/** Sounds of the same things, which may be alike. */
const FAMILIES: SoundName[][] = [
  ["card", "shuffle"],
  ["cube", "cubes"],
];

const played = new Map(NAMES.map((name) => [name, samplesOf(name)]));

function samplesOf(name: SoundName): Float32Array {
  const { gain, parts } = SOUNDS[name];
  return synthesize(parts, RATE).map((sample) => sample * gain * LOUDNESS);
}

type Coefficients = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];
/** How well people hear a pitch, after ITU-R BS.1770, at 48 kHz. */
const HEARING: Coefficients[] = [
  [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585],
  [1, -2, 1, -1.99004745483398, 0.99007225036621],
];

function filter(samples: Float32Array, [b0, b1, b2, a1, a2]: Coefficients): Float32Array {
  let [one, two] = [0, 0];
  return samples.map((sample) => {
    const out = b0 * sample + one;
    [one, two] = [b1 * sample - a1 * out + two, b2 * sample - a2 * out];
    return out;
  });
}

/** The loudness of the loudest tenth of a second, in LUFS. */
function loudness(samples: Float32Array): number {
  const heard = HEARING.reduce(filter, samples);
  const frame = RATE / 10;
  let [sum, most] = [0, 0];
  heard.forEach((sample, i) => {
    sum += sample ** 2 - (i >= frame ? heard[i - frame]! ** 2 : 0);
    most = Math.max(most, sum);
  });
  return 10 * Math.log10(most / frame) - 0.691;
}

const BANDS = Array.from({ length: 14 }, (_, i) => 100 * 2 ** (i / 2));
const TIMES = [0, 0.06, 0.2, 0.5, 3]; // seconds between which the bands are measured

/** How much of a sound is in each band at each time, as a vector of length 1. */
function fingerprint(samples: Float32Array): number[] {
  const energies = BANDS.flatMap((pitch) => {
    const pass = bandPass(RATE);
    const band = samples.map((sample) => pass(sample, pitch));
    return TIMES.slice(1).map((end, i) =>
      band.slice(TIMES[i]! * RATE, end * RATE).reduce((sum, sample) => sum + sample ** 2, 0),
    );
  });
  const length = Math.hypot(...energies);
  return energies.map((energy) => energy / length);
}

describe.each(NAMES)("%s", (name) => {
  const samples = played.get(name)!;

  test("has room for others above it, and neither begins nor ends with a click", () => {
    expect(Math.max(...samples.map(Math.abs))).toBeLessThan(0.25);
    for (const edge of [samples[0]!, samples.at(-1)!]) expect(Math.abs(edge)).toBeLessThan(0.0005);
    expect(Math.abs(samples.reduce((sum, sample) => sum + sample, 0) / samples.length)).toBeLessThan(0.001);
  });

  test("is over before the next turn", () => {
    expect(samples.length / RATE).toBeLessThan(RARE.includes(name) ? 2.5 : 1);
  });
});

test("things are equally loud, and what is rare is louder", () => {
  const range = (names: SoundName[]): [number, number] => {
    const all = names.map((name) => loudness(played.get(name)!));
    return [Math.min(...all), Math.max(...all)];
  };
  const [small, plain, rare] = [range(SMALL), range(PLAIN), range(RARE)];
  for (const [low, high] of [small, plain, rare]) expect(high - low).toBeLessThan(2);
  expect(plain[0]).toBeGreaterThan(small[1] + 1);
  expect(rare[0]).toBeGreaterThan(plain[1] + 1);
});

test("no two sounds of different things are alike", () => {
  const prints = new Map(NAMES.map((name) => [name, fingerprint(played.get(name)!)]));
  const alike = NAMES.flatMap((one, i) =>
    NAMES.slice(i + 1)
      .filter((other) => !FAMILIES.some((family) => family.includes(one) && family.includes(other)))
      .map((other) => ({ one, other, likeness: dot(prints.get(one)!, prints.get(other)!) })),
  ).filter(({ likeness }) => likeness > 0.9);
  expect(alike).toEqual([]);
});

test("the same parts make the same samples", () => {
  expect(synthesize(SOUNDS.firework.parts, RATE)).toEqual(synthesize(SOUNDS.firework.parts, RATE));
});

function dot(one: number[], other: number[]): number {
  return one.reduce((sum, value, i) => sum + value * other[i]!, 0);
}
