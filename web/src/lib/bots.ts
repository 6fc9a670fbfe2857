/** The bots as people of the fair: a name for each of a level, and how their faces are drawn. */

import { t, translator } from "./i18n";

/** Five names for each level, so that no two bots at a table have the same one. */
const NAMES: Record<string, readonly string[]> = {
  random: ["Dizzy", "Wirbel", "Twirl", "Zottel", "Piro"],
  greedy: ["Magpie", "Raff", "Corvo", "Elster", "Nimm"],
  novice: ["Pip", "Lotti", "Bruno", "Mina", "Tomasz"],
  apprentice: ["Nell", "Jori", "Tilda", "Vasco", "Ines"],
  artisan: ["Marek", "Sunniva", "Paloma", "Anselm", "Yara"],
  expert: ["Odile", "Ruben", "Hanako", "Casimir", "Leonor"],
  maestro: ["Serafina", "Aurelio", "Wanda", "Theophil", "Zenobia"],
  virtuoso: ["Ottilie", "Nicolò", "Amadea", "Ludovic", "Saoirse"],
};

/** Levels that think, the weakest first. */
export const SKILLS = ["novice", "apprentice", "artisan", "expert", "maestro", "virtuoso"];

export const SKINS = ["#f3cfa2", "#d9a06b", "#8d5a3b", "#f6dcc0", "#b97a4f"] as const;
export const HAIR = ["#3a2a20", "#a8502c", "#1c1720", "#d9b25a", "#6a6470"] as const;

/** Whether a level plays without thinking; such levels are for tests and studies. */
export function isMechanical(level: string): boolean {
  return !SKILLS.includes(level);
}

/**
 * The number of a bot among those of its level at a table. It is the same bots whatever the lots say: who of them
 * sits where makes no difference.
 */
export function botNumber(levels: readonly (string | null)[], seat: number): number {
  return levels.slice(0, seat).filter((level) => level === levels[seat]).length;
}

/** The name of a bot; a level without names of its own is called by the level. */
export function botName(level: string, number: number): string {
  const names = NAMES[level];
  if (names) return names[number % names.length]!;
  return translator.has(`level.${level}`) ? t(`level.${level}`) : level;
}

/** What a bot is like, in one line. */
export function botLine(level: string, number: number): string {
  const own = `bot.${level}.${number % (NAMES[level]?.length ?? 1)}`;
  return translator.has(own) ? t(own) : translator.has(`bot.${level}`) ? t(`bot.${level}`) : "";
}
