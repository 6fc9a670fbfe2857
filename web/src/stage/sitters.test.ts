import { expect, test } from "vitest";
import { botsOf, ownChair, placeSitter, sittersOf } from "./sitters";

const isLevel = (player: string) => player === "expert";

test("the bots of the match keep their chairs, and bots take those of other people", () => {
  expect(sittersOf(["Ann", "expert", "Bea"], 0, isLevel)).toEqual(["me", "expert", "artisan"]);
});

test("you sit in one chair only", () => {
  const sitters = placeSitter(["me", "expert", "artisan"], 1, "me");
  expect(sitters).toEqual(["artisan", "me", "artisan"]);
  expect(ownChair(sitters)).toBe(1);
  expect(botsOf(sitters)).toEqual(["artisan", null, "artisan"]);
});

test("you need not sit anywhere, and friends take chairs by link", () => {
  const sitters = placeSitter(["me", "expert"], 0, "person");
  expect(ownChair(sitters)).toBeNull();
  expect(botsOf(sitters)).toEqual([null, "expert"]);
});
