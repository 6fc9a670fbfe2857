import { expect, test } from "vitest";
import { cell, columnsOf, plotOf, points } from "./figures";
import type { TournamentPlayer } from "$lib/wire";

const player: TournamentPlayer = {
  id: "a",
  name: "Ann",
  left: false,
  place: 1,
  points: 5,
  met: 8,
  beaten: 6,
  wins: 2,
  matches: 3,
  survived: 0,
};

test("parts become points", () => {
  expect(points(3, 2, "en")).toBe("1.5");
  expect(points(6, 6, "en")).toBe("1");
  expect(cell(player, "points", 2, "en")).toBe("2.5");
  expect(cell(player, "met", 2, "en")).toBe("4");
  expect(cell(player, "beaten", 2, "en")).toBe("1.5");
  expect(cell(player, "wins", 2, "en")).toBe("2");
});

test("a knock-out is ranked by rounds, a Swiss tournament by points and the points of the opponents", () => {
  expect(columnsOf("knock_out")).toEqual(["survived"]);
  expect(columnsOf("swiss").slice(0, 2)).toEqual(["points", "met"]);
  expect(columnsOf("round_robin")).not.toContain("met");
});

const area = { width: 200, height: 100, left: 40, bottom: 10, top: 10 };

test("a rising rating is a rising line within its band, with round numbers beside it", () => {
  const plot = plotOf(
    [
      { rating: 1500, margin: 400 },
      { rating: 1600, margin: 300 },
    ],
    area,
  );
  expect(plot.dots[0]!.x).toBe(40);
  expect(plot.dots[1]!.x).toBe(192);
  expect(plot.dots[1]!.y).toBeLessThan(plot.dots[0]!.y);
  expect(plot.band.split(" ")).toHaveLength(4);
  expect(plot.scale.map((one) => one.rating)).toEqual([1200, 1400, 1600, 1800]);
});

test("one match is one dot, not a fault", () => {
  const plot = plotOf([{ rating: 1500, margin: 0 }], area);
  expect(plot.dots).toHaveLength(1);
  expect(plot.dots[0]!.y).toBe(10);
});
