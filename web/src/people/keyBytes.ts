/** The key of a passport as its 16 bytes, and sealed with a one-time pad for a link. */

const BYTES = 16;

export function bytesOf(key: string): Uint8Array {
  return fromHex(key.replace(/^fp-/, ""));
}

export function keyOf(bytes: Uint8Array): string {
  return `fp-${toHex(bytes)}`;
}

/** A key that only whoever has the pad can read: each byte is combined with a random one. */
export function seal(key: string): { sealed: string; pad: string } {
  const pad = crypto.getRandomValues(new Uint8Array(BYTES));
  return { sealed: toHex(combine(bytesOf(key), pad)), pad: toHex(pad) };
}

export function unseal(sealed: string, pad: string): string {
  return keyOf(combine(fromHex(sealed), fromHex(pad)));
}

function combine(one: Uint8Array, other: Uint8Array): Uint8Array {
  return one.map((byte, place) => byte ^ (other[place] ?? 0));
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from({ length: BYTES }, (_, place) => parseInt(text.slice(2 * place, 2 * place + 2), 16) || 0);
}
