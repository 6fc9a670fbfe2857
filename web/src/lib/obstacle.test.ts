import { beforeAll, expect, test, vi } from "vitest";

vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("navigator", { languages: ["en"] });
});

import { setLanguage, translator } from "./i18n";
import { describeObstacle } from "./obstacle";

const asked = {
  screen: {
    value: (_entry: unknown, name: string, value: number | string) => (name === "thing" ? "lamp" : String(value)),
  },
  game: "toy",
  names: ["Mia", "Ben", "Zoe"],
  question: "Take a card",
};
const obstacle = (key: string | null, values = {}) => ({ type: "obstacle" as const, id: "card:1", key, values });

beforeAll(async () => {
  await setLanguage("en");
  translator.add("toy.", {
    en: {
      "obstacle.dear": "The {thing} costs {price, plural, one {# coin} other {# coins}}; it is {other}''s.",
      "obstacle.asked": "Not now. {question}",
    },
  });
});

test("things, numbers and seats of an obstacle are put into the game's sentence", () => {
  const found = obstacle("dear", { thing: "lantern", price: 1, other: 1 });
  expect(describeObstacle(found, asked)).toBe("The lamp costs 1 coin; it is Ben's.");
});

test("a sentence can name the question that has to be answered, which then ends with a full stop", () => {
  expect(describeObstacle(obstacle("asked"), asked)).toBe("Not now. Take a card.");
  expect(describeObstacle(obstacle("asked"), { ...asked, question: "Which one?" })).toBe("Not now. Which one?");
});

test("whose turn it is has a sentence of the site", () => {
  expect(describeObstacle(obstacle("table.turn", { seats: [0] }), asked)).toBe("It is Mia's turn.");
  expect(describeObstacle(obstacle("table.turn", { seats: [1, 2] }), asked)).toBe("It is the turn of Ben and Zoe.");
  expect(describeObstacle(obstacle("table.first"), asked)).toBe("First choose what goes here.");
});

test("without a key there is nothing to say", () => {
  expect(describeObstacle(obstacle(null), asked)).toBeNull();
});
