import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { LANGUAGES, preferred, Translator, type Catalogue, type Language } from "./translator.svelte";

const files = import.meta.glob<Catalogue>(
  [
    "../translations/*.json",
    "../review/translations/*.json",
    "../people/translations/*.json",
    "../compete/translations/*.json",
    "../notifications/translations/*.json",
    "../games/*/translations/*.json",
  ],
  {
    eager: true,
    import: "default",
  },
);
const folders = [...new Set(Object.keys(files).map((path) => path.replace(/\/\w+\.json$/, "")))];
const catalogue = (folder: string, language: string): Catalogue => files[`${folder}/${language}.json`] ?? {};

describe.each(folders)("the translations in %s", (folder) => {
  const english = catalogue(folder, "en");

  test.each(Object.keys(LANGUAGES))("are complete and well formed in %s", (language) => {
    const words = catalogue(folder, language);
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
    for (const text of Object.values(words)) expect(() => new IntlMessageFormat(text, language)).not.toThrow();
  });
});

/** What is explained in a sentence wherever it is shown: its explanation has the same key with `.about`. */
const EXPLAINED = /^(heading|phase)\.(?!.*\.about$)/;
const ABOUT = /(^|\.)about(\.|$)/;

describe.each(folders.filter((folder) => folder.includes("/games/")))("the explanations in %s", (folder) => {
  test.each(Object.keys(LANGUAGES))("are there and are sentences in %s", (language) => {
    const words = catalogue(folder, language);
    const bare = Object.keys(words).filter((key) => EXPLAINED.test(key) && !(`${key}.about` in words));
    expect(bare).toEqual([]);
    const unfinished = Object.entries(words).filter(([key, text]) => ABOUT.test(key) && !/[.!?}]$/.test(text));
    expect(unfinished).toEqual([]);
  });
});

test("the first of the browser's languages that the site has is chosen", () => {
  expect(preferred(["es-ES", "de-AT", "fr"])).toBe("de");
  expect(preferred(["ja"])).toBe("en");
});

test("plurals follow the language", () => {
  const text = "{n, plural, one {# ami} other {# amis}}";
  const translator = new Translator("fr", {
    en: { friends: "{n, plural, one {# friend} other {# friends}}" },
    de: {},
    fr: { friends: text },
  });
  expect(translator.say("friends", { n: 0 })).toBe("0 ami");
  translator.language = "en" as Language;
  expect(translator.say("friends", { n: 0 })).toBe("0 friends");
  expect(translator.say("unknown key")).toBe("unknown key");
});

test("a key means what was added last, and plain words need no syntax", () => {
  const translator = new Translator("en", { en: { hello: "Hello", quote: "it''s {what}" }, de: {}, fr: {} });
  expect(translator.say("hello")).toBe("Hello");
  expect(translator.say("quote", { what: "late" })).toBe("it's late");
  translator.add("", { en: { hello: "Welcome, {name}" } });
  expect(translator.say("hello", { name: "Ann" })).toBe("Welcome, Ann");
});
