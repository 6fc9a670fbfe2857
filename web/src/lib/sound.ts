/** Short sounds, made here from tones and noise: what belongs to things on the table, to turns, and to the end. */

import { prefs } from "./prefs.svelte";
import { LOUDNESS, SOUNDS, type SoundName } from "./sounds";
import { synthesize } from "./synth";

const APART = 0.14; // seconds between the beginnings of two sounds
const MOST = 4; // sounds of one update
const buffers = new Map<SoundName, AudioBuffer>();
let context: AudioContext | null = null;

/** Play some sounds, each a little after the one before, as things are put down one after the other. */
export function playInTurn(names: SoundName[]): void {
  names.slice(0, MOST).forEach((name, i) => playSound(name, i * APART));
}

/** Play a sound, now or in some seconds. */
export function playSound(name: SoundName, delay = 0): void {
  const { kind, gain } = SOUNDS[name];
  if (prefs.silent.includes(kind) || !isAllowed()) return;
  const audio = open();
  const [source, volume] = [audio.createBufferSource(), audio.createGain()];
  source.buffer = bufferOf(name, audio);
  volume.gain.value = gain * LOUDNESS;
  source.connect(volume).connect(audio.destination);
  source.start(audio.currentTime + delay);
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
  return (context ??= new AudioContext());
}

function bufferOf(name: SoundName, audio: AudioContext): AudioBuffer {
  let buffer = buffers.get(name);
  if (!buffer) {
    const samples = synthesize(SOUNDS[name].parts, audio.sampleRate);
    buffer = audio.createBuffer(1, samples.length, audio.sampleRate);
    buffer.copyToChannel(samples, 0);
    buffers.set(name, buffer);
  }
  return buffer;
}
