/** Every kind of event of every game can be seen in the log, and heard if a thing moves. */

import { describe, expect, it } from "vitest";
import { LOG_ICONS, THINGS } from "$stage/logIcons";
import { iconOf } from "$stage/log";
import { readSigns, type Signs } from "$lib/signs";

const signs = import.meta.glob<{ SIGNS: Signs; STILL?: string[] }>("../games/*/signs.ts", { eager: true });
const translations = import.meta.glob<{ default: Record<string, string> }>("../games/*/translations/en.json", {
  eager: true,
});

const games = Object.keys(translations).map((path) => path.split("/")[2]!);

function storyKeys(game: string): string[] {
  const keys = Object.keys(translations[`../games/${game}/translations/en.json`]!.default);
  return keys.filter((key) => key.startsWith("story.")).map((key) => key.slice("story.".length));
}

describe.each(games)("%s", (game) => {
  const own = signs[`../games/${game}/signs.ts`]!.SIGNS;

  it("has a sign for every key of its story, and for no other", () => {
    expect(Object.keys(own).sort()).toEqual(storyKeys(game).sort());
  });

  it("has an icon beside every line of the log", () => {
    expect(Object.keys(own).filter((key) => own[key]![0] === null)).toEqual([]);
  });

  it("gives a sound to every thing that moves, and only keeps silent about what stays", () => {
    const silent = Object.keys(own).filter((key) => THINGS.includes(own[key]![0]!) && own[key]![1] === null);
    expect(silent.sort()).toEqual((signs[`../games/${game}/signs.ts`]!.STILL ?? []).sort());
  });

  it("reads icon and sound from the key of an entry", () => {
    const { icon, sound } = readSigns(own);
    for (const [key, [name, heard]] of Object.entries(own)) {
      expect([icon({ key, values: {} }), sound({ key, values: {} })]).toEqual([name, heard]);
    }
    expect(icon({ key: "unheard of", values: {} })).toBeNull();
  });
});

describe("icons of the log", () => {
  it("are drawn for notes about the table too", () => {
    const screen = readSigns({});
    expect(iconOf({ key: "table.took", values: {} }, screen)).toBe("chair");
    expect(iconOf({ key: "table.late", values: {} }, screen)).toBe("clock");
  });

  it("are all used by some game or note", () => {
    const used = new Set([...Object.values(signs).flatMap(({ SIGNS }) => Object.values(SIGNS).map(([icon]) => icon))]);
    expect(Object.keys(LOG_ICONS).filter((name) => !used.has(name as never))).toEqual(["chair", "clock"]);
  });
});
