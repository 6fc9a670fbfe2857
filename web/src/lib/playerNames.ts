/** The names of the players at a table. */

import { botName, botNumber } from "./bots";
import { t, translator } from "./i18n";
import type { Chair } from "./wire";

/** The level of the bot that a chair belongs to; null for a person's, even if a bot plays there for a while. */
export function ownBot(chair: Chair): string | null {
  return chair.person ? null : chair.bot;
}

/** The name of whoever sits in one of the chairs of a table: `chairs.map(chairName)` returns all. */
export function chairName(chair: Chair, seat: number, chairs: readonly Chair[]): string {
  if (chair.name) return chair.name;
  if (chair.gone) return t("somebody");
  const bot = ownBot(chair);
  return bot ? botName(bot, botNumber(chairs.map(ownBot), seat)) : numbered(seat);
}

/** The name of a player of a record: the name that a bot of this level has, the name of a person, or a number. */
export function playerName(player: string, seat: number, players: readonly string[]): string {
  if (translator.has(`level.${player}`)) return botName(player, botNumber(players, seat));
  return !player || player === `seat ${seat}` || player === "person" ? numbered(seat) : player;
}

/** The chair of a player in a record. */
export function playerChair(player: string, seat: number, players: readonly string[]): Chair {
  const bot = translator.has(`level.${player}`) ? player : null;
  return { person: bot === null, name: playerName(player, seat, players), bot };
}

function numbered(seat: number): string {
  return t("table.player", { number: seat + 1 });
}
