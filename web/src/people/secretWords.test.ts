import { expect, test } from "vitest";
import { bytesOf, keyOf, seal, unseal } from "./keyBytes";
import { keyOfWords, unknownWords, wordsOf } from "./secretWords";

const KEY = "fp-000102030405060708090a0b0c0d0e0f";

test("twelve words carry the whole key", () => {
  for (const key of [KEY, `fp-${"0".repeat(32)}`, `fp-${"f".repeat(32)}`]) {
    expect(wordsOf(key)).toHaveLength(12);
    expect(keyOfWords(wordsOf(key).join(" "))).toBe(key);
  }
});

test("words may be typed as people do", () => {
  const words = wordsOf(KEY);
  expect(keyOfWords(words.map((word, place) => `${place + 1}. ${word.toUpperCase()}`).join(",\n "))).toBe(KEY);
});

test("a mistaken, missing or swapped word is noticed", () => {
  const words = wordsOf(KEY);
  expect(keyOfWords(words.slice(1).join(" "))).toBeNull();
  expect(keyOfWords([...words, "zoo"].join(" "))).toBeNull();
  expect(keyOfWords([...words.slice(0, 11), "lantern"].join(" "))).toBeNull();
  expect(unknownWords(`1. ${words[0]!}, lantern`)).toEqual(["lantern"]);
});

test("a sealed key is worth nothing without its pad", () => {
  const [one, other] = [seal(KEY), seal(KEY)];
  expect(one.sealed).not.toBe(other.sealed);
  expect(unseal(one.sealed, one.pad)).toBe(KEY);
  expect(unseal(one.sealed, other.pad)).not.toBe(KEY);
  expect(keyOf(bytesOf(KEY))).toBe(KEY);
});
