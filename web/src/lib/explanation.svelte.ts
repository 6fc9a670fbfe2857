/** What is explained right now: one thing of one table at a time. */

import type { TableContext } from "./board";

/** How somebody asked for an explanation. It ends as it began: when the pointer or the focus leaves, or on a touch. */
export type Asking = "pointer" | "touch" | "focus";

interface Words {
  table: TableContext;
  text: string;
}

class Explanation {
  /** What is shown, or null. */
  text: string | null = $state(null);
  /** Where it belongs to. */
  at: DOMRect | null = $state.raw(null);
  table: TableContext | null = $state.raw(null);
  thing: Element | null = null;
  asking: Asking = "pointer";
  private words = new WeakMap<Element, Words>();

  register(thing: Element, table: TableContext, text: string): void {
    this.words.set(thing, { table, text });
    if (thing === this.thing) this.text = text;
  }

  forget(thing: Element): void {
    this.words.delete(thing);
    if (thing === this.thing) this.hide();
  }

  belongsTo(thing: Element, table: TableContext): boolean {
    return this.words.get(thing)?.table === table;
  }

  textOf(thing: Element): string {
    return this.words.get(thing)?.text ?? "";
  }

  show(thing: Element, asking: Asking): void {
    const words = this.words.get(thing);
    if (!words) return;
    this.tell(words.table, words.text, thing.getBoundingClientRect());
    this.thing = thing;
    this.asking = asking;
  }

  /** Show a text that belongs to no registered thing. */
  tell(table: TableContext, text: string, at: DOMRect): void {
    this.thing = null;
    this.asking = "pointer";
    this.table = table;
    this.text = text;
    this.at = at;
  }

  hide(): void {
    this.thing = null;
    this.text = null;
  }
}

export const explanation = new Explanation();
