import { beforeEach, expect, test, vi } from "vitest";

const stored = vi.hoisted(() => {
  const kept: Record<string, string> = {};
  const localStorage = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
  };
  vi.stubGlobal("localStorage", localStorage);
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  return kept;
});

import type { ChatLine, ChatRequest } from "$lib/wire";
import { Chat } from "./chat.svelte";
import { muted } from "./muted.svelte";

let sent: ChatRequest[] = [];
let connected = true;

beforeEach(() => {
  for (const key of Object.keys(stored)) delete stored[key];
  muted.people = {};
  sent = [];
  connected = true;
});

function chatOf(seat: number | null): Chat {
  const sendChat = (request: ChatRequest) => connected && sent.push(request) > 0;
  return new Chat({ id: "table", seat, sendChat });
}

function line(number: number, seat: number | null, more: Partial<ChatLine> = {}): ChatLine {
  return { number, seat, speaker: `s${seat}`, name: "", said: 0, moves: 0, phrase: "hello", ...more };
}

test("lines of others are unread until the chat is before the person", () => {
  const chat = chatOf(0);
  chat.receive({ type: "chat", lines: [line(1, 1)] });
  chat.receive({ type: "said", line: line(2, 0) });
  chat.receive({ type: "said", line: line(3, 1) });
  expect(chat.unread).toBe(2);
  chat.show(true);
  expect(chat.unread).toBe(0);
  chat.receive({ type: "said", line: line(4, 1) });
  chat.show(false);
  expect(chat.unread).toBe(0);
  chat.receive({ type: "said", line: line(5, 1) });
  expect(chat.unread).toBe(1);
});

test("whoever is muted is not read, not counted and not heard, and can be read again", () => {
  const chat = chatOf(0);
  muted.add("s1", "Ben");
  chat.receive({ type: "said", line: line(1, 1) });
  expect([chat.lines.length, chat.unread, chat.latest]).toEqual([0, 0, null]);
  muted.remove("s1");
  expect(chat.lines.length).toBe(1);
  expect(JSON.parse(stored["fairground.muted"]!)).toEqual({});
});

test("what is deleted is gone everywhere, and the latest lines replace all that was known", () => {
  const chat = chatOf(0);
  chat.receive({ type: "said", line: line(1, 1) });
  chat.receive({ type: "unsaid", line: 1 });
  expect([chat.lines, chat.latest, chat.bubbles]).toEqual([[], null, {}]);
  chat.receive({ type: "chat", lines: [line(7, 1)], open: true });
  expect([chat.lines.map((each) => each.number), chat.open]).toEqual([[7], true]);
  chat.clear();
  expect([chat.lines.length, chat.open]).toEqual([0, false]);
});

test("an answer belongs to the request with its mark", () => {
  const chat = chatOf(0);
  chat.sayText("Hi");
  const mark = sent[0]!.mark!;
  expect(chat.answer("another", "no")).toBe(false);
  expect(chat.isSending).toBe(true);
  expect(chat.answer(mark, "wait a minute")).toBe(true);
  expect([chat.isSending, chat.problem]).toEqual([false, "wait a minute"]);
});

test("nothing waits for an answer when nothing could be sent", () => {
  const chat = chatOf(0);
  connected = false;
  expect(chat.sayText("hello")).toBe(false);
  expect(chat.isSending).toBe(false);
});

test("only what a seat says is shown beside it", () => {
  const chat = chatOf(0);
  chat.receive({ type: "said", line: line(1, 2) });
  chat.receive({ type: "said", line: line(2, null) });
  expect(Object.keys(chat.bubbles)).toEqual(["2"]);
});
