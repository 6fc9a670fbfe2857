/** Describes tiles, cards, patterns and conditions in the person's language. */

import type { Say } from "$lib/board";
import { parse, type Cell, type Way } from "./patterns";
import type { CardView } from "./view";

/** Translate a word of the game. A custom box may have names without a translation; they stay as they are. */
function known(say: Say, key: string, name: string): string {
  const text = say(key);
  return text.endsWith(key) ? name : text;
}

/** `green rose`. */
export function tileName(tile: string, say: Say): string {
  return known(say, `tile.${tile}`, tile);
}

export function kindName(kind: string, say: Say): string {
  return known(say, `kind.${kind}`, kind);
}

/** `A-green`, `start-red-a`. */
export function cardName(id: string, say: Say): string {
  const [family, kind, side] = id.split("-") as [string, string?, string?];
  if (family === "start") return say("card.start", { kind: kindName(kind ?? "", say), side: side ?? "" });
  if (!/^[A-G]$/.test(family) || !kind) return id;
  return say(`card.${family}`, { kind: kindName(kind, say) });
}

export function layoutWords(layout: string, say: Say): string {
  const { cells, linked, same } = parse(layout);
  const rows = [0, 1, 2].map((row) => cells.filter((cell) => cell.row === row)).filter((row) => row.length > 0);
  const words = rows.map((row) => row.map((cell) => cellWords(cell, say)).join(linked ? ", " : " + ")).join(" / ");
  const drawn = linked ? words : say("anywhere", { cells: words });
  return same ? say(`same.${same}`, { cells: drawn }) : drawn;
}

export function cellWords(cell: Cell, say: Say): string {
  const kinds =
    cell.colour && cell.type
      ? tileName(`${cell.colour} ${cell.type}`, say)
      : kindName(cell.colour ?? cell.type ?? "any", say);
  return cell.level > 1 ? say("raised", { kind: kinds, level: cell.level }) : kinds;
}

/** Describe a card: its points, its pattern, and how close a board is to fulfilling it. */
export function cardWords(card: CardView, way: Way | null, say: Say): string {
  const text = say("card.about", {
    name: cardName(card.id, say),
    points: card.points,
    layout: layoutWords(card.layout, say),
  });
  if (!way) return text;
  const [wanted] = way.missing;
  if (!wanted) return `${text} ${say("fulfilled", { spaces: way.met.join(", ") })}`;
  return `${text} ${say("short", { cell: cellWords(wanted.cell, say), space: wanted.space })}`;
}

const CONDITIONS: [string, RegExp][] = [
  ["colour", /^(\d+) or more visible tiles share a colour$/],
  ["type", /^(\d+) or more visible tiles share a type$/],
  ["stacks", /^(\d+) or more stacks of (\d+) or more tiles$/],
  ["values", /^completed objectives of (\d+) or more different values$/],
  ["objectives", /^(\d+) or more completed objectives$/],
  ["covered", /^tiles on (\d+) or more spaces$/],
  ["variety", /^(\d+) or more colours and as many types visible$/],
];

/** Parse the condition of a crowd-pleaser. */
export function condition(words: string): { asks: string; least: number; level: number } | null {
  for (const [asks, form] of CONDITIONS) {
    const found = form.exec(words);
    if (found) return { asks, least: Number(found[1]), level: Number(found[2] ?? 0) };
  }
  return null;
}

export function conditionWords(words: string, say: Say): string {
  const found = condition(words);
  return found ? say(`condition.${found.asks}`, { least: found.least, level: found.level }) : words;
}
