/** Dates and spans of time in the person's language. Dates are seconds since 1970. */

import { translator } from "$lib/i18n";

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** How far away a date is, such as "in 5 minutes". */
export function fromNow(date: number, now: number): string {
  const away = Math.max(0, date - now);
  const [unit, seconds] = STEPS.find(([, least]) => away >= least) ?? STEPS.at(-1)!;
  const format = new Intl.RelativeTimeFormat(translator.language, { numeric: "auto" });
  return format.format(Math.round(away / seconds), unit);
}

export function dateWords(date: number): string {
  const format = new Intl.DateTimeFormat(translator.language, { dateStyle: "medium", timeStyle: "short" });
  return format.format(new Date(date * 1000));
}

export function dayWords(date: number): string {
  return new Intl.DateTimeFormat(translator.language, { dateStyle: "medium" }).format(new Date(date * 1000));
}
