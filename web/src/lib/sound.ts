/** Short sounds, made here from tones and noise: what belongs to things on the table, to turns, and to the end. */

import { prefs } from "./prefs.svelte";

/** Kinds of sounds that can be switched off by themselves. */
export type SoundKind = "turns" | "pieces" | "points" | "chat";

/** A tone glides from one pitch to another; noise is filtered around a pitch. Times in seconds. */
interface Part {
  at: number;
  length: number;
  pitch: number;
  to?: number;
  volume: number;
  wave: OscillatorType | "noise";
}

const tone = (at: number, pitch: number, length = 0.25, volume = 0.16, to?: number): Part => ({
  at,
  length,
  pitch,
  to,
  volume,
  wave: "triangle",
});
const noise = (at: number, pitch: number, length = 0.06, volume = 0.22, to?: number): Part => ({
  at,
  length,
  pitch,
  to,
  volume,
  wave: "noise",
});

const SOUNDS = {
  turn: { kind: "turns", parts: [tone(0, 660), tone(0.12, 880)] },
  won: {
    kind: "turns",
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
    parts: [
      tone(0, 659, 0.4, 0.12),
      tone(0.22, 587, 0.4, 0.12),
      tone(0.44, 523, 0.9, 0.12),
      tone(0.44, 392, 0.9, 0.08),
    ],
  },
  tile: { kind: "pieces", parts: [noise(0, 1800, 0.03), tone(0.005, 240, 0.08, 0.2)] },
  card: { kind: "pieces", parts: [noise(0, 4200, 0.09, 0.12)] },
  cube: { kind: "pieces", parts: [tone(0, 520, 0.05, 0.18), noise(0, 2600, 0.02)] },
  die: {
    kind: "pieces",
    parts: [0, 0.09, 0.16, 0.21, 0.25].flatMap((at, i) => [noise(at, 1500 + 300 * i, 0.04), tone(at, 300, 0.04, 0.1)]),
  },
  step: { kind: "pieces", parts: [tone(0, 180, 0.08, 0.22, 120), noise(0, 900, 0.03, 0.1)] },
  bell: { kind: "pieces", parts: [tone(0, 880, 1.6, 0.2), tone(0, 1320, 1.2, 0.1), tone(0, 2217, 0.7, 0.06)] },
  firework: {
    kind: "pieces",
    parts: [tone(0, 300, 0.4, 0.1, 1500), noise(0.42, 900, 0.5, 0.3), noise(0.55, 3000, 0.4, 0.1)],
  },
  fizzle: { kind: "pieces", parts: [noise(0, 2600, 0.5, 0.14, 300), tone(0, 420, 0.5, 0.08, 110)] },
  gong: { kind: "pieces", parts: [tone(0, 196, 1.2, 0.2), tone(0, 294, 0.9, 0.1), tone(0.01, 523, 0.5, 0.05)] },
  cheer: {
    kind: "pieces",
    parts: [noise(0, 700, 0.9, 0.14, 1500), noise(0.12, 1300, 0.8, 0.1, 2100), tone(0.1, 700, 0.5, 0.05, 1050)],
  },
  cubes: {
    kind: "pieces",
    parts: [0, 0.06, 0.13].flatMap((at, i) => [tone(at, 480 + 70 * i, 0.05, 0.15), noise(at, 2400 + 200 * i, 0.02)]),
  },
  shuffle: { kind: "pieces", parts: [0, 0.05, 0.1, 0.15, 0.2, 0.25].map((at) => noise(at, 3600, 0.05, 0.1)) },
  gate: { kind: "pieces", parts: [tone(0, 110, 0.3, 0.14, 150), noise(0, 500, 0.25, 0.12), tone(0.3, 160, 0.1, 0.2)] },
  wave: { kind: "pieces", parts: [noise(0, 400, 0.5, 0.22, 1400), noise(0.3, 1400, 0.5, 0.14, 500)] },
  splash: { kind: "pieces", parts: [noise(0, 2400, 0.3, 0.2, 700), tone(0.05, 900, 0.12, 0.06, 300)] },
  horn: { kind: "pieces", parts: [tone(0, 220, 0.5, 0.16), tone(0, 277, 0.5, 0.12), tone(0, 330, 0.5, 0.1)] },
  cloth: { kind: "pieces", parts: [noise(0, 1100, 0.12, 0.16, 2000), noise(0.13, 1500, 0.1, 0.12, 900)] },
  fruit: { kind: "pieces", parts: [tone(0, 330, 0.07, 0.16, 210), noise(0.01, 1200, 0.04, 0.1)] },
  pan: { kind: "pieces", parts: [tone(0, 1250, 0.25, 0.06), noise(0.05, 5200, 0.7, 0.1, 4200)] },
  magic: { kind: "pieces", parts: [1047, 1319, 1568, 2093].map((pitch, i) => tone(0.06 * i, pitch, 0.22, 0.07)) },
  chat: { kind: "chat", parts: [tone(0, 740, 0.07, 0.1), tone(0.08, 587, 0.1, 0.08)] },
  points: { kind: "points", parts: [tone(0, 988, 0.12, 0.12), tone(0.08, 1319, 0.2, 0.12)] },
} as const satisfies Record<string, { kind: SoundKind; parts: Part[] }>;

export type SoundName = keyof typeof SOUNDS;

const LOUDNESS = 0.5;
const APART = 0.14; // seconds between the beginnings of two sounds
const MOST = 4; // sounds of one update
let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Play some sounds, each a little after the one before, as things are put down one after the other. */
export function playInTurn(names: SoundName[]): void {
  names.slice(0, MOST).forEach((name, i) => playSound(name, i * APART));
}

/** Play a sound, now or in some seconds. */
export function playSound(name: SoundName, delay = 0): void {
  const { kind, parts } = SOUNDS[name];
  if (prefs.silent.includes(kind) || !isAllowed()) return;
  const audio = open();
  for (const part of parts) play(audio, part, audio.currentTime + delay + part.at);
}

/** Open the way to the loudspeaker before a sound is due: that takes long, and pieces move when one is. */
export function prepareSound(): void {
  if (isAllowed()) open();
}

/** Whether there may be sound. Browsers forbid it before the first click. */
function isAllowed(): boolean {
  return prefs.sound && (navigator.userActivation?.hasBeenActive ?? false);
}

function open(): AudioContext {
  context ??= new AudioContext();
  hiss ??= whiteNoise(context);
  return context;
}

function play(audio: AudioContext, part: Part, start: number): void {
  const volume = audio.createGain();
  volume.gain.setValueAtTime(part.volume * LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + part.length);
  volume.connect(audio.destination);
  const [source, pitch] = part.wave === "noise" ? noiseSource(audio, volume) : toneSource(audio, part.wave, volume);
  pitch.setValueAtTime(part.pitch, start);
  if (part.to) pitch.exponentialRampToValueAtTime(part.to, start + part.length);
  source.start(start);
  source.stop(start + part.length);
}

/** What makes a sound, and its pitch. */
type Voice = [AudioScheduledSourceNode, AudioParam];

function toneSource(audio: AudioContext, wave: OscillatorType, into: AudioNode): Voice {
  const source = audio.createOscillator();
  source.type = wave;
  source.connect(into);
  return [source, source.frequency];
}

function noiseSource(audio: AudioContext, into: AudioNode): Voice {
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  source.buffer = hiss;
  filter.type = "bandpass";
  source.connect(filter).connect(into);
  return [source, filter.frequency];
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
