import { expect, test } from "vitest";
import { toMinute, toTime } from "./hours";
import { readKey } from "./pushKey";

test("a time is its minute and back", () => {
  for (const minute of [0, 59, 60, 8 * 60 + 5, 24 * 60 - 1]) expect(toMinute(toTime(minute))).toBe(minute);
  expect(toTime(485)).toBe("08:05");
});

test("what is no time has no minute", () => {
  for (const text of ["", "8:00", "24:00", "12:60", "noon"]) expect(toMinute(text)).toBeNull();
});

test("a key in base64url is read", () => {
  expect([...readKey("-_8A")]).toEqual([0xfb, 0xff, 0x00]);
});
