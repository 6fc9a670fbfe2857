/** This browser's passport: who the person is, as the server knows them. */

import { api, Refusal } from "$lib/api";
import { translator } from "$lib/i18n";
import { prefs } from "$lib/prefs.svelte";
import type { ChangePassport, Me } from "$lib/wire";
import { keepDevice, switchOff } from "../notifications/device";
import { forgetKey, newKey, saveKey, shownKey } from "./passportKey";

class Passport {
  /** The passport, once it was asked for. */
  me: Me | null = $state.raw(null);

  /** Fetch the passport, or make one. */
  async load(): Promise<Me | null> {
    if (!prefs.passport) return (this.me = null);
    if (!shownKey()) return (this.me = await api.registerMe());
    try {
      return (this.me = await api.me());
    } catch (error) {
      // A proxy in front of the server may say 401 too, but without the server's sentence.
      if (!(error instanceof Refusal && error.status === 401 && error.message)) throw error;
      forgetKey(); // it was deleted on another device
      return (this.me = await api.registerMe());
    }
  }

  async change(wanted: Partial<ChangePassport>): Promise<void> {
    this.me = await api.changeMe(wanted);
  }

  /** Let the passport say what was chosen elsewhere on the site; everything works without it. */
  async follow(wanted: Partial<ChangePassport>): Promise<void> {
    if (shownKey()) await this.change(wanted).catch(() => null);
  }

  /** Delete the passport with all that hangs on it; the next one is another. */
  async delete(): Promise<void> {
    await switchOff().catch(() => null); // the server forgets the device in any case
    await api.deleteMe();
    forgetKey();
    this.me = null;
  }

  /** Give the passport another key: other devices, links and words open it no more. */
  async renewKey(): Promise<void> {
    const key = newKey();
    this.me = await api.renewMyKey(key);
    saveKey(key);
    await keepDevice();
  }

  /** Be the person who has this key from now on, with their name and in their language. */
  async adopt(key: string): Promise<Me> {
    this.me = await api.meWith(key);
    saveKey(key);
    prefs.passport = true;
    prefs.name = this.me.person.name || prefs.name;
    prefs.language = translator.language = this.me.language;
    prefs.apply();
    await keepDevice();
    return this.me;
  }
}

export const passport = new Passport();
