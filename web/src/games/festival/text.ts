/** Describes tiles, cards, patterns and conditions in the person's language. */

import type { Say } from "$lib/board";
import { parse, type Cell } from "./patterns";
import type { BoardView, CardView, PlacementView, PleaserView, StackView, TileView } from "./view";

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
  if (family === "start") return say("card.start", { kind: kindName(kind ?? "", say) });
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

/** The shape of a pattern in a word or two, by which a side of a starting objective is called. */
export function shapeWords(layout: string, say: Say): string {
  const { drawn, free } = parse(layout);
  if (!drawn.length || free.length) return say(drawn.length ? "shape.other" : "shape.free");
  const rows = [0, 1, 2].map((row) => drawn.filter((cell) => cell.row === row).map(({ column }) => column));
  return say(`shape.${SHAPES[rows.map((columns) => columns.join("")).join("/")] ?? "other"}`);
}

/** The shapes that have a name, by the columns of their cells in each row. */
const SHAPES: Record<string, string> = {
  "01/01/": "square",
  "012//": "line",
  "0/0/0": "line",
  "012/1/": "tee",
  "01/0/": "corner",
  "01//": "pair",
};

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
  const turned = parse(card.layout).drawn.length > 1 ? [say("card.turned")] : [];
  return [text, ...turned, ...(nearest ? [lackWords(nearest, say)] : [])].join(" ");
}

function lackWords({ met, missing, tiles }: PlacementView, say: Say): string {
  if (tiles === 0) return say("fulfilled", { spaces: met.join(", ") });
  const cells = missing
    .map((wanted) => say("wanted", { cell: cellWords(wanted, say), space: wanted.space }))
    .join(", ");
  return say("lacks", { tiles, cells });
}

/** Name a space and what lies on it. */
export function spaceName(space: string, tiles: TileView[], say: Say): string {
  const top = tiles.at(-1);
  if (!top) return say("space.free", { space });
  return say("space.tile", { space, tile: tileName(`${top.colour} ${top.type}`, say), level: tiles.length });
}

/** Describe a space: its tiles, and what the top one counts on this board. */
export function spaceWords(board: BoardView, space: string, say: Say): string {
  const tiles = board.spaces[space] ?? [];
  const next = say("space.next", { level: tiles.length + 1 });
  const top = tiles.at(-1);
  if (!top) return `${spaceName(space, tiles, say)} ${next}`;
  const covered = tiles.slice(0, -1).reverse();
  const names = covered.map((tile) => tileName(`${tile.colour} ${tile.type}`, say)).join(", ");
  const points = tiles.length * (Number(top.colour === board.colour) + Number(top.type === board.type));
  const counts = points ? say("space.counts", { points }) : say("space.counts.not");
  const below = covered.length ? [say("space.below", { tiles: names })] : [];
  return [spaceName(space, tiles, say), counts, ...below, next].join(" ");
}

export function plateWords(board: BoardView, say: Say): string {
  return say("plate.about", {
    colour: kindName(board.colour, say),
    type: kindName(board.type, say),
    cities: board.cities.map((city) => kindName(city, say)).join(" / "),
  });
}

export function conditionWords({ asks, least, level }: PleaserView, say: Say): string {
  return say(`condition.${asks}`, { least, level });
}

/** Describe a stack beside a board, and the tiles still to come in it. */
export function stackWords(stack: StackView, side: "left" | "right", shared: string, say: Say): string {
  const top = stack.top ? tileName(`${stack.top.colour} ${stack.top.type}`, say) : null;
  const sentences = [
    top ? say(`stack.${side}.top`, { tile: top }) : say(`stack.${side}.empty`),
    say("stack.about", { back: kindName(stack.back, say), size: stack.size, name: shared }),
  ];
  if (stack.unseen.length)
    sentences.push(say("stack.unseen", { tiles: stack.unseen.map((tile) => tileName(tile, say)).join(", ") }));
  return sentences.join(" ");
}
