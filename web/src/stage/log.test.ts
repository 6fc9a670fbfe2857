import { describe, expect, it } from "vitest";
import type { Entry } from "$lib/board";
import { passages } from "./log";

const screen = { isChapter: ({ key }: Entry) => key === "round" };
const entry = (key: string, seat: number | null, place = ""): Entry => ({ key, values: { seat: seat ?? "", place } });

function told(story: Entry[]): string[] {
  return passages(story, screen).map(
    ({ seat, entries }) =>
      `${seat ?? "-"}: ${entries.map(({ entry, at, times }) => `${entry.key}@${at}x${times}`).join(" ")}`,
  );
}

describe("passages", () => {
  it("follow whose doing it was, and begin anew with a chapter", () => {
    const story = [entry("send", 0), entry("dice", null), entry("send", 1), entry("round", null), entry("send", 1)];
    expect(told(story)).toEqual(["0: send@0x1 dice@1x1", "1: send@2x1", "-: round@3x1", "1: send@4x1"]);
  });

  it("tell once, with a number, what is the same several times in a row", () => {
    const story = [
      entry("send", 0, "troll"),
      entry("send", 0, "troll"),
      entry("send", 0, "elf"),
      entry("send", 0, "troll"),
    ];
    expect(told(story)).toEqual(["0: send@0x2 send@2x1 send@3x1"]);
  });

  it("count on when more comes, without changing what is told already", () => {
    const story = [entry("send", 0, "troll"), entry("send", 0, "troll")];
    const [before] = passages(story, screen);
    const [after] = passages([...story, entry("send", 0, "troll")], screen);
    expect([before!.entries[0]!.times, after!.entries[0]!.times]).toEqual([2, 3]);
  });

  it("tell small steps in a row as one, for each seat, with the latest of them", () => {
    const story = [entry("swap", 0, "a1"), entry("swap", 0, "b2"), entry("swap", 1, "a1"), entry("swap", 0, "c3")];
    const found = passages(story, { ...screen, steps: ["swap"] });
    expect(found.map(({ entries }) => entries.map(({ at, times }) => `${at}x${times}`))).toEqual([
      ["0x2"],
      ["2x1"],
      ["3x1"],
    ]);
    expect(found[0]!.entries[0]!.entry.values.place).toBe("b2");
  });

  it("keep the same sayings of two seats apart", () => {
    expect(told([entry("pass", 0), entry("pass", 1)])).toEqual(["0: pass@0x1", "1: pass@1x1"]);
  });
});
