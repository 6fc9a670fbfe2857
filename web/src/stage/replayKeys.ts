/** The keys of a replay. */

export type ReplayCommand = "back" | "on" | "first" | "last" | "play";

const COMMANDS: Record<string, ReplayCommand> = {
  ArrowLeft: "back",
  ArrowRight: "on",
  Home: "first",
  End: "last",
  " ": "play",
};

/** Return what a key asks for, or null if it belongs to what has the focus or to the browser. */
export function commandOf(event: KeyboardEvent): ReplayCommand | null {
  const command = COMMANDS[event.key];
  if (!command || event.ctrlKey || event.metaKey || event.altKey) return null;
  const focused = event.target instanceof Element ? event.target : null;
  if (focused?.matches("input, select, textarea")) return null;
  if (command === "play" && focused?.matches("button, a, summary")) return null;
  if ((command === "first" || command === "last") && focused?.closest("ol, pre")) return null; // they scroll
  return command;
}
