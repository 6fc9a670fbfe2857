/** A Svelte action that gives an element an explanation: shown on hover, on focus and on a long press. */

import type { TableContext } from "./board";
import { explanation } from "./explanation.svelte";

interface Settings {
  /** The table that the element belongs to; without one nothing is explained. */
  table: TableContext | undefined;
  text: string;
}

export function tooltip(element: Element, settings: Settings): { update(s: Settings): void; destroy(): void } {
  const update = ({ table, text }: Settings): void => {
    element.toggleAttribute("data-explained", table !== undefined && text !== "");
    if (table && text) explanation.register(element, table, text);
    else explanation.forget(element);
  };
  update(settings);
  return { update, destroy: () => explanation.forget(element) };
}
