import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.hoisted(() => vi.stubGlobal("navigator", { languages: ["en"] }));

import { LobbyState } from "./lobbyState.svelte";
import type { FromLobby, TableFacts } from "./wire";

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen = (): void => undefined;
  onmessage = (_: { data: string }): void => undefined;
  onclose = (): void => undefined;

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  tell(message: FromLobby): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  close(): void {
    this.readyState = 3;
    this.onclose();
  }
}

const table = (id: string): TableFacts => ({ table: { id } }) as TableFacts;
const ids = (tables: TableFacts[] | null): string[] | undefined => tables?.map((each) => each.table.id);
const latest = (): FakeSocket => FakeSocket.made.at(-1)!;
let lobby: LobbyState;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
  asked = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("window", { setTimeout, addEventListener: () => undefined, removeEventListener: () => undefined });
  vi.stubGlobal("location", { protocol: "http:", host: "fair.test" });
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve({ ok: true, json: () => Promise.resolve([table(`asked ${path}`)]) });
  });
  lobby = new LobbyState();
});
afterEach(() => {
  lobby.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what the server tells is shown, and nobody asks", async () => {
  latest().open();
  latest().tell({ type: "lobby", kind: "open", tables: [table("a")] });
  latest().tell({ type: "lobby", kind: "over", tables: [table("b")] });
  expect(latest().url).toBe("ws://fair.test/api/lobby");
  expect([ids(lobby.open), ids(lobby.over), lobby.live]).toEqual([["a"], ["b"], true]);
  latest().tell({ type: "alive" });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toEqual([]);
  expect(latest().sent).toEqual([]);
});

test("a server without room for listeners is asked every ten seconds, and not called again", async () => {
  latest().open();
  latest().tell({ type: "closing", why: "full", again: false });
  latest().close();
  await vi.advanceTimersByTimeAsync(20_500);
  expect(asked.filter((path) => path === "/api/tables").length).toBe(2);
  expect(ids(lobby.open)).toEqual(["asked /api/tables"]);
  expect(FakeSocket.made.length).toBe(1);
});

test("a lost connection comes back, later and later, and the page asks in the meantime", async () => {
  latest().open();
  latest().tell({ type: "lobby", kind: "open", tables: [table("a")] });
  latest().close();
  expect(lobby.live).toBe(false);
  const tries: number[] = [];
  for (let i = 0; i < 4; i++) {
    const before = Date.now();
    const count = FakeSocket.made.length;
    while (FakeSocket.made.length === count) await vi.advanceTimersByTimeAsync(50);
    tries.push(Date.now() - before);
    latest().close();
  }
  expect(tries[3]).toBeGreaterThan(tries[0]! * 2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toContain("/api/tables");
  latest().open();
  latest().tell({ type: "lobby", kind: "open", tables: [table("again")] });
  expect([ids(lobby.open), lobby.live]).toEqual([["again"], true]);
});

test("a connection over which nothing comes is replaced", async () => {
  latest().open();
  latest().tell({ type: "alive" });
  await vi.advanceTimersByTimeAsync(45_000);
  expect(FakeSocket.made.length).toBeGreaterThan(1);
});

test("a hidden page does not ask", async () => {
  vi.stubGlobal("document", { hidden: true });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toEqual([]);
});
