/** Describes moves, cards and events in the person's language. */

import type { Entry, Say } from "$lib/board";
import { abilityOf, parseCard, ranked, TOWER, type Shown } from "./cards";
import type { Frame } from "./frames";
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

/** Describe what a card in hand does by its rank in this bout. */
export function describeHeld(view: BannerView, name: string, say: Say): string {
  const ability = abilityOf(view, name);
  const dock = view.docks.find(({ quadrant }) => quadrant === view.quadrant);
  const { suit, number } = parseCard(name);
  const fits = ({ match, neutral, banners }: SpaceView): boolean =>
    [suit, number % 2 ? "odd" : "even"].includes(match) && !neutral && !banners.some((count) => count);
  const at = 1 + (dock?.spaces.findIndex(fits) ?? -1) || TOWER;
  const hung = dock ? where(at, dock.quadrant, dock.region, dock.spaces, say) : "";
  return [
    `${card(name, say)}.`,
    say("card.highest", { gate: view.gate }),
    ...(hung ? [say("card.middle", { space: hung })] : []),
    ...(ability ? [say("lowest", { ability: describeAbility(ability, say) })] : []),
  ].join(" ");
}

/** What a kept card is worth at the end. */
export function keptProfit(view: BannerView): number {
  return view.abilities.find(({ kind }) => kind === "keep")?.profit ?? 0;
}

export function describeKept(view: BannerView, name: string, say: Say): string {
  return say("kept.card", { card: card(name, say), profit: abilityOf(view, name)?.profit ?? 0 });
}

/** Describe one of the Character cards of a seat, by its place among them. */
export function describeCharacter(view: BannerView, seat: number, place: number, say: Say): string {
  const { characters, stunts } = view.seats[seat]!;
  const values = { number: place + 1, all: view.character_profits.length, profit: view.character_profits[place]! };
  const stunt = stunts[place];
  const text = say(place < characters ? "character.open" : "character.shut", values);
  return stunt ? `${text} ${say("character.stunt", { space: stunt })}` : text;
}

export function describeAbility({ kind, area, ...values }: AbilityView, say: Say): string {
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

/** Describe the place of a seat's or a dummy's card: what is sealed there, and what the last card did. */
export function describePlace(
  view: BannerView,
  frame: Frame,
  seat: number | null,
  last: Shown | null,
  known: string | null,
  name: string,
  say: Say,
): string {
  const parts: string[] = [];
  if (seat !== null && frame.view.lead === seat) parts.push(say("label", { name, text: say("lead.about") }));
  if (!frame.open) parts.push(describeSealed(view, seat, known, name, say));
  if (last && frame.bout) {
    const { quadrant, round, bout } = frame.bout;
    const dock = view.docks.find((each) => each.quadrant === quadrant)!;
    const kept = view.seats.flatMap((each) => each.kept).includes(last.card);
    parts.push(say("bout.title", { round, bout, quadrant: say(`suit.${quadrant}`) }) + ".");
    parts.push(say("label", { name, text: `${card(last.card, say)}, ${say(`rank.${last.rank}`)}.` }));
    parts.push(...describeDeed(last, quadrant, dock.region, dock.spaces, say, kept));
    if (last.rank === "lowest" && last.deed) parts.push(describeCard(view, last.card, say));
    if (frame.bout.feast && last.deed)
      parts.push(`${say("feast")} ${say("feast.served", { fruit: last.deed.served, profit: last.deed.earned })}.`);
  }
  return parts.join(" ");
}

function describeSealed(view: BannerView, seat: number | null, known: string | null, name: string, say: Say): string {
  if (seat === null)
    return known ? say("label", { name: say("dummy"), text: `${card(known, say)}.` }) : say("dummy.down");
  if (!view.seats[seat]!.chosen) return say("label", { name, text: `${say("choosing")}.` });
  return known && seat === view.seat
    ? say("yours.about", { card: describeCard(view, known, say) })
    : say("sealed.about", { name });
}

/** Describe which cards were played in this round. */
export function describePlayed(view: BannerView, order: string[], say: Say): string {
  if (!view.played.length) return say("played.none");
  const cards = ranked(view.played, order).map((each) => card(each, say));
  return say("played", { cards: cards.join(", ") });
}

/** The Banners of each seat in a Region: on both docks and the Tower. */
export function countBanners(view: BannerView, region: string): number[] {
  const places = [
    ...view.towers.filter((tower) => tower.region === region),
    ...view.docks.filter((dock) => dock.region === region).flatMap((dock) => dock.spaces),
  ];
  return view.seats.map((_, seat) => places.reduce((sum, { banners }) => sum + (banners[seat] ?? 0), 0));
}

/** What the Character cards of a seat are worth and show. */
export function describeCharacters(view: BannerView, seat: number, say: Say): string {
  const each = view.seats[seat]!;
  const all = view.character_profits.length;
  const open = say("characters.about", { count: each.characters, all, profit: each.profit["character"] ?? 0 });
  const worth = say("characters.worth", { profits: view.character_profits.join(", ") });
  return `${open} ${worth}${each.stunt ? ` ${say("character.stunt", { space: each.stunt })}` : ""}`;
}

/** Shorten a name to so many letters. */
export function shorten(name: string, most: number): string {
  return name.length <= most ? name : `${name.slice(0, Math.max(1, most - 1)).trimEnd()}…`;
}
