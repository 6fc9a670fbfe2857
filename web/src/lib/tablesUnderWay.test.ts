import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("navigator", { languages: ["en"] });
});

import { TablesUnderWay } from "./tablesUnderWay.svelte";
import type { TableFacts } from "./wire";

/** Whose move a table waits for; this browser has chair 0 everywhere. */
let actors: Record<string, number | "over" | "silent">;
let stored: Record<string, string>;
let asked: string[];
let mine: TablesUnderWay;

function facts(id: string): TableFacts {
  const phase = actors[id] === "over" ? "over" : "playing";
  return { table: { id }, phase, actors: [actors[id]], moves: 3, seat: 0, chairs: [] } as unknown as TableFacts;
}

function sitAt(tables: string[]): void {
  const saved = tables.map((id, i) => [id, { seat: 0, key: "k", when: 1000 - i }] as const);
  stored["fairground.seats"] = JSON.stringify(Object.fromEntries(saved));
}

const shown = (): string[] => mine.tables.map(({ id }) => id);
const soon = (milliseconds = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(async () => {
  vi.useFakeTimers();
  stored = {};
  asked = [];
  actors = { a: 1, b: 1, c: 0 };
  sitAt(["a", "b", "c"]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => (stored[key] = value),
  });
  const listeners = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("window", listeners);
  vi.stubGlobal("document", { ...listeners, hidden: false });
  vi.stubGlobal("fetch", (path: string) => {
    const id = path.split("/").at(-1)!;
    asked.push(id);
    if (actors[id] === "silent") return Promise.reject(new Error("no network"));
    return Promise.resolve(
      actors[id] === undefined
        ? { ok: false, status: 404, json: () => Promise.resolve({ why: "no such table" }) }
        : { ok: true, json: () => Promise.resolve(facts(id)) },
    );
  });
  mine = new TablesUnderWay();
  await soon();
});
afterEach(() => {
  mine.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a table comes first as soon as it waits for this browser", async () => {
  expect(shown()).toEqual(["c", "a", "b"]);
  actors = { a: 1, b: 0, c: 1 };
  await soon(6_000);
  expect(shown()).toEqual(["b", "a", "c"]);
});

test("a match that is over, or that no longer exists, goes", async () => {
  actors = { a: "over", c: 0 };
  await soon(6_000);
  expect(shown()).toEqual(["c"]);
});

test("without an answer, what is known stays", async () => {
  actors = { a: "silent", b: "silent", c: "silent" };
  await soon(6_000);
  expect(shown()).toEqual(["c", "a", "b"]);
});

test("tables stay where they are while somebody points at them", async () => {
  mine.hold(true);
  actors = { a: 1, b: 0, c: 1 };
  await soon(6_000);
  expect(shown()).toEqual(["c", "a", "b"]);
  expect(mine.tables[2]!.facts.actors).toEqual([0]);
  mine.hold(false);
  expect(shown()).toEqual(["b", "a", "c"]);
});

test("many tables are asked about in turn, a few at a time", async () => {
  const many = Array.from({ length: 20 }, (_, i) => `t${i}`);
  actors = Object.fromEntries(many.map((id) => [id, 1]));
  sitAt(many);
  mine.close();
  mine = new TablesUnderWay();
  await soon();
  asked = [];
  await soon(5_000);
  expect(asked.length).toBe(8);
  await soon(10_000);
  expect(new Set(asked).size).toBe(20);
});

test("a hidden page does not ask", async () => {
  vi.stubGlobal("document", { hidden: true, removeEventListener: () => undefined });
  asked = [];
  await soon(30_000);
  expect(asked).toEqual([]);
});
