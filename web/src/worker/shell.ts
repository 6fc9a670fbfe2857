/** What the service worker keeps for when there is no network: the page and its parts, never an answer. */

/** A part of the site, as the build lists them in `parts.json`. */
export interface Part {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
  assets?: string[];
}

export type Parts = Record<string, Part>;

/** How a request is handled: `pass` means that it goes to the network as if there were no worker. */
export type Handling = "page" | "asset" | "file" | "pass";

const ENTRY = "index.html";
const PAGES = "src/pages/";
const WORDS = "src/translations/"; // loaded by name, in the person's language
/** Files beside the page that it needs without a network. */
export const FILES = ["/lantern.svg", "/manifest.webmanifest", "/icons/icon-192.png", "/icons/badge-96.png"];

/** How to handle a request. Only what is listed here is ever kept, so nothing of `/api` can be. */
export function handlingOf(request: { method: string; mode: string; url: string }, origin: string): Handling {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== origin || url.search) return "pass";
  if (url.pathname === "/") return request.mode === "navigate" ? "page" : "pass";
  if (/^\/assets\/[^/]+$/.test(url.pathname)) return "asset";
  return FILES.includes(url.pathname) ? "file" : "pass";
}

/** The paths of everything that the pages need; what only a game needs is kept once it was used. */
export function shellFiles(parts: Parts): string[] {
  const wanted = Object.keys(parts).filter(
    (name) => name === ENTRY || name.startsWith(PAGES) || name.startsWith(WORDS),
  );
  const seen = new Set<string>();
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    wanted.push(...(parts[name]?.imports ?? []));
  }
  return filesOf([...seen].flatMap((name) => parts[name] ?? []));
}

/** The paths of all parts; what else is kept belongs to an earlier version of the site. */
export function allFiles(parts: Parts): string[] {
  return filesOf(Object.values(parts));
}

function filesOf(parts: Part[]): string[] {
  const files = parts.flatMap((part) => [part.file, ...(part.css ?? []), ...(part.assets ?? [])]);
  return [...new Set(files)].filter((file) => file.startsWith("assets/")).map((file) => `/${file}`);
}
