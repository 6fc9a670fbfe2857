import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { LANGUAGES, preferred, Words, type Catalogue, type Language } from "./words.svelte";

const files = import.meta.glob<Catalogue>(["../words/*.json", "../games/*/words/*.json"], { eager: true, import: "default" });
const folders = [...new Set(Object.keys(files).map((path) => path.replace(/\/\w+\.json$/, "")))];
const catalogue = (folder: string, language: string): Catalogue => files[`${folder}/${language}.json`] ?? {};

/** The names of the arguments of a message, at any depth. */
function names(text: string, language: string): string[] {
  const found = new Set<string>();
  const walk = (parts: { type: number; value?: string; options?: Record<string, { value: never[] }> }[]): void => {
    for (const part of parts) {
      if (part.type !== 0 && part.type !== 7 && part.value) found.add(part.value);
      for (const option of Object.values(part.options ?? {})) walk(option.value);
    }
  };
  walk(new IntlMessageFormat(text, language).getAst() as never[]);
  return [...found].sort();
}

describe.each(folders)("the words in %s", (folder) => {
  const english = catalogue(folder, "en");

  test.each(Object.keys(LANGUAGES))("are complete in %s, with the same arguments", (language) => {
    const words = catalogue(folder, language);
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(words)) expect([key, names(text, language)]).toEqual([key, names(english[key]!, "en")]);
  });
});

test("the first language of the browser that we speak is chosen", () => {
  expect(preferred(["es-ES", "de-AT", "fr"])).toBe("de");
  expect(preferred(["ja"])).toBe("en");
});

test("plurals follow the language", () => {
  const text = "{n, plural, one {# ami} other {# amis}}";
  const words = new Words("fr", { en: { friends: "{n, plural, one {# friend} other {# friends}}" }, de: {}, fr: { friends: text } });
  expect(words.say("friends", { n: 0 })).toBe("0 ami");
  words.language = "en" as Language;
  expect(words.say("friends", { n: 0 })).toBe("0 friends");
  expect(words.say("unknown key")).toBe("unknown key");
});
