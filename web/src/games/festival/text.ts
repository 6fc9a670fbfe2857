/** Describes tiles, cards, patterns and conditions in the person's language. */

import type { Say } from "$lib/board";
import { parse, type Cell } from "./patterns";
import type { CardView, PlacementView, PleaserView } from "./view";

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

/** `A-green`, `start-red-a`. The name is all that is known of a card here, so it tells nothing of its pattern. */
export function cardName(id: string, say: Say): string {
  const [family, kind, side] = id.split("-") as [string, string?, string?];
  if (family === "start") return say("card.start", { kind: kindName(kind ?? "", say), side: side ?? "" });
  return kind && side === undefined ? say("card.named", { family, kind: kindName(kind, say) }) : id;
}

export function layoutWords(layout: string, say: Say): string {
  const { drawn, free, same } = parse(layout);
  const rows = [0, 1, 2].map((row) => drawn.filter((cell) => cell.row === row)).filter((row) => row.length > 0);
  const parts = rows.length ? [rows.map((row) => row.map((cell) => cellWords(cell, say)).join(", ")).join(" / ")] : [];
  if (free.length) parts.push(say("anywhere", { cells: free.map((cell) => cellWords(cell, say)).join(" + ") }));
  const words = parts.join("; ");
  return same ? say(`same.${same}`, { cells: words }) : words;
}

export function cellWords(cell: Cell, say: Say): string {
  const kinds =
    cell.colour && cell.type
      ? tileName(`${cell.colour} ${cell.type}`, say)
      : kindName(cell.colour ?? cell.type ?? "any", say);
  return cell.level > 1 ? say("raised", { kind: kinds, level: cell.level }) : kinds;
}

/** Describe a card: its points, its pattern, and what a board lacks of it. */
export function cardWords(card: CardView, nearest: PlacementView | null, say: Say): string {
  const text = say("card.about", {
    name: cardName(card.id, say),
    points: card.points,
    layout: layoutWords(card.layout, say),
  });
  return nearest ? `${text} ${lackWords(nearest, say)}` : text;
}

function lackWords({ met, missing, tiles }: PlacementView, say: Say): string {
  if (tiles === 0) return say("fulfilled", { spaces: met.join(", ") });
  const cells = missing
    .map((wanted) => say("wanted", { cell: cellWords(wanted, say), space: wanted.space }))
    .join(", ");
  return say("lacks", { tiles, cells });
}

export function conditionWords({ asks, least, level }: PleaserView, say: Say): string {
  return say(`condition.${asks}`, { least, level });
}
