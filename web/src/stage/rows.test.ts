import { describe, expect, it } from "vitest";
import { miniHeight } from "./rows";

describe("miniHeight", () => {
  it("takes no more than is left, for players and for those who watch", () => {
    for (const height of [400, 550, 600, 720, 880])
      for (const rows of [2, 3, 4, 5])
        for (const watching of [false, true]) {
          const [boards, notes] = watching ? [rows, 2] : [rows - 1, 0];
          const mini = miniHeight({ height, rows, boards, notes });
          if (mini > 0) expect(20 + rows * 58 + notes * 27 + boards * mini).toBeLessThanOrEqual(height + 0.1);
        }
  });

  it("gives a small board no more than it can use", () => {
    expect(miniHeight({ height: 880, rows: 2, boards: 1, notes: 0 })).toBe(160);
    expect(miniHeight({ height: 880, rows: 2, boards: 1, notes: 0, most: 70 })).toBe(70);
  });

  it("leaves small boards out where there is no room", () => {
    expect(miniHeight({ height: 200, rows: 5, boards: 4, notes: 0 })).toBe(0);
  });
});
