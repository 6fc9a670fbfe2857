/** What a push message says, and what a press on the notification does. */

/** The text that the server sends; `off` is a token that only switches these kinds of messages off. */
export interface PushText {
  title: string;
  body: string;
  path: string;
  tag: string;
  kinds: string[];
  off: string;
  off_label: string;
  off_done: string;
  open_label: string;
  language: string;
}

/** What is kept with a notification until somebody presses it. */
export interface Kept {
  path: string;
  kinds: string[];
  off: string;
  done: string;
}

/** Read a message; null if it is none of ours. */
export function readPush(data: { json(): unknown } | null): PushText | null {
  try {
    const text = data?.json() as PushText | undefined;
    return text && typeof text.title === "string" && isPath(text.path) ? text : null;
  } catch {
    return null;
  }
}

/** Whether a path is a page of this site. */
export function isPath(path: unknown): path is string {
  return typeof path === "string" && path.startsWith("/#/");
}

/** The buttons of a notification. One that is only a trial has no button to switch it off. */
export function buttons(text: PushText): { action: string; title: string }[] {
  const open = { action: "open", title: text.open_label };
  return text.kinds.length ? [open, { action: "off", title: text.off_label }] : [open];
}

/** Whether a window shows a page; `/#/table/x` and `/#/table/x?...` are the same. */
export function shows(window: string, path: string): boolean {
  const url = new URL(window);
  const page = `${url.pathname}${url.hash}`.split("?")[0]!;
  return page.replace(/\/$/, "") === path.replace(/\/$/, "");
}

/** Whether the page in a window may be replaced, because nobody plays there. */
export function isFree(window: string): boolean {
  return ["/", "/#", "/#/me", "/#/lobby"].some((path) => shows(window, path));
}
