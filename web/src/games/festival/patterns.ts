/** The patterns of objectives, and where a board fulfils them or is one tile short. */

import type { BoardView, TileView } from "./view";

const COLOURS = ["green", "yellow", "blue", "red"];
const COLUMNS = "abc";
const SIDE = 3;

/** What one visible tile must be; a missing colour or type does not matter. */
export interface Cell {
  row: number;
  column: number;
  colour?: string;
  type?: string;
  level: number;
}

export interface Pattern {
  cells: Cell[];
  linked: boolean;
  /** What all cells must have in common. */
  same: "type" | "colour" | null;
}

/** The top tile of a space and the height of its stack. */
export interface Top {
  tile: TileView | null;
  height: number;
}

export type Tops = Record<string, Top>;

/** A placement of a pattern: the spaces that fit, and those that do not fit yet. */
export interface Way {
  met: string[];
  missing: Wanted[];
}

export interface Wanted {
  space: string;
  cell: Cell;
}

// Parsing

/** Parse a layout: `palm^ fountain / rose .`, or `red + red anywhere, all of one type`. */
export function parse(layout: string): Pattern {
  const [drawn, agree] = layout.split(", all of one ") as [string, string?];
  const same = agree === "type" || agree === "colour" ? agree : null;
  if (drawn.endsWith(" anywhere")) {
    const words = drawn.slice(0, -" anywhere".length).split(" + ");
    return { cells: words.map((word, column) => ({ row: 0, column, ...cell(word) })), linked: false, same };
  }
  const rows = drawn.split(" / ").map((row) => row.split(" "));
  const cells = rows.flatMap((row, y) =>
    row.flatMap((word, x) => (word === "." ? [] : [{ row: y, column: x, ...cell(word) }])),
  );
  return { cells, linked: true, same };
}

function cell(word: string): { colour?: string; type?: string; level: number } {
  const [name, raised] = word.split("^") as [string, string?];
  const kinds = name === "any" ? [] : name.split("-");
  const level = raised === undefined ? 1 : Number(raised || 2);
  return {
    colour: kinds.find((kind) => COLOURS.includes(kind)),
    type: kinds.find((kind) => !COLOURS.includes(kind)),
    level,
  };
}

// Searching a board

export function tops(board: BoardView): Tops {
  const entries = Object.entries(board.spaces);
  return Object.fromEntries(
    entries.map(([space, tiles]) => [space, { tile: tiles.at(-1) ?? null, height: tiles.length }]),
  );
}

/** The board after placing a tile on a space. */
export function laid(seen: Tops, space: string, tile: TileView): Tops {
  return { ...seen, [space]: { tile, height: (seen[space]?.height ?? 0) + 1 } };
}

/** Find a fulfilled placement, or else one that a single tile would fulfil, or else null. */
export function nearest(pattern: Pattern, seen: Tops): Way | null {
  let near: Way | null = null;
  for (const way of ways(pattern, seen)) {
    if (way.missing.length === 0) return way;
    const [wanted, ...more] = way.missing;
    if (!near && more.length === 0 && way.met.length > 0 && seen[wanted!.space]!.height + 1 >= wanted!.cell.level)
      near = way;
  }
  return near;
}

export function fulfilled(pattern: Pattern, seen: Tops): boolean {
  return nearest(pattern, seen)?.missing.length === 0;
}

function* ways(pattern: Pattern, seen: Tops): Generator<Way> {
  for (const laid of pattern.linked ? linked(pattern.cells) : free(pattern.cells))
    for (const way of agreeing(laid, pattern.same, seen)) {
      const met = way.filter(({ space, cell }) => fits(seen[space]!, cell));
      yield { met: met.map(({ space }) => space), missing: way.filter((wanted) => !met.includes(wanted)) };
    }
}

function fits({ tile, height }: Top, cell: Cell): boolean {
  if (!tile || height < cell.level) return false;
  return (!cell.colour || cell.colour === tile.colour) && (!cell.type || cell.type === tile.type);
}

/** All placements of the cells on the board: rotated and shifted, never mirrored. */
function* linked(cells: Cell[]): Generator<Wanted[]> {
  let rotated = cells;
  for (let quarter = 0; quarter < 4; quarter++) {
    for (let down = 1 - SIDE; down < 2 * SIDE; down++)
      for (let across = 1 - SIDE; across < 2 * SIDE; across++) {
        const way = rotated.map((cell) => ({ row: cell.row + down, column: cell.column + across, cell }));
        if (way.every(({ row, column }) => inside(row) && inside(column)))
          yield way.map(({ row, column, cell }) => ({ space: name(row, column), cell }));
      }
    rotated = rotated.map((cell) => ({ ...cell, row: cell.column, column: -cell.row }));
  }
}

/** All placements of cells that may be anywhere. */
function* free(cells: Cell[], taken: string[] = []): Generator<Wanted[]> {
  const [first, ...rest] = cells;
  if (!first) return yield [];
  for (let at = 0; at < SIDE * SIDE; at++) {
    const space = name(Math.floor(at / SIDE), at % SIDE);
    if (taken.includes(space)) continue;
    for (const more of free(rest, [...taken, space])) yield [{ space, cell: first }, ...more];
  }
}

/** If all cells must agree, one variant for each kind that is visible on one of the spaces. */
function* agreeing(way: Wanted[], same: Pattern["same"], seen: Tops): Generator<Wanted[]> {
  if (!same) return yield way;
  const kinds = new Set(way.flatMap(({ space }) => seen[space]?.tile?.[same] ?? []));
  for (const kind of kinds)
    yield way.map(({ space, cell }) => ({ space, cell: { ...cell, [same]: cell[same] ?? kind } }));
}

function inside(place: number): boolean {
  return place >= 0 && place < SIDE;
}

export function name(row: number, column: number): string {
  return `${COLUMNS[column]}${row + 1}`;
}

/** The row and column of a space, counted from 0. */
export function place(space: string): { row: number; column: number } {
  return { row: Number(space[1]) - 1, column: COLUMNS.indexOf(space[0]!) };
}
