/** Starts the service worker, and follows it to the page that a notification leads to. */

const PATH = "/service-worker.js";

/** Start the service worker once the page has time. It is built only for the site as it is served. */
export function startWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const later = globalThis.requestIdleCallback ?? setTimeout; // Safari knows no idle time
  later(() => void navigator.serviceWorker.register(PATH).catch(() => null));
  navigator.serviceWorker.addEventListener("message", (event: MessageEvent<{ open?: unknown }>) => {
    const { open } = event.data;
    if (typeof open === "string" && open.startsWith("/#/")) location.hash = open.slice(1);
  });
}

/** The worker's registration once it works; null where there is none, such as on a page without TLS. */
export async function workerRegistration(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration("/").catch(() => null);
  return registration ? navigator.serviceWorker.ready : null;
}

/** Take the notifications about a table off the screen, because the person looks at it now. */
export async function clearNotifications(table: string): Promise<void> {
  const registration = await workerRegistration();
  for (const each of (await registration?.getNotifications({ tag: table })) ?? []) each.close();
}
