/** A passport's key as twelve words (BIP-39), to be written down and typed in on another device. */

import { entropyToMnemonic, mnemonicToEntropy } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { bytesOf, keyOf } from "./keyBytes";

/** The twelve words of a key. */
export function wordsOf(key: string): string[] {
  return entropyToMnemonic(bytesOf(key), wordlist).split(" ");
}

/** The key of twelve words, however they are typed; null if they are no such words, or one is mistaken. */
export function keyOfWords(text: string): string | null {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  if (words.length !== 12) return null;
  try {
    return keyOf(mnemonicToEntropy(words.join(" "), wordlist));
  } catch {
    return null;
  }
}

/** The words that are in no such list, to be pointed out. */
export function unknownWords(text: string): string[] {
  const words = text.toLowerCase().match(/[^\s\d.,;]+/g) ?? [];
  return words.filter((word) => !wordlist.includes(word));
}
