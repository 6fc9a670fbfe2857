import { expect, test } from "vitest";
import { buttons, isFree, readPush, shows, type PushText } from "./pushText";

const TEXT: PushText = {
  title: "It is your turn",
  body: "Beacon",
  path: "/#/table/abc",
  tag: "abc",
  kinds: ["turn"],
  off: "token",
  off_label: "No more about turns",
  off_done: "Done",
  open_label: "Open",
  language: "en",
};

test("a message is read, and anything else is not taken for one", () => {
  expect(readPush({ json: () => TEXT })).toEqual(TEXT);
  expect(readPush(null)).toBeNull();
  expect(readPush({ json: () => JSON.parse("x") as unknown })).toBeNull();
  for (const path of ["https://elsewhere.example/", "//elsewhere", "javascript:alert(1)", 3])
    expect(readPush({ json: () => ({ ...TEXT, path }) })).toBeNull();
});

test("a message has a button that switches its kind off; a trial has none", () => {
  expect(buttons(TEXT).map((button) => button.action)).toEqual(["open", "off"]);
  expect(buttons({ ...TEXT, kinds: [] }).map((button) => button.action)).toEqual(["open"]);
});

test("a window is known by its page", () => {
  expect(shows("https://fair.example/#/table/abc", "/#/table/abc")).toBe(true);
  expect(shows("https://fair.example/#/table/abc?seat=1", "/#/table/abc")).toBe(true);
  expect(shows("https://fair.example/#/table/abcd", "/#/table/abc")).toBe(false);
  expect(isFree("https://fair.example/")).toBe(true);
  expect(isFree("https://fair.example/#/")).toBe(true);
  expect(isFree("https://fair.example/#/table/abc")).toBe(false);
});
