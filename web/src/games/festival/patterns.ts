/** The patterns of objectives as the server writes them. What a board lacks of a pattern comes from the view. */

const COLOURS = ["green", "yellow", "blue", "red"];
const COLUMNS = "abc";

/** What one visible tile must be; a missing colour or type does not matter. */
export interface Cell {
  colour?: string | null;
  type?: string | null;
  level: number;
}

export interface DrawnCell extends Cell {
  row: number;
  column: number;
}

export interface Pattern {
  /** The cells that keep their shape. */
  drawn: DrawnCell[];
  /** The cells that may be anywhere else. */
  free: Cell[];
  /** What all cells must have in common. */
  same: "type" | "colour" | null;
}

/** Parse a layout: `palm^ fountain / rose .`, `red + red anywhere, all of one type`, or both joined by `and`. */
export function parse(layout: string): Pattern {
  const [body, agree] = layout.split(", all of one ") as [string, string?];
  const same = agree === "type" || agree === "colour" ? agree : null;
  if (!body.endsWith(" anywhere")) return { drawn: drawn(body), free: [], same };
  const parts = body.slice(0, -" anywhere".length).split(" and ");
  const free = parts.pop()!.split(" + ").map(cell);
  return { drawn: parts.flatMap(drawn), free, same };
}

function drawn(rows: string): DrawnCell[] {
  return rows
    .split(" / ")
    .flatMap((row, y) =>
      row.split(" ").flatMap((word, x) => (word === "." ? [] : [{ row: y, column: x, ...cell(word) }])),
    );
}

function cell(word: string): Cell {
  const [name, raised] = word.split("^") as [string, string?];
  const kinds = name === "any" ? [] : name.split("-");
  return {
    colour: kinds.find((kind) => COLOURS.includes(kind)),
    type: kinds.find((kind) => !COLOURS.includes(kind)),
    level: raised === undefined ? 1 : Number(raised || 2),
  };
}

/** A cell and where its middle is on a card. */
export interface PlacedCell {
  cell: Cell;
  x: number;
  y: number;
}

export interface Drawing {
  cells: PlacedCell[];
  /** How wide a cell is. */
  size: number;
  /** Where signs between free cells go. */
  signs: { x: number; y: number }[];
}

/** Lay out a pattern around (0, 0), 92 by 82 at most: the drawn cells, and the free ones in a row below. */
export function draw({ drawn, free }: Pattern): Drawing {
  const wide = Math.max(0, ...drawn.map((cell) => cell.column + 1));
  const high = Math.max(0, ...drawn.map((cell) => cell.row + 1));
  const gap = drawn.length && free.length ? 0.3 : 0;
  const rows = high + gap + (free.length ? 1 : 0);
  const apart = drawn.length ? 1.15 : 1.35;
  const step = Math.min(29, 92 / Math.max(wide, 1 + apart * (free.length - 1)), 87 / rows);
  const y = (row: number) => (row - (rows - 1) / 2) * step;
  const x = (at: number) => (at - (free.length - 1) / 2) * apart * step;
  return {
    size: step - 2,
    cells: [
      ...drawn.map((cell) => ({ cell, x: (cell.column - (wide - 1) / 2) * step, y: y(cell.row) })),
      ...free.map((cell, at) => ({ cell, x: x(at), y: y(high + gap) })),
    ],
    signs: free.slice(1).map((_, at) => ({ x: x(at + 0.5), y: y(high + gap) })),
  };
}

export function name(row: number, column: number): string {
  return `${COLUMNS[column]}${row + 1}`;
}

/** The row and column of a space, counted from 0. */
export function place(space: string): { row: number; column: number } {
  return { row: Number(space[1]) - 1, column: COLUMNS.indexOf(space[0]!) };
}
