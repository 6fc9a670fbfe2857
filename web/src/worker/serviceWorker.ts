/** The service worker: keeps the site for when there is no network, and shows what is pushed. */

/// <reference lib="webworker" />

import { buttons, isFree, readPush, shows, type Kept, type PushText } from "./pushText";
import { allFiles, FILES, handlingOf, shellFiles, type Parts } from "./shell";

declare const self: ServiceWorkerGlobalScope;

const CACHE = "fairground-shell-1";
const PAGE = "/";
const ICON = "/icons/icon-192.png";
const BADGE = "/icons/badge-96.png";

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

self.addEventListener("fetch", (event) => {
  const handling = handlingOf(event.request, self.location.origin);
  if (handling === "page") event.respondWith(answerPage(event));
  else if (handling !== "pass") event.respondWith(answerFile(event.request, handling === "file"));
});

self.addEventListener("push", (event) => {
  event.waitUntil(show(readPush(event.data)));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const kept = event.notification.data as Kept | null;
  event.waitUntil(event.action === "off" && kept ? switchOff(kept) : open(kept?.path ?? "/#/"));
});

// The site without a network

async function install(): Promise<void> {
  await keepShell(await caches.open(CACHE));
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith("fairground-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Keep the page with all that it needs, and forget what belongs to an earlier version of the site. */
async function keepShell(cache: Cache): Promise<void> {
  const parts = (await (await fetch("/parts.json", { cache: "no-cache" })).json()) as Parts;
  const known = new Set([PAGE, ...FILES, ...allFiles(parts)]);
  const kept = (await cache.keys()).map((request) => new URL(request.url).pathname);
  await Promise.all(kept.filter((path) => !known.has(path)).map((path) => cache.delete(path)));
  const missing = shellFiles(parts).filter((path) => !kept.includes(path));
  await cache.addAll([...missing, ...FILES]);
  await cache.add(new Request(PAGE, { cache: "no-cache" }));
}

/** Answer with the newest page, or with the one that was kept if there is no network. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(event.request);
    if (isWhole(answer)) event.waitUntil(renew(cache, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await cache.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

/** Keep a page; if it is another one than before, its parts are others too. */
async function renew(cache: Cache, answer: Response): Promise<void> {
  const before = await (await cache.match(PAGE))?.text();
  const text = await answer.clone().text();
  if (text === before) return;
  await cache.put(PAGE, answer);
  await keepShell(cache).catch(() => null); // the network has gone in between: the next page tries again
}

/** Answer with a file that was kept; the name of a part changes with its contents. */
async function answerFile(request: Request, changes: boolean): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  if (kept && !changes) return kept;
  try {
    const answer = await fetch(request);
    if (isWhole(answer)) await cache.put(request.url, answer.clone());
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

function isWhole(answer: Response): boolean {
  return answer.status === 200 && answer.type === "basic" && !answer.redirected;
}

// Notifications

/** Show a message, unless the person looks at just that page. */
async function show(text: PushText | null): Promise<void> {
  if (!text) return self.registration.showNotification("Fairground", { icon: ICON, badge: BADGE });
  const windows = await allWindows();
  if (windows.some((window) => window.focused && shows(window.url, text.path))) return;
  await self.registration.showNotification(text.title, optionsOf(text));
}

function optionsOf(text: PushText): NotificationOptions {
  const kept: Kept = { path: text.path, kinds: text.kinds, off: text.off, done: text.off_done };
  const more = { renotify: true, actions: buttons(text) }; // not in TypeScript's library
  return { body: text.body, tag: text.tag, lang: text.language, icon: ICON, badge: BADGE, data: kept, ...more };
}

/** Switch these kinds of messages off, and say so; if that fails, open the page that does it. */
async function switchOff(kept: Kept): Promise<void> {
  const answer = await fetch(`/api/off/${encodeURIComponent(kept.off)}/kinds`, {
    method: "POST",
    body: JSON.stringify({ kinds: kept.kinds }),
    headers: { "Content-Type": "application/json" },
  }).catch(() => null);
  if (!answer?.ok) return open(`/#/off/${kept.off}/${kept.kinds.join(",")}`);
  const data: Kept = { path: "/#/me", kinds: [], off: "", done: "" };
  await self.registration.showNotification(kept.done, { tag: "off", icon: ICON, badge: BADGE, data });
}

/** Open a page: in the window that shows it, in one where nobody plays, or in a new one. */
async function open(path: string): Promise<void> {
  const windows = await allWindows();
  const window = windows.find((each) => shows(each.url, path)) ?? windows.find((each) => isFree(each.url));
  if (!window) {
    await self.clients.openWindow(path);
    return;
  }
  window.postMessage({ open: path });
  await window.focus().catch(() => null); // only a press by a person may do that
}

async function allWindows(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: "window", includeUncontrolled: true });
}
