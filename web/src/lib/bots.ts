/** The bots as people of the fair: a name for each level and seat, and how their faces are drawn. */

/** Five names for each level, so that no two bots at a table have the same one. */
const NAMES: Record<string, readonly string[]> = {
  random: ["Dizzy", "Wirbel", "Twirl", "Zottel", "Piro"],
  greedy: ["Magpie", "Raff", "Corvo", "Elster", "Nimm"],
  novice: ["Pip", "Lotti", "Bruno", "Mina", "Tomasz"],
  apprentice: ["Nell", "Jori", "Tilda", "Vasco", "Ines"],
  artisan: ["Marek", "Sunniva", "Paloma", "Anselm", "Yara"],
  expert: ["Odile", "Ruben", "Hanako", "Casimir", "Leonor"],
  maestro: ["Serafina", "Aurelio", "Wanda", "Theophil", "Zenobia"],
};

/** Levels that play without thinking; they are for tests and studies. */
const MECHANICAL = ["random", "greedy"];

export const SKINS = ["#f3cfa2", "#d9a06b", "#8d5a3b", "#f6dcc0", "#b97a4f"] as const;
export const HAIR = ["#3a2a20", "#a8502c", "#1c1720", "#d9b25a", "#6a6470"] as const;

export function isMechanical(level: string): boolean {
  return MECHANICAL.includes(level);
}

/** The name of a bot; a level without names of its own is called by the level. */
export function botName(level: string, seat: number): string | null {
  const names = NAMES[level];
  return names ? names[seat % names.length]! : null;
}
