/** What a table is, in words: who invites to what, with whom, and with which clock and settings. */

import { sayFor, t, translator } from "./i18n";
import { chairName, ownBot } from "./playerNames";
import type { Chair, Clock, Facts } from "./wire";

const MINUTE = 60;
const DAY = 86_400;

export function clockWords({ kind = "none", seconds = 0, increment = 0 }: Clock): string {
  if (kind === "none") return t("new.clock.none");
  if (kind === "move") return perMove(seconds);
  const minutes = translator.number(seconds / MINUTE);
  return increment ? t("new.clock.bank", { minutes, seconds: increment }) : t("invite.bank", { minutes });
}

function perMove(seconds: number): string {
  if (seconds >= DAY && seconds % DAY === 0) return t("new.clock.day", { count: seconds / DAY });
  if (seconds >= MINUTE && seconds % MINUTE === 0) return t("new.clock.move", { count: seconds / MINUTE });
  return t("invite.seconds", { count: seconds });
}

/** The settings of a table, each with its name. */
export function settingWords({ game, options }: Pick<Facts, "game" | "options">): string[] {
  const say = sayFor(game);
  return Object.entries(options).map(([name, value]) => {
    const key = `option.${name}.${value}`;
    return `${say(`option.${name}`)} (${translator.has(`${game}.${key}`) ? say(key) : value})`;
  });
}

/** Who invites to what, in one sentence. The game's translations must be loaded. */
export function invitationSentence(facts: Facts, chairs: readonly Chair[]): string {
  const hosts = chairs.map(chairName).filter((_, seat) => chairs[seat]!.person);
  return t("invite.sentence", {
    count: hosts.length,
    names: translator.list(hosts),
    game: sayFor(facts.game)("title"),
    details: detailWords(facts, chairs),
  });
}

/** What a table is, in one sentence, for those who sit there already. */
export function tableSentence(facts: Facts, chairs: readonly Chair[]): string {
  return t("invite.table", { game: sayFor(facts.game)("title"), details: detailWords(facts, chairs) });
}

function detailWords(facts: Facts, chairs: readonly Chair[]): string {
  const bots = chairs.map(chairName).filter((_, seat) => ownBot(chairs[seat]!));
  const details = [
    t("invite.seats", { count: facts.seats }),
    ...(bots.length ? [t("invite.bots", { names: translator.list(bots) })] : []),
    facts.clock.kind === "none" ? t("invite.no_clock") : lowerCase(clockWords(facts.clock)),
    ...settingWords(facts).map(lowerCase),
    ...(facts.rated ? [t("invite.rated")] : []),
  ];
  return details.join(", ");
}

/** Words in the middle of a sentence; German nouns stay as they are. */
function lowerCase(words: string): string {
  return translator.language === "de" ? words : words.charAt(0).toLowerCase() + words.slice(1);
}
