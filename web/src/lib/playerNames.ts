/** The names of the players at a table. */

import { botName } from "./bots";
import { t, translator } from "./i18n";
import type { Chair } from "./wire";

export function chairName(chair: Chair, seat: number): string {
  if (chair.name) return chair.name;
  return chair.bot && !chair.person ? nameBot(chair.bot, seat) : t("table.player", { number: seat + 1 });
}

/** The name of a player in a record: the name that a bot of this level has, the name of a person, or a number. */
export function playerName(player: string, seat: number): string {
  if (translator.has(`level.${player}`)) return nameBot(player, seat);
  return !player || player === `seat ${seat}` || player === "person" ? t("table.player", { number: seat + 1 }) : player;
}

/** The chair of a player in a record. */
export function playerChair(player: string, seat: number): Chair {
  const bot = translator.has(`level.${player}`) ? player : null;
  return { person: bot === null, name: playerName(player, seat), bot };
}

function nameBot(level: string, seat: number): string {
  return botName(level, seat) ?? `${t(`level.${level}`)} ${seat + 1}`;
}
