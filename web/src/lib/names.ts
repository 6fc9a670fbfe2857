/** What to call the seats of a table. */

import { t } from "./shell";
import type { Chair } from "./wire";

export function nameOf(chair: Chair, seat: number): string {
  if (chair.name) return chair.name;
  if (chair.bot && !chair.person) return `${t(`level.${chair.bot}`)} ${seat + 1}`;
  return t("new.chair", { number: seat + 1 });
}
