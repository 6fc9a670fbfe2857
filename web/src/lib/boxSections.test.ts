import { expect, test } from "vitest";
import { boxSections } from "./boxSections";

test("values of the same thing share a row, and a section with a single source names it once", () => {
  const box = boxSections([
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
