/** What to call the seats of a table. */

import { t, words } from "./shell";
import type { Chair } from "./wire";

export function nameOf(chair: Chair, seat: number): string {
  if (chair.name) return chair.name;
  return chair.bot && !chair.person ? botName(chair.bot, seat) : t("table.player", { number: seat + 1 });
}

/** The player of a record: a bot by its level, a person by name, else by number. */
export function playerName(player: string, seat: number): string {
  if (words.has(`level.${player}`)) return botName(player, seat);
  return !player || player === `seat ${seat}` || player === "person" ? t("table.player", { number: seat + 1 }) : player;
}

function botName(level: string, seat: number): string {
  return `${t(`level.${level}`)} ${seat + 1}`;
}
