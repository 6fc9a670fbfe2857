import { describe, expect, it } from "vitest";
import { toldUpTo } from "./replayLog";

const entry = (key: string) => ({ key, values: {} });
const LOG = [[], [entry("a"), entry("b")], [], [entry("c")], [entry("d")]];

describe("the log of a replay", () => {
  it("has what was told up to the moment, and nothing of later", () => {
    expect(toldUpTo(LOG, 3).story.map(({ key }) => key)).toEqual(["a", "b", "c"]);
    expect(toldUpTo(LOG, 0).story).toEqual([]);
  });

  it("knows the moment of each entry", () => {
    expect(toldUpTo(LOG, 4).moments).toEqual([1, 1, 3, 4]);
  });
});
