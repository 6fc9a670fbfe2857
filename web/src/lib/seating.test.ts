import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("navigator", { languages: ["en"] }));

import type { GameScreen } from "./board";
import { saveCreatedTable, savedSeat, saveOwnSeat } from "./savedSeats";
import type { Created, Facts } from "./wire";

const screen = {} as GameScreen; // notes about the table need none

function memory(): Pick<Storage, "getItem" | "setItem"> {
  const items = new Map<string, string>();
  return { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) };
}

beforeEach(() => {
  vi.stubGlobal("localStorage", memory());
  vi.stubGlobal("navigator", { languages: ["en"] });
});
afterEach(() => vi.unstubAllGlobals());

const created = (seat: number | null): Created => ({
  table: { id: "t", game: "g" } as Facts,
  host: "h",
  seat,
  key: "k",
  invitations: [null, "a", "b"],
});

test("a browser remembers the chair that its person drew, with the same keys", () => {
  saveCreatedTable(created(0));
  saveOwnSeat("t", 2);
  expect(savedSeat("t")).toMatchObject({ seat: 2, key: "k", host: "h", invitations: [] });
});

test("links to other chairs stay while nobody has moved", () => {
  saveCreatedTable(created(0));
  saveOwnSeat("t", 0);
  expect(savedSeat("t")?.invitations).toEqual([null, "a", "b"]);
});

test("a table without a saved seat stays unknown", () => {
  saveOwnSeat("t", 1);
  expect(savedSeat("t")).toBeNull();
});

test.each([
  ["en", "By lot Ann sits in Chair 3 (before: Chair 1).", "By lot a bot (Novice) sits in Chair 1 (before: Chair 2)."],
  ["de", "Das Los setzt Ann auf Platz 3 (vorher: Platz 1).", ""],
  ["fr", "Le sort donne à Ann la Place 3 (avant\u202f: Place 1).", ""],
] as const)("the draw is told in %s", async (language, person, bot) => {
  const { setLanguage } = await import("./i18n");
  const { tellEntry } = await import("./tableStory");
  await setLanguage(language);
  const drawn = { key: "table.drawn", values: { name: "Ann", chair: 2, former: 0 } };
  expect(tellEntry(drawn, screen, "g", [])).toBe(person);
  const told = tellEntry({ key: "table.drawn_bot", values: { level: "novice", chair: 0, former: 1 } }, screen, "g", []);
  if (bot) expect(told).toBe(bot);
  expect(told).not.toMatch(/[{}]/);
});
