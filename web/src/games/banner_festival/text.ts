/** Describes moves, cards and events in the person's language. */

import type { Entry, Say } from "$lib/board";
import { abilityOf, parseCard, type Shown } from "./cards";
import type { AbilityView, BannerView, SpaceView } from "./view";

/** `teal 7`. */
export function card(name: string, say: Say): string {
  const { suit, number } = parseCard(name);
  return say("card", { suit: say(`suit.${suit}`), number });
}

/** Describe a card and its ability, as the box has it. */
export function describeCard(view: BannerView, name: string, say: Say): string {
  const ability = abilityOf(view, name);
  return ability ? `${card(name, say)}. ${say("lowest", { ability: describeAbility(ability, say) })}` : card(name, say);
}

function describeAbility({ kind, area, ...values }: AbilityView, say: Say): string {
  const numbers = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return say(area ? `ability.${kind}.${area}` : `ability.${kind}`, Object.fromEntries(numbers));
}

/** Describe what the Banners of a Region earn. */
export function describeRegion(view: BannerView, region: string, say: Say): string {
  const rewards = view.rewards.filter((profit) => profit).join(", ") || "0";
  return say("region.about", { region, rewards, needed: view.needed });
}

export function offer(words: string, say: Say): string {
  const [verb, what] = words.split(" ");
  return verb === "gate" ? say("offer.gate", { steps: Number(what) }) : say("offer.play", { card: card(what!, say) });
}

/** Translate a space of a dock as the story names it: `teal even`, `teal purple`, `the Tower of A`. */
function space(text: string, say: Say): string {
  const tower = /^the Tower of (\w+)$/.exec(text);
  if (tower) return say("tower.on", { region: tower[1]! });
  const [quadrant, match] = text.split(" ");
  return say("space.on", { quadrant: say(`suit.${quadrant}`), match: say(`match.${match}`) });
}

export function value(_entry: Entry, name: string, value: number | string, say: Say): string {
  if (typeof value === "number") return String(value);
  if (name === "card" || name === "cards") return card(value, say);
  if (name === "quadrant") return say(`suit.${value}`);
  return name === "space" ? space(value, say) : value;
}

export function question(view: BannerView, say: Say): string {
  const waiting = view.asked === "card" && view.choice !== null;
  return say(waiting ? "question.wait" : `question.${view.asked}`, { quadrant: say(`suit.${view.quadrant}`) });
}

export function glance(view: BannerView, seat: number, say: Say): string {
  const each = view.seats[seat]!;
  return say("glance", { fruit: each.fruit, banners: each.banners, characters: each.characters });
}

export function describeSpace(each: SpaceView, quadrant: string, names: string[], say: Say): string {
  const asks = say("space.asks", { match: say(`match.${each.match}`), quadrant: say(`suit.${quadrant}`) });
  const bonus = each.more ? say("space.more", { more: each.more }) : say("space.fruit", { fruit: each.fruit });
  const held = each.neutral ? say("space.neutral") : describeBanners(each.banners, names, say);
  return `${asks} ${bonus} ${held}`;
}

export function describeBanners(banners: number[], names: string[], say: Say): string {
  const parts = banners.flatMap((count, seat) => (count ? [`${names[seat]} ${count}`] : []));
  return parts.length ? say("hung", { banners: parts.join(", ") }) : say("hung.none");
}

/** Describe step by step what a card did in a bout. */
export function describeDeed(
  shown: Shown,
  quadrant: string,
  region: string,
  spaces: SpaceView[],
  say: Say,
  kept = false,
): string[] {
  const deed = shown.deed;
  if (!deed) return [say(`dummy.${shown.rank}`)];
  const sentences: string[] = [];
  if (deed.landed !== null) sentences.push(say("deed.race", { steps: deed.steps, space: deed.landed }));
  if (deed.stunt) sentences.push(say("deed.stunt"));
  if (deed.laps) sentences.push(say("deed.lap", { laps: deed.laps, characters: deed.characters }));
  if (deed.space !== null)
    sentences.push(
      say("deed.hang", { banners: deed.banners, space: where(deed.space, quadrant, region, spaces, say) }),
    );
  if (deed.fruit) sentences.push(say("deed.fruit", { fruit: deed.fruit }));
  if (kept) sentences.push(say("deed.keep"));
  return sentences.length ? sentences : [say("deed.nothing")];
}

function where(at: number, quadrant: string, region: string, spaces: SpaceView[], say: Say): string {
  const match = spaces[at - 1]?.match;
  return match
    ? say("space.on", { quadrant: say(`suit.${quadrant}`), match: say(`match.${match}`) })
    : say("tower.on", { region });
}
