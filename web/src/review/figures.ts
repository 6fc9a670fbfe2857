/** Writes shares of the win as people read them: whole percentages, with how sure they are. */

import { t, translator } from "$lib/i18n";

const SMALLEST = 0.005; // less than that rounds to nothing

function format(share: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(translator.language, { style: "percent", maximumFractionDigits: 0, ...options }).format(
    share,
  );
}

/** A share as a percentage. Only what is certain is written as 0 or 100. */
export function percent(share: number): string {
  if (share > 0 && share < SMALLEST) return `<${format(0.01)}`;
  if (share < 1 && share > 1 - SMALLEST) return `>${format(0.99)}`;
  return format(share);
}

/** A change of a share, with its sign. */
export function change(share: number): string {
  return format(share, { signDisplay: "exceptZero" }).replace("-", "−");
}

/** A standard error in percentage points, such as ±2. */
export function errorOf(error: number): string {
  const points = 100 * error;
  return points < 0.5 ? "±<1" : `±${translator.number(Math.round(points))}`;
}

/** A number that was estimated: "about 9%", or with its error if that was asked for: "9% ±2". */
export function estimate(share: number, error: number, exact: boolean, write = percent): string {
  if (exact) return `${write(share)} ${errorOf(error)}`;
  return error < SMALLEST ? write(share) : t("review.about", { figure: write(share) });
}

/** Expected points, or a difference of them, with one decimal. */
export function pointsOf(points: number, signed = false): string {
  return new Intl.NumberFormat(translator.language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: signed ? "exceptZero" : "auto",
  })
    .format(points)
    .replace("-", "−");
}
