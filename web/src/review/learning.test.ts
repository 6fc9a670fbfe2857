import { describe, expect, test } from "vitest";
import { judgeAnswer, Learning } from "./learning.svelte";
import { sampleMistake } from "./sampleReview";

const mistake = sampleMistake(4, 0, [0.4, 0.6]);
const three = (): Learning => new Learning([4, 9, 12].map((at) => sampleMistake(at, 0, [0.4, 0.6])));

describe("an answer", () => {
  test.each([
    ["better", "best"],
    ["same", "best"],
    ["close", "near"],
    ["unsure", "near"],
    ["bad", "worse"],
    ["move 4", "made"],
    ["never listed", "unlisted"],
  ])("%s is %s", (words, kind) => {
    expect(judgeAnswer(mistake, words).kind).toBe(kind);
  });

  test("says by how much it is worse", () => {
    expect(judgeAnswer(mistake, "bad").loss).toBeCloseTo(0.1);
    expect(judgeAnswer(mistake, "move 4").loss).toBeCloseTo(0.2);
    expect(judgeAnswer(mistake, "never listed").loss).toBeCloseTo(0.2); // at least
  });
});

describe("learning", () => {
  test("a right answer solves a mistake, and nothing more can be answered", () => {
    const learning = three();
    expect(learning.isAsking).toBe(true);
    learning.answer("close");
    expect(learning.results).toEqual(["solved", null, null]);
    expect(learning.isAsking).toBe(false);
    expect(learning.answer("bad")).toBeNull();
    expect(learning.verdict?.kind).toBe("near");
  });

  test("after a wrong answer one can try again", () => {
    const learning = three();
    learning.answer("bad");
    expect(learning.isDone).toBe(false);
    expect(learning.isAsking).toBe(false);
    learning.retry();
    expect(learning.isAsking).toBe(true);
    learning.answer("better");
    expect(learning.solved).toBe(1);
  });

  test("the answer can be shown, which does not solve it", () => {
    const learning = three();
    learning.answer("bad");
    learning.reveal();
    expect(learning.results[0]).toBe("shown");
    expect(learning.verdict).toBeNull();
    expect(learning.solved).toBe(0);
    learning.retry();
    expect(learning.isAsking).toBe(false);
  });

  test("goes on to the mistakes that are still open, wherever it began", () => {
    const learning = new Learning(three().mistakes, 9);
    expect(learning.move.at).toBe(9);
    learning.answer("better");
    learning.next();
    expect(learning.move.at).toBe(12);
    learning.reveal();
    learning.next();
    expect(learning.move.at).toBe(4);
    expect(learning.isFinished).toBe(false);
    learning.answer("better");
    expect(learning.isFinished).toBe(true);
    expect(learning.solved).toBe(2);
  });

  test("going elsewhere forgets the last answer", () => {
    const learning = three();
    learning.answer("bad");
    learning.goTo(2);
    expect(learning.verdict).toBeNull();
    expect(learning.isAsking).toBe(true);
    learning.goTo(99);
    expect(learning.index).toBe(2);
  });

  test("needs something to learn from", () => {
    expect(() => new Learning([])).toThrow();
  });
});
