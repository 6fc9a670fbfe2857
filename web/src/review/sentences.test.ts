import { beforeAll, describe, expect, test, vi } from "vitest";
import { setLanguage, t, translator } from "$lib/i18n";
import type { Language } from "$lib/translator.svelte";
import { change, errorOf, estimate, percent, pointsOf } from "./figures";
import { headlineOf } from "./headline";
import { countLabels, mistakesOf, nextMistake } from "./mistakes";
import { bringsFewer, compareHeadings, compareTotals } from "./reasons";
import { sampleReview } from "./sampleReview";
import { leadOf, tellMoment } from "./sentences";
import de from "./translations/de.json";
import en from "./translations/en.json";
import fr from "./translations/fr.json";

vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("navigator", { languages: ["en"] });
});
beforeAll(async () => {
  translator.add("review.", { en, de, fr });
  for (const language of ["de", "fr", "en"] as const) await setLanguage(language);
});

function tell(index: number, me: number | null, language: Language = "en"): string {
  translator.language = language;
  const review = sampleReview();
  const words = (move: string): string => move.toUpperCase();
  const { key, values } = tellMoment(review, review.moments[index]!, { names: ["Ada", "Bo"], me, words });
  const told = t(key, values);
  translator.language = "en";
  return told;
}

describe("a decisive moment", () => {
  test("is told with the move, who gained and how much", () => {
    expect(tell(0, null)).toBe("“MOVE 1” is a mistake by Bo and helps Ada: from 55% to 65%.");
    expect(tell(1, null)).toBe("“MOVE 2” is a blunder by Ada and helps Bo into the lead: from 35% to 65%.");
    expect(tell(2, null)).toBe("luck helps Bo after Bo’s “MOVE 3”: from 65% to 100%.");
  });

  test("speaks to whoever took part", () => {
    expect(tell(1, 0)).toBe("“MOVE 2” is a blunder of yours and helps Bo into the lead: from 35% to 65%.");
    expect(tell(1, 1)).toBe("“MOVE 2” is a blunder by Ada and helps you into the lead: from 35% to 65%.");
  });

  test.each(["en", "de", "fr"] as const)("leaves no gap in %s", (language) => {
    for (const me of [null, 0, 1])
      for (const index of [0, 1, 2]) expect(tell(index, me, language)).not.toMatch(/[{}]|review\.|undefined| {2}/);
  });

  test("says whether the lead was taken or kept", () => {
    expect(leadOf([0.4, 0.6], [0.7, 0.3], 0)).toBe("taken");
    expect(leadOf([0.6, 0.4], [0.7, 0.3], 0)).toBe("kept");
    expect(leadOf([0.1, 0.9], [0.3, 0.7], 0)).toBe("sought");
    expect(leadOf([0.1, 0.9], [0.5, 0.5], 0)).toBe("sought"); // level is no lead
  });
});

describe("figures", () => {
  test("are whole percentages, and certain only if they are", () => {
    expect(percent(0.6249)).toBe("62%");
    expect(percent(0.003)).toBe("<1%");
    expect(percent(0.998)).toBe(">99%");
    expect([percent(0), percent(1)]).toEqual(["0%", "100%"]);
    expect([change(0.08), change(-0.08), change(0.001)]).toEqual(["+8%", "−8%", "0%"]);
  });

  test("say how sure they are", () => {
    expect(estimate(0.09, 0.02, false)).toBe("about 9%");
    expect(estimate(0.09, 0.02, true)).toBe("9% ±2");
    expect(estimate(0.09, 0.001, false)).toBe("9%");
    expect(errorOf(0.002)).toBe("±<1");
  });

  test("follow the language", () => {
    translator.language = "de";
    expect(percent(0.62)).toBe("62\u00a0%");
    expect(pointsOf(1.25, true)).toBe("+1,3");
    translator.language = "en";
  });
});

describe("mistakes", () => {
  const review = sampleReview();

  test("are those of a seat or of all", () => {
    expect(mistakesOf(review, null).map(({ at }) => at)).toEqual([1, 2]);
    expect(mistakesOf(review, 0).map(({ at }) => at)).toEqual([2]);
    expect(countLabels(review, 0)).toEqual({ good: 1, blunder: 1 });
  });

  test("follow each other", () => {
    const mistakes = mistakesOf(review, null);
    expect(nextMistake(mistakes, 1, 1)?.at).toBe(2);
    expect(nextMistake(mistakes, 1, -1)).toBeUndefined();
  });

  test("are told in the dock, and other moves are not", () => {
    const words = (move: string): string => move;
    expect(headlineOf(review.moves[2]!, ["Ada", "Bo"], words)).toBe("Ada blunders: move 2. Better: better.");
    expect(headlineOf(review.moves[0]!, ["Ada", "Bo"], words)).toBeNull();
    expect(headlineOf(null, [], words)).toBeNull();
  });
});

describe("reasons", () => {
  const why = {
    made: { dishes: 30, sets: 6, same: 1, unsure: 2 },
    better: { dishes: 34.5, sets: 5, extra: 0.01, same: 1, unsure: 3 },
    errors: { dishes: 1, sets: 0.4, extra: 0, same: 0, unsure: 0.6 },
    error: 1.2,
  };

  test("speak of fewer points only if that is clear", () => {
    const fewer = { made: { dishes: 30 }, better: { dishes: 28 }, errors: {} };
    expect(bringsFewer({ ...fewer, error: 0.9 })).toBe(true);
    expect(bringsFewer({ ...fewer, error: 1.1 })).toBe(false);
  });

  test("list the headings that clearly differ, the largest first", () => {
    expect(compareHeadings(why).map(({ heading, difference }) => [heading, difference])).toEqual([
      ["dishes", 4.5],
      ["sets", -1],
    ]);
  });

  test("add up to the totals", () => {
    expect(compareTotals(why).difference).toBeCloseTo(4.51);
  });
});
