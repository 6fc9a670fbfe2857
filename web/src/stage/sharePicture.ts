/** A picture of a result to share, drawn as SVG. */

import { SEAT_SYMBOLS } from "$lib/seatSymbols";

export interface SharedResult {
  title: string;
  headline: string;
  /** From the best to the worst. */
  rows: { name: string; points: number; seat: number; place: number }[];
  /** The place of the game and the faces of the winners, as SVG documents. */
  backdrop?: string | null;
  champions?: string[];
  /** Style rules that bring the fonts along. */
  fonts?: string;
}

export const WIDTH = 1200; // what sites show of a link
export const HEIGHT = 630;
const EDGE = 64;
const TOP = 262; // of the first row
const BARS = { from: 456, to: 720 };
const COLOURS = ["#ff8d7c", "#74b9f2", "#7fcf8d", "#c6a1ee", "#e8bd5a"]; // of the seats, by night
const MOST_SHRUNK = 0.72;
const MOST_CHAMPIONS = 3;

export function drawResult({ title, headline, rows, backdrop, champions = [], fonts = "" }: SharedResult): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<style>${fonts}text{font-family:"Figtree Variable",Figtree,sans-serif;fill:#fff3d9}` +
    `.title,.points{font-family:"Yeseva One",Georgia,serif;fill:#ffcf6b}</style>` +
    DEFINITIONS +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#share-sky)"/>` +
    (backdrop ? nest(backdrop, 0, 0, WIDTH, HEIGHT, "xMidYMid slice") : lanterns()) +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#share-shade)"/>` +
    fittedText(title, EDGE, 122, 700, 68, "title") +
    headlineText(headline) +
    rows.map((row, index) => drawRow(row, index, rows)).join("") +
    champions.slice(0, MOST_CHAMPIONS).map(drawChampion).join("") +
    `<text x="${WIDTH - EDGE}" y="${HEIGHT - 44}" class="title" font-size="34" text-anchor="end"` +
    ` stroke="#17122f" stroke-width="6" paint-order="stroke">Fairground</text>` +
    `<rect x="14" y="14" width="${WIDTH - 28}" height="${HEIGHT - 28}" rx="22"` +
    ` fill="none" stroke="#ffcf6b" stroke-width="3" opacity="0.8"/></svg>`
  );
}

const DEFINITIONS =
  `<defs><linearGradient id="share-sky" x2="0" y2="1">` +
  stop(0, "#17122f") +
  stop(1, "#6b3f74") +
  `</linearGradient><linearGradient id="share-shade">` +
  stop(0, "#17122f", 0.88) +
  stop(0.62, "#17122f", 0.74) +
  stop(0.8, "#17122f", 0.3) +
  stop(1, "#17122f", 0.22) +
  `</linearGradient><radialGradient id="share-glow">` +
  stop(0, "#ffcf6b", 0.75) +
  stop(1, "#ffcf6b", 0) +
  `</radialGradient></defs>`;

