/** How the symbols and types that the box prints are drawn. */

import { COLOUR_SYMBOLS } from "$lib/colourSymbols";
import { getContext, setContext } from "svelte";

export interface Prints {
  /** The symbol of each colour. */
  symbols: Record<string, string>;
  types: string[];
}

const PRINTS = Symbol("prints");
const USUAL: Prints = {
  symbols: { green: "cross", yellow: "star", blue: "circle", red: "triangle" },
  types: ["palm", "fountain", "rose", "burst"],
};
/** Drawings of symbols; they are those of the usual colours. */
const SYMBOLS = Object.fromEntries(
  Object.entries(USUAL.symbols).map(([colour, symbol]) => [symbol, COLOUR_SYMBOLS[colour]!]),
);

/** Make what the view says of the box known to the components below. */
export function providePrints(prints: () => Prints): void {
  setContext(PRINTS, prints);
}

/** What the box prints; outside a table, what the usual box does. */
export function usePrints(): () => Prints {
  return getContext<(() => Prints) | undefined>(PRINTS) ?? (() => USUAL);
}

/** The path of a colour's symbol, about 10 wide around (0, 0). */
export function symbolPath(colour: string, prints: Prints): string {
  return SYMBOLS[prints.symbols[colour] ?? ""] ?? "";
}

/** Which of the four drawings a type has: the one of its name, or else one that no other type has. */
export function drawingOf(type: number, types: string[]): number {
  const known = USUAL.types.indexOf(types[type] ?? "");
  if (known >= 0) return known;
  const spare = USUAL.types.flatMap((name, i) => (types.includes(name) ? [] : [i]));
  const strange = types.filter((name) => !USUAL.types.includes(name));
  return spare[strange.indexOf(types[type] ?? "")] ?? type;
}
