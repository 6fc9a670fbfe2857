/** Short synthesised sounds, played only if the person has turned them on. */

import { prefs } from "./prefs.svelte";

const TUNES = { turn: [660, 880], move: [440], over: [523, 659, 784] } as const;

let context: AudioContext | null = null;

export function playSound(name: keyof typeof TUNES): void {
  if (!prefs.sound || !navigator.userActivation?.hasBeenActive) return; // browsers forbid sound before the first click
  context ??= new AudioContext();
  TUNES[name].forEach((pitch, at) => note(context!, pitch, context!.currentTime + at * 0.12));
}

function note(audio: AudioContext, pitch: number, at: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.08, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.25);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.26);
}
