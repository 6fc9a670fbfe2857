/** Translates messages into the person's language. */

import { IntlMessageFormat } from "intl-messageformat";

export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français" } as const;
export type Language = keyof typeof LANGUAGES;
export type Values = Record<string, string | number>;
/** Messages by key, in ICU syntax: `{count, plural, one {# seat} other {# seats}}`. */
export type Catalogue = Record<string, string>;
export type Catalogues = Record<Language, Catalogue>;

const SYNTAX = /[{}'<>]/; // what a message must contain to be more than plain words

/** The first of the browser's languages that the site has. */
export function preferred(languages: readonly string[]): Language {
  for (const language of languages) {
    const short = language.toLowerCase().split("-")[0]!;
    if (short in LANGUAGES) return short as Language;
  }
  return "en";
}

/** Translates keys into the chosen language; catalogues are added as they are loaded. */
export class Translator {
  language: Language = $state("en");
  private catalogues: Catalogues = $state.raw({ en: {}, de: {}, fr: {} });
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- a cache that nothing on the page depends on
  private formats = new Map<string, IntlMessageFormat>();

  private conjunction: Intl.ListFormat | null = null;

  constructor(language: Language, words: Partial<Catalogues> = {}) {
    this.language = language;
    this.add("", words);
  }

  /** Add catalogues; the prefix keeps the keys of different games apart. */
  add(prefix: string, more: Partial<Catalogues>): void {
    const merged = { ...this.catalogues };
    for (const language of Object.keys(LANGUAGES) as Language[]) {
      const named = Object.entries(more[language] ?? {}).map(([key, text]) => [prefix + key, text]);
      merged[language] = { ...merged[language], ...Object.fromEntries(named) };
    }
    this.catalogues = merged;
  }

  has(key: string): boolean {
    return key in this.catalogues[this.language];
  }

  say(key: string, values: Values = {}): string {
    const text = this.catalogues[this.language][key];
    if (text === undefined) return key;
    return SYNTAX.test(text) ? String(this.format(text).format(values)) : text;
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.language).format(value);
  }

  list(items: string[]): string {
    if (this.conjunction?.resolvedOptions().locale !== this.language)
      this.conjunction = new Intl.ListFormat(this.language, { type: "conjunction" });
    return this.conjunction.format(items);
  }

  private format(text: string): IntlMessageFormat {
    const name = `${this.language} ${text}`;
    let format = this.formats.get(name);
    if (!format) {
      format = new IntlMessageFormat(text, this.language);
      this.formats.set(name, format);
    }
    return format;
  }
}
