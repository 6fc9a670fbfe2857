/** Whether this browser can be told something, and whether it is. */

import { api } from "$lib/api";
import type { Notifications } from "$lib/wire";
import { workerRegistration } from "../worker/register";
import { readKey } from "./pushKey";

/** `install` means that the site must be on the home screen first; `denied` that the person has said no. */
export type DeviceState = "on" | "off" | "denied" | "install" | "impossible";

const ENDPOINT = "fairground.push"; // where this browser was told last, so that a change is noticed

export async function deviceState(): Promise<DeviceState> {
  const registration = await workerRegistration();
  if (!registration || !("PushManager" in window) || !("Notification" in window)) return missingState();
  if (Notification.permission === "denied") return "denied";
  return (await registration.pushManager.getSubscription()) && savedEndpoint() ? "on" : "off";
}

/** On an iPhone only a site on the home screen can be told something. */
function missingState(): DeviceState {
  const installed = window.matchMedia("(display-mode: standalone)").matches;
  return /iPhone|iPad/.test(navigator.userAgent) && !installed ? "install" : "impossible";
}

/** Let the person say whether this browser may be told, and subscribe; null if it may not. */
export async function switchOn(pushKey: string): Promise<Notifications | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const registration = await workerRegistration();
  return registration && register(await subscribe(registration.pushManager, pushKey));
}

async function subscribe(manager: PushManager, pushKey: string): Promise<PushSubscription> {
  const wanted = { userVisibleOnly: true, applicationServerKey: readKey(pushKey) };
  try {
    return await manager.subscribe(wanted);
  } catch (error) {
    const old = await manager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe(); // it was made with the key of another server
    return manager.subscribe(wanted);
  }
}

/** Tell the server no longer to send anything here. */
export async function switchOff(): Promise<Notifications | null> {
  const registration = await workerRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  const endpoint = savedEndpoint();
  localStorage.removeItem(ENDPOINT);
  await subscription?.unsubscribe();
  return endpoint ? api.forgetDevice(endpoint) : null;
}

/** Tell the server if the browser has changed its subscription by itself. */
export async function renewDevice(): Promise<void> {
  const before = savedEndpoint();
  if (!before) return;
  const subscription = await (await workerRegistration())?.pushManager.getSubscription();
  if (subscription && subscription.endpoint !== before) await register(subscription);
}

/** Let this browser be told as whoever has its passport now, if it was told at all. */
export async function keepDevice(): Promise<void> {
  const subscription = savedEndpoint() && (await (await workerRegistration())?.pushManager.getSubscription());
  if (subscription) await register(subscription).catch(() => null); // the page shows that it is off
}

async function register(subscription: PushSubscription): Promise<Notifications> {
  const { endpoint, keys } = subscription.toJSON();
  const told = await api.addDevice({
    endpoint: endpoint ?? "",
    keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" },
  });
  localStorage.setItem(ENDPOINT, endpoint ?? "");
  return told;
}

function savedEndpoint(): string | null {
  return localStorage.getItem(ENDPOINT);
}
