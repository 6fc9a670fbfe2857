/**
 * The layout of the stage: the wheel in the middle, docks that grow out of it to both sides, a Tower between the two
 * docks of each Region, the places of the seats' cards, and the hand. A unit is a pixel of the drawing.
 */

import type { Form } from "$stage/form.svelte";
import type { BannerView, DockView } from "./view";
import { middleOf, radians, type Wheel } from "./wheel";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface DockPlan {
  title: Box;
  spaces: Box[];
  /** Whether it lies above the middle of the wheel. */
  above: boolean;
}

export interface StagePlan {
  wheel: Wheel;
  docks: Record<string, DockPlan>;
  towers: Record<string, Box>;
  /** Where the cards of a bout lie, clockwise from the first seat: seats, then dummies. */
  places: Box[];
  /** What the viewer has besides cards; none for spectators. */
  own: Box | null;
  /** The hand, or all hands; none if none can be seen. */
  hand: Box | null;
}

interface Measures {
  hand: number; // height of the hand with its title
  title: number; // height of a dock's title
  space: number; // height of a dock's spaces
  row: number; // height of a row with the seats' cards below the market; 0 if they lie around the wheel
}

const MEASURES: Record<Form, Measures> = {
  wide: { hand: 164, title: 20, space: 82, row: 0 },
  tall: { hand: 138, title: 15, space: 54, row: 66 },
  low: { hand: 88, title: 14, space: 48, row: 64 },
};
const SHORT = { ...MEASURES.tall, hand: 126, space: 49 }; // for a phone that is not so tall
const SHORTEST = 540; // height of a stage that is not short
const OPEN: Record<Form, number> = { wide: 76, tall: 116, low: 90 }; // height of all hands in a replay
const GAP = 4;
const MOST_WHEEL = 0.225; // of the width, as radius of a wheel with cards around it
const OWN = 222; // width of the viewer's place and things beside the hand
const LOW_OWN = 78;

/** Lay out the stage for so many cards in a bout. `hands` says whether any hand is in sight. */
export function stage(view: BannerView, form: Form, width: number, height: number, hands: boolean): StagePlan {
  const measures = form === "tall" && height < SHORTEST ? SHORT : MEASURES[form];
  const below = !hands ? 0 : view.seat === null ? OPEN[form] : measures.hand;
  const bottom = height - below - measures.row;
  const market = { x: 0, y: 0, width, height: bottom };
  const plan = { ...around(view, form, market, measures), places: [], own: null, hand: null } as StagePlan;
  const cards = view.seats.length + dummies(view);
  if (form === "wide") putAround(plan, market, cards, view.seat !== null);
  else plan.places = row({ x: 2, y: bottom + 2, width: width - 4, height: measures.row - 4 }, cards);
  if (hands) putHand(plan, view, form, { x: 0, y: height - below, width, height: below });
  return plan;
}

/** How many dummies take part in each bout. */
function dummies(view: BannerView): number {
  return Math.max(view.dummies.length, ...view.last.map((bout) => bout.dummies.length));
}

/** The wheel with docks and Towers. */
function around(
  view: BannerView,
  form: Form,
  place: Box,
  { title, space }: Measures,
): Pick<StagePlan, "wheel" | "docks" | "towers"> {
  const pier = title + space;
  const half = place.height / 2;
  const radius = form === "tall" ? half - pier - GAP : half - 3;
  const rim = Math.min(radius, form === "wide" ? MOST_WHEEL * place.width : 0.31 * place.width);
  const wheel: Wheel = { x: place.width / 2, y: half, rim, track: rim * 0.8, pool: rim * 0.36 };
  const start = form === "tall" ? 2 : Math.sqrt(Math.max(0, rim ** 2 - (half - pier - GAP) ** 2)) + 8;
  const run = place.width / 2 - start - 3;
  const tower =
    form === "wide" ? Math.min(Math.max((place.width / 2 - rim) * 0.42, 92), 132) : place.width / 2 - rim - 8;
  const docks: StagePlan["docks"] = {};
  const towers: StagePlan["towers"] = {};
  sides(view).forEach(({ region, docks: both }, side) => {
    const outward = side === 0 ? 1 : -1;
    const x = side === 0 ? place.width - tower - 3 : 3;
    towers[region] = { x, y: pier + 2 * GAP, width: tower, height: place.height - 2 * pier - 4 * GAP };
    both.forEach((dock, at) => {
      const top = at === 0 ? 2 : place.height - pier - 2;
      docks[dock.quadrant] = row4(place.width / 2, outward, start, run, top, at === 0, title, space);
    });
  });
  return { wheel, docks, towers };
}

