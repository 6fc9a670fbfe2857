import { expect, test } from "vitest";
import { drawers } from "./drawers";

test("values of the same thing lie in one row, and a drawer with one source says so once", () => {
  const box = drawers([
    { place: "hands.for_two", value: "8", source: "R" },
    { place: "cards.one.0.name", value: '"Steady Hand"', source: "C" },
    { place: "cards.one.0.barrel", value: "true", source: "C" },
    { place: "cards.one.1.name", value: '"Elbow"', source: "R" },
  ]);
  expect(box).toEqual([
    { name: "hands", source: "R", rows: [{ label: "for two", cells: [{ name: "", value: 8, source: "R" }] }] },
    {
      name: "cards, one",
      source: null,
      rows: [
        {
          label: "1",
          cells: [
            { name: "name", value: "Steady Hand", source: "C" },
            { name: "barrel", value: true, source: "C" },
          ],
        },
        { label: "2", cells: [{ name: "name", value: "Elbow", source: "R" }] },
      ],
    },
  ]);
});
