import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Chair } from "./wire";

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("navigator", { languages: ["en"] });
});
afterEach(() => vi.unstubAllGlobals());

async function load() {
  const { setLanguage } = await import("./i18n");
  await setLanguage("en");
  return { ...(await import("./playerNames")), ...(await import("./bots")), setLanguage };
}
const bot = (level: string): Chair => ({ person: false, name: "", bot: level });
const person = (name: string, stand_in: string | null = null): Chair => ({ person: true, name, bot: stand_in });

test("bots of one level at a table have different names, and keep them whoever sits where", async () => {
  const { chairName } = await load();
  const before = [person("Ann"), bot("novice"), bot("novice"), bot("expert")].map(chairName);
  const after = [bot("novice"), bot("expert"), person("Ann"), bot("novice")].map(chairName);
  expect(new Set(before).size).toBe(4);
  expect([...after].sort()).toEqual([...before].sort());
});

test("a person keeps their name while a bot plays for them, and a bot beside them is not renamed", async () => {
  const { chairName } = await load();
  const present = [person("Ann"), bot("greedy")].map(chairName);
  expect([person("Ann", "greedy"), bot("greedy")].map(chairName)).toEqual(present);
  expect([person("", "greedy")].map(chairName)).toEqual(["Player 1"]);
});

test("a record calls bots by the same names as the table", async () => {
  const { chairName, playerName } = await load();
  const levels = ["artisan", "random", "artisan"];
  expect(levels.map(playerName)).toEqual(levels.map(bot).map(chairName));
  expect(["seat 0", "", "Ann", "person"].map(playerName)).toEqual(["Player 1", "Player 2", "Ann", "Player 4"]);
});

test("every level has a name and a line for each of five bots, in every language", async () => {
  const { botName, botLine, SKILLS, setLanguage } = await load();
  for (const language of ["en", "de", "fr"] as const) {
    await setLanguage(language);
    for (const level of SKILLS) {
      const people = [0, 1, 2, 3, 4].map((number) => [botName(level, number), botLine(level, number)] as const);
      expect(new Set(people.map(([name]) => name)).size).toBe(5);
      expect(new Set(people.map(([, line]) => line)).size).toBe(5);
      expect(people.every(([name, line]) => name && line)).toBe(true);
    }
    for (const level of ["random", "greedy"]) expect(botLine(level, 1)).not.toBe("");
  }
  await setLanguage("en");
});
