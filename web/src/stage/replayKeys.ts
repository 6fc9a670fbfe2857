/** The keys of a replay. */

export type ReplayCommand = "back" | "on" | "first" | "last" | "play";

const COMMANDS: Record<string, ReplayCommand> = {
  ArrowLeft: "back",
  ArrowRight: "on",
  Home: "first",
  End: "last",
  " ": "play",
};

/** Whether a key belongs neither to the browser nor to a field that is being filled in. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target instanceof Element && event.target.matches("input, select, textarea"));
}

/** Return what a key asks for, or null if it belongs to what has the focus or to the browser. */
export function commandOf(event: KeyboardEvent): ReplayCommand | null {
  const command = COMMANDS[event.key];
  if (!command || !isForPage(event)) return null;
  const focused = event.target instanceof Element ? event.target : null;
  if (command === "play" && focused?.matches("button, a, summary")) return null;
  if ((command === "first" || command === "last") && focused?.closest("ol, pre")) return null; // they scroll
  return command;
}
