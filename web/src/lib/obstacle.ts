/** Tells in the person's language why a thing on the board cannot be chosen now. */

import type { GameScreen } from "./board";
import type { SpotObstacle } from "./choice.svelte";
import { sayFor, t, translator } from "./i18n";
import { describeValues } from "./story";
import type { ClickObstacle } from "./wire";

/** What there is to know at a table besides the obstacle itself. */
export interface Asked {
  screen: Pick<GameScreen, "value">;
  game: string;
  /** The names of the seats. */
  names: string[];
  /** What the person has to decide now. */
  question: string;
}

/** Return what the board shows where the thing was clicked, or null if there is nothing to say. */
export function spotObstacle(obstacle: ClickObstacle, asked: Asked): SpotObstacle | null {
  const text = describeObstacle(obstacle, asked);
  return text ? { id: obstacle.id, text } : null;
}

/** Return the sentence, or null if there is nothing to say. */
export function describeObstacle(obstacle: ClickObstacle, asked: Asked): string | null {
  if (!obstacle.key) return null;
  const { key, values = {} } = obstacle;
  if (key.startsWith("table.")) return describeTurn(key, values.seats, asked.names);
  const say = sayFor(asked.game);
  const described = describeValues({ key: `obstacle.${key}`, values }, asked.screen, say, asked.names);
  return say(`obstacle.${key}`, { ...described, question: endSentence(asked.question) });
}

/** What is in the way at any game: whose turn it is, or what has to be chosen first. */
function describeTurn(key: string, seats: unknown, names: string[]): string {
  const waiting = Array.isArray(seats) ? seats.map((seat) => names[Number(seat)] ?? "") : [];
  return t(`obstacle.${key}`, { names: translator.list(waiting), count: waiting.length });
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
