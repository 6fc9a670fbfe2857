import { describe, expect, it } from "vitest";
import { miniHeight } from "./rows";

describe("miniHeight", () => {
  it("leaves the log at least 150 pixels, for players and for those who watch", () => {
    for (const height of [600, 720, 800, 1080])
      for (const seats of [2, 3, 4, 5])
        for (const watching of [false, true]) {
          const [boards, notes] = watching ? [seats, 2] : [seats - 1, 0];
          const mini = miniHeight({ height, seats, boards, notes });
          const log = height - 44 - 20 - seats * 58 - notes * 27 - boards * mini;
          if (mini > 0) expect(log).toBeGreaterThanOrEqual(149.9);
        }
  });

  it("gives a small board no more than it can use", () => {
    expect(miniHeight({ height: 1080, seats: 2, boards: 1, notes: 0 })).toBe(160);
    expect(miniHeight({ height: 1080, seats: 2, boards: 1, notes: 0, most: 70 })).toBe(70);
  });

  it("leaves small boards out where there is no room", () => {
    expect(miniHeight({ height: 400, seats: 5, boards: 4, notes: 0 })).toBe(0);
  });
});
