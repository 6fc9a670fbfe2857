/** What a card brought its seat in a bout, as symbols with numbers. */

import { TOWER, type Shown } from "./cards";

export type Thing = "fruit" | "boat" | "banner" | "tower" | "lap" | "card" | "profit" | "lead" | "stunt" | "none";

export interface Gain {
  thing: Thing;
  text: string;
}

export function gains({ deed, rank, card }: Shown, kept: string[]): Gain[] {
  if (!deed) return [{ thing: "none", text: "" }];
  const found: Gain[] = [];
  if (deed.landed !== null) found.push({ thing: "boat", text: `+${deed.steps}` });
  if (deed.laps) found.push({ thing: "lap", text: `+${deed.laps}` });
  if (deed.banners) found.push({ thing: deed.space === TOWER ? "tower" : "banner", text: `+${deed.banners}` });
  if (deed.fruit) found.push({ thing: "fruit", text: `+${deed.fruit}` });
  if (rank === "lowest" && kept.includes(card)) found.push({ thing: "card", text: "+1" });
  if (deed.earned) found.push({ thing: "profit", text: `+${deed.earned}` });
  return found.length ? found : [{ thing: "none", text: "" }];
}