/** A colour in a gradient. */
function stop(offset: number, colour: string, opacity = 1): string {
  return `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
}

function drawRow(row: SharedResult["rows"][number], index: number, rows: SharedResult["rows"]): string {
  const step = Math.min(84, (HEIGHT - TOP - 40) / rows.length);
  const y = TOP + index * step;
  const middle = y + 12;
  const most = Math.max(1, ...rows.map(({ points }) => points));
  const width = 8 + ((BARS.to - BARS.from - 8) * Math.max(row.points, 0)) / most;
  const colour = COLOURS[row.seat % COLOURS.length]!;
  return (
    (row.place === 1
      ? `<rect x="${EDGE - 18}" y="${y - 20}" width="770" height="${Math.min(step - 6, 60)}" rx="14"` +
        ` fill="#ffcf6b" opacity="0.16"/>`
      : "") +
    `<text x="${EDGE}" y="${middle + 10}" font-size="28" opacity="0.85">${row.place}.</text>` +
    `<path d="${SEAT_SYMBOLS[row.seat % SEAT_SYMBOLS.length]}" fill="${colour}"` +
    ` transform="translate(${EDGE + 54} ${middle}) scale(2)"/>` +
    fittedText(row.name, EDGE + 80, middle + 10, BARS.from - EDGE - 100, 30) +
    `<rect x="${BARS.from}" y="${middle - 15}" width="${width}" height="30" rx="9"` +
    ` fill="${colour}" stroke="#17122f" stroke-width="2"/>` +
    `<text x="${BARS.from + width + 16}" y="${middle + 13}" class="points" font-size="38">${row.points}</text>`
  );
}

/** The headline, in two lines if it is too long for one. */
function headlineText(headline: string): string {
  const room = 720;
  if (textWidth(headline, 33) <= room) return fittedText(headline, EDGE, 184, room, 33);
  const words = headline.split(" ");
  const half = words.findIndex((_, i) => textWidth(words.slice(0, i + 1).join(" "), 1) > textWidth(headline, 1) / 2);
  const lines = [words.slice(0, half).join(" "), words.slice(half).join(" ")].filter(Boolean);
  return lines.map((line, i) => fittedText(line, EDGE, 172 + 36 * i, room, 31)).join("");
}

function drawChampion(face: string, index: number, all: string[]): string {
  const size = all.length > 1 ? 120 : 190;
  const x = 1000;
  const y = all.length > 1 ? 150 + 150 * index : 285;
  return (
    `<circle cx="${x}" cy="${y}" r="${size}" fill="url(#share-glow)"/>` +
    `<circle cx="${x}" cy="${y}" r="${size * 0.58}" fill="#2a2350" stroke="#ffcf6b" stroke-width="6"/>` +
    nest(face, x - size * 0.42, y - size * 0.42, size * 0.84, size * 0.84, "xMidYMid meet")
  );
}

/** An SVG document as a part of another one. */
function nest(svg: string, x: number, y: number, width: number, height: number, fit: string): string {
  const bare = svg.replace(/^<svg[^>]*>/, (tag) =>
    tag.replace(/\s(x|y|width|height|preserveAspectRatio)="[^"]*"/g, ""),
  );
  return bare.replace(
    /^<svg/,
    `<svg x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="${fit}"`,
  );
}

function lanterns(): string {
  return [780, 880, 980, 1080, 1150]
    .map((x, i) => `<ellipse cx="${x}" cy="${70 + (i % 2) * 26}" rx="20" ry="26" fill="#e8624a"/>`)
    .join("");
}

function fittedText(text: string, x: number, y: number, room: number, size: number, look = ""): string {
  const fitted = fit(text, room, size);
  const kind = look && ` class="${look}"`;
  return `<text x="${x}" y="${y}" font-size="${fitted.size}"${kind}>${escape(fitted.text)}</text>`;
}

/** Make a text smaller, and if that is not enough shorter, until it fits. */
export function fit(text: string, room: number, size: number): { text: string; size: number } {
  const smaller = Math.max(MOST_SHRUNK * size, Math.min(size, (size * room) / textWidth(text, size)));
  const signs = [...text];
  let kept = signs.length;
  const shown = (): string => (kept < signs.length ? `${signs.slice(0, kept).join("").trimEnd()}…` : text);
  while (kept > 1 && textWidth(shown(), smaller) > room + 0.01) kept--;
  return { text: shown(), size: Math.round(smaller * 10) / 10 };
}

/** How wide a text is at most; it errs on the side of too wide. */
export function textWidth(text: string, size: number): number {
  return [...text].reduce((sum, sign) => sum + size * signWidth(sign), 0);
}

function signWidth(sign: string): number {
  if (sign.codePointAt(0)! >= 0x1100) return 1.1;
  if (/[iljtfrI.,:;'’!|() \u202f]/.test(sign)) return 0.36;
  if (/[mwMW@%…—]/.test(sign)) return 0.95;
  return /\p{Lu}/u.test(sign) ? 0.74 : 0.6;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
