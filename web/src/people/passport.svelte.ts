/** This browser's passport: who the person is, as the server knows them. */

import { api, Refusal } from "$lib/api";
import { prefs } from "$lib/prefs.svelte";
import type { ChangePassport, Me } from "$lib/wire";
import { forgetKey, saveKey, shownKey } from "./passportKey";

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
      if (!(error instanceof Refusal && error.status === 401)) throw error;
      forgetKey(); // it was deleted on another device
      return (this.me = await api.registerMe());
    }
  }

  async change(wanted: Partial<ChangePassport>): Promise<void> {
    this.me = await api.changeMe(wanted);
  }

  /** Delete the passport with all that hangs on it; the next one is another. */
  async delete(): Promise<void> {
    await api.deleteMe();
    forgetKey();
    this.me = null;
  }

  /** Be the person who has this key from now on. */
  async adopt(key: string): Promise<Me> {
    this.me = await api.meWith(key);
    saveKey(key);
    prefs.passport = true;
    prefs.apply();
    return this.me;
  }
}

export const passport = new Passport();
