import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Chair, Facts } from "./wire";

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("navigator", { languages: ["en"] });
});
afterEach(() => vi.unstubAllGlobals());

const person = (name: string): Chair => ({ person: true, name, bot: null });
const bot: Chair = { person: false, name: "", bot: "apprentice" };
const free: Chair = { person: false, name: "", bot: null };
const facts = (more: Partial<Facts> = {}): Facts =>
  ({ game: "toy", seats: 3, options: { magic: "on" }, clock: { kind: "move", seconds: 120 }, ...more }) as Facts;

const words = { title: "Tops!", "option.magic": "Magic dishes", "option.magic.on": "On" };

async function load() {
  const { setLanguage, translator } = await import("./i18n");
  await setLanguage("en");
  translator.add("toy.", { en: words, fr: words });
  return { ...(await import("./invitation")), setLanguage };
}

test("an invitation says who invites to what, with whom, and with which clock and settings", async () => {
  const { invitationSentence } = await load();
  expect(invitationSentence(facts(), [person("Ann"), bot, free])).toBe(
    "Ann invites you to Tops!: 3 players, with Nell, 2 minutes per move, magic dishes (On).",
  );
  expect(invitationSentence(facts({ options: {} }), [person("Ann"), person("Ben"), free])).toMatch(
    /^Ann and Ben invite you to Tops!: 3 players, 2 minutes per move\.$/,
  );
  expect(invitationSentence(facts(), [free, bot, free])).toMatch(/^You are invited to Tops!/);
});

test("those who sit at a table are told what it is, not that they are invited", async () => {
  const { tableSentence } = await load();
  expect(tableSentence(facts(), [person("Ann"), bot, person("Ben")])).toBe(
    "Tops!: 3 players, with Nell, 2 minutes per move, magic dishes (On).",
  );
});

test("a French invitation has its narrow spaces", async () => {
  const { invitationSentence, setLanguage } = await load();
  await setLanguage("fr");
  expect(invitationSentence(facts(), [person("Ann"), free, free])).toContain("\u202f: 3 personnes");
  await setLanguage("en");
});

test("every clock has its words", async () => {
  const { clockWords } = await load();
  expect(clockWords({ kind: "none" })).toBe("No clock");
  expect(clockWords({})).toBe("No clock");
  expect(clockWords({ kind: "move", seconds: 45 })).toBe("45 seconds per move");
  expect(clockWords({ kind: "move", seconds: 60 })).toBe("1 minute per move");
  expect(clockWords({ kind: "move", seconds: 259_200 })).toBe("3 days per move");
  expect(clockWords({ kind: "bank", seconds: 600, increment: 10 })).toBe("10 min + 10 s per move");
  expect(clockWords({ kind: "bank", seconds: 600 })).toBe("10 min for the match");
});