/** A dock as a row of four spaces, the first one nearest to the wheel, its title on the outer side. */
function row4(
  middle: number,
  outward: number,
  start: number,
  run: number,
  top: number,
  above: boolean,
  title: number,
  space: number,
): DockPlan {
  const each = run / 4;
  const y = above ? top + title : top;
  const left = (i: number): number => (outward > 0 ? middle + start + i * each : middle - start - (i + 1) * each);
  const spaces = [0, 1, 2, 3].map((i) => ({ x: left(i) + 1, y, width: each - 2, height: space }));
  const x = Math.min(...spaces.map((box) => box.x));
  return { title: { x, y: above ? top : top + space, width: run - 2, height: title }, spaces, above };
}

/** Cards lie at both sides of the wheel, those of the viewer beside the hand. */
function putAround(plan: StagePlan, market: Box, cards: number, seated: boolean): void {
  const { wheel } = plan;
  const tower = Object.values(plan.towers)[0]!;
  const width = market.width / 2 - wheel.rim - tower.width - 3 * GAP - 6;
  const rest = seated ? cards - 1 : cards;
  const left = Math.ceil(rest / 2);
  const column = (x: number, count: number): Box[] => {
    const height = Math.min(tower.height / count - GAP, 134);
    const top = tower.y + (tower.height - count * (height + GAP) + GAP) / 2;
    return Array.from({ length: count }, (_, i) => ({ x, y: top + i * (height + GAP), width, height }));
  };
  const places = [
    ...column(tower.width + 3 + GAP, left).reverse(),
    ...column(market.width - tower.width - 3 - GAP - width, rest - left),
  ];
  plan.places = seated ? [{ x: 4, y: market.height + 6, width: 130, height: 134 }, ...places] : places;
}

function row(place: Box, count: number): Box[] {
  const each = place.width / count;
  return Array.from({ length: count }, (_, i) => ({ ...place, x: place.x + i * each + 1, width: each - 2 }));
}

function putHand(plan: StagePlan, view: BannerView, form: Form, place: Box): void {
  if (view.seat === null) plan.hand = place;
  else if (form === "wide") {
    plan.own = { x: 138, y: place.y + 6, width: OWN - 138, height: 134 };
    plan.hand = { ...place, x: OWN, width: place.width - OWN };
  } else if (form === "tall") {
    plan.own = { ...place, height: 24 };
    plan.hand = { ...place, y: place.y + 24, height: place.height - 24 };
  } else {
    plan.own = { ...place, width: LOW_OWN };
    plan.hand = { ...place, x: LOW_OWN, width: place.width - LOW_OWN };
  }
}

/** The Regions, the one at the right of the wheel first, and their docks from the top down. */
export function sides(view: BannerView): { region: string; docks: DockView[] }[] {
  const regions = view.towers.map(({ region }) => {
    const docks = view.docks.filter((dock) => dock.region === region);
    return { region, docks: docks.sort((a, b) => height(view, b) - height(view, a)) };
  });
  const rightness = (docks: DockView[]): number =>
    docks.reduce((sum, dock) => sum + Math.sin(radians(middleOf(view.ring, dock.quadrant))), 0);
  return regions.sort((a, b) => rightness(b.docks) - rightness(a.docks));
}

function height(view: BannerView, dock: DockView): number {
  return Math.cos(radians(middleOf(view.ring, dock.quadrant)));
}
