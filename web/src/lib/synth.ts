/** Makes the samples of a sound from tones and noise. The same parts always make the same samples. */

/** A tone glides from one pitch to another; noise is filtered around a pitch. Times in seconds. */
export interface Part {
  at: number;
  length: number;
  pitch: number;
  to?: number;
  volume: number;
  wave: "tone" | "noise";
}

/** Returns the next sample of a part, given its pitch there. */
type Voice = (pitch: number) => number;

const SILENT = 0.001; // what the volume of a part has fallen to at its end
const ATTACK = 0.002; // seconds in which a part begins and ends, so that neither clicks
const RELEASE = 0.006;

/** Return the samples of a sound at a sample rate. */
export function synthesize(parts: readonly Part[], rate: number): Float32Array<ArrayBuffer> {
  const length = Math.max(...parts.map((part) => part.at + part.length));
  const samples = new Float32Array(Math.ceil(length * rate));
  for (const part of parts) add(samples, part, rate);
  return samples;
}

function add(samples: Float32Array, part: Part, rate: number): void {
  const [start, count] = [Math.round(part.at * rate), Math.floor(part.length * rate)];
  const voice = part.wave === "noise" ? filteredNoise(rate) : triangle(rate);
  const glide = ((part.to ?? part.pitch) / part.pitch) ** (1 / count);
  const decay = (SILENT / part.volume) ** (1 / count);
  let [pitch, volume] = [part.pitch, part.volume];
  for (let i = 0; i < count && start + i < samples.length; i++) {
    const edge = Math.min(1, i / (ATTACK * rate), (count - i) / (RELEASE * rate));
    samples[start + i]! += voice(pitch) * volume * edge;
    pitch *= glide;
    volume *= decay;
  }
}

function triangle(rate: number): Voice {
  let phase = 0.25; // where a triangle crosses zero
  return (pitch) => {
    phase = (phase + pitch / rate) % 1;
    return 1 - 4 * Math.abs(phase - 0.5);
  };
}

function filteredNoise(rate: number): Voice {
  let seed = 1;
  const pass = bandPass(rate);
  return (pitch) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return pass(seed / 2 ** 31 - 1, pitch);
  };
}

/** Return a filter that lets through what is near a pitch: a state variable filter with Q = 1. */
export function bandPass(rate: number): (sample: number, pitch: number) => number {
  let [one, two] = [0, 0];
  return (sample, pitch) => {
    const g = Math.tan((Math.PI * pitch) / rate);
    const band = (one + g * (sample - two)) / (1 + g * (g + 1));
    const low = two + g * band;
    [one, two] = [2 * band - one, 2 * low - two];
    return band;
  };
}
