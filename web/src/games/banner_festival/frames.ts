/**
 * What happens between two views, frame by frame: the cards of a bout turn over, act one after the other from the
 * highest to the lowest, and at the end of a round the Banners are counted Region by Region.
 */

import { boutName, ranking, suitOrder, TOWER, type Shown } from "./cards";
import type { BannerView, Bout, BoutResult } from "./view";

export interface Frame {
  /** The table at this moment. */
  view: BannerView;
  /** The bout that is told, if any. */
  bout: Bout | null;
  /** Whether the cards of that bout lie open at the seats. */
  open: boolean;
  /** The cards of that bout, from the highest to the lowest. */
  shown: Shown[];
  /** How many of them have acted. */
  acted: number;
  /** Whether the Feast after the bout is held. */
  feast: boolean;
  /** How many Regions have been counted. */
  counted: number;
}

/** The table at rest. */
export function still(view: BannerView): Frame {
  const bout = view.last.at(-1) ?? null;
  const shown = bout ? ranking(bout, suitOrder(view, bout.quadrant)) : [];
  const counted = view.bout === 1 || view.reason !== null ? view.scored.length : 0;
  return { view, bout, open: view.asked !== "card", shown, acted: shown.length, feast: false, counted };
}

/** What happened from one view to the next, without the next one itself; nothing if they do not follow each other. */
export function framesBetween(before: BannerView, after: BannerView): Frame[] {
  if (!follows(before, after)) return [];
  const frames: Frame[] = [];
  let table = before;
  for (const bout of after.last) {
    const told = tellBout(table, bout);
    frames.push(...told);
    table = told.at(-1)!.view;
  }
  if (isScored(before, after)) frames.push(...count(frames.at(-1)!, after));
  return frames;
}

/** Whether the bouts resolved in `after` are those that `before` was about to play. */
function follows(before: BannerView, after: BannerView): boolean {
  const [first] = after.last;
  const known = before.last.map(boutName);
  return (
    first !== undefined &&
    !known.includes(boutName(first)) &&
    first.round === before.round &&
    first.bout === before.bout &&
    first.deeds.length === before.seats.length
  );
}

function isScored(before: BannerView, after: BannerView): boolean {
  return after.round > before.round || (after.reason !== null && before.reason === null);
}

/** All cards turn over; then one after the other acts. */
function tellBout(before: BannerView, bout: Bout): Frame[] {
  const shown = ranking(bout, suitOrder(before, bout.quadrant));
  const start = { ...before, gate: bout.gate, quadrant: bout.quadrant };
  const frames: Frame[] = [{ view: start, bout, open: true, shown, acted: 0, feast: false, counted: 0 }];
  let view = start;
  shown.forEach(({ seat, deed }, i) => {
    if (seat !== null && deed) view = act(view, seat, deed, bout.quadrant);
    frames.push({ view, bout, open: true, shown, acted: i + 1, feast: false, counted: 0 });
  });
  return bout.feast ? [...frames, feast(frames.at(-1)!)] : frames;
}

/** Everybody's Fruit goes back, and the pool is full again. */
function feast(last: Frame): Frame {
  const seats = last.view.seats.map((each) => ({ ...each, fruit: 0 }));
  return { ...last, feast: true, view: { ...last.view, seats, pool: last.view.pool_size } };
}

/** The table after one seat's card has acted. */
export function act(view: BannerView, seat: number, deed: BoutResult, quadrant: string): BannerView {
  const dock = view.docks.find((each) => each.quadrant === quadrant)!;
  const add = <T extends { banners: number[] }>(place: T): T => ({
    ...place,
    banners: place.banners.map((count, each) => (each === seat ? count + deed.banners : count)),
  });
  const spaces = dock.spaces.map((space, i) => (deed.space === i + 1 ? add(space) : space));
  return {
    ...view,
    pool: Math.max(0, view.pool - deed.fruit),
    docks: view.docks.map((each) => (each === dock ? { ...dock, spaces } : each)),
    towers: view.towers.map((each) => (deed.space === TOWER && each.region === dock.region ? add(each) : each)),
    seats: view.seats.map((each, at) =>
      at === seat
        ? {
            ...each,
            watercraft: deed.landed ?? each.watercraft,
            characters: deed.laps ? deed.characters : each.characters,
            fruit: each.fruit + deed.fruit,
            banners: each.banners - deed.banners,
          }
        : each,
    ),
  };
}

/** The Regions are counted while the Banners of the round still hang. */
function count(last: Frame, after: BannerView): Frame[] {
  return after.scored.map((_, i) => ({
    ...last,
    feast: false,
    view: { ...last.view, scored: after.scored },
    counted: i + 1,
  }));
}
