/** Shares the picture of a result: gives it to other apps, or saves it where that is not possible. */

import { download } from "$lib/download";
import { sayFor } from "$lib/i18n";
import { placeOf } from "$lib/result";
import type { Outcome } from "$lib/wire";
import { drawResult, HEIGHT, WIDTH } from "./sharePicture";

export interface ToShare {
  game: string;
  outcome: Outcome;
  names: string[];
  headline: string;
}

const FONT_DELAY = 300; // milliseconds; a picture does not tell when its own fonts are ready

/** Style properties that a drawing on the page may have from style sheets. */
const STYLES = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity"];
const MORE_STYLES = ["fill-opacity", "stroke-opacity", "stop-color", "stop-opacity", "visibility", "font-size"];

export async function shareResult({ game, outcome, names, headline }: ToShare): Promise<void> {
  const rows = outcome.ranking.flat().map((seat) => ({
    name: names[seat]!,
    points: outcome.points[seat]!,
    seat,
    place: placeOf(outcome.ranking, seat),
  }));
  const svg = drawResult({
    title: sayFor(game)("title"),
    headline,
    rows,
    backdrop: [...document.querySelectorAll<SVGElement>(".scenery svg")].map(copyDrawing)[0] ?? null,
    champions: [...document.querySelectorAll<SVGElement>(".champions svg")].map(copyDrawing),
    fonts: await loadFonts().catch(() => ""),
  });
  const file = new File([await toPng(svg)], `${game}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file] }).catch(() => undefined);
  else download(file.name, file);
}

/** A drawing of the page as a document of its own, which looks the same without the page's style sheets. */
function copyDrawing(drawing: SVGElement): string {
  const copy = drawing.cloneNode(true) as SVGElement;
  const copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  [drawing, ...drawing.querySelectorAll<SVGElement>("*")].forEach((element, i) => copyStyle(element, copies[i]!));
  return new XMLSerializer().serializeToString(copy);
}

function copyStyle(from: SVGElement, to: SVGElement): void {
  const style = getComputedStyle(from);
  to.removeAttribute("class");
  to.removeAttribute("style");
  for (const name of [...STYLES, ...MORE_STYLES]) to.setAttribute(name, style.getPropertyValue(name));
  if (style.transform !== "none" && !from.hasAttribute("transform")) to.setAttribute("transform", style.transform);
}

/** The Latin fonts of the page as style rules with the fonts inside: a picture cannot load anything. */
async function loadFonts(): Promise<string> {
  const faces = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule).map((rule) => ({ rule, base: sheet.href })),
  );
  const rules = faces.map(async ({ rule, base }) => {
    const found = /url\("?([^")]+latin[^")]+\.woff2)"?\)/.exec(rule.style.getPropertyValue("src"));
    if (!found) return "";
    const font = await (await fetch(new URL(found[1]!, base ?? location.href))).blob();
    const parts = ["font-family", "font-weight", "unicode-range"];
    const kept = parts.map((part) => `${part}:${rule.style.getPropertyValue(part)};`).join("");
    return `@font-face{${kept}src:url(${await asDataUrl(font)}) format("woff2")}`;
  });
  return (await Promise.all(rules)).join("");
}

function asDataUrl(blob: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((done, fail) => {
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(new Error("unreadable"));
    reader.readAsDataURL(blob);
  });
}

async function toPng(svg: string): Promise<Blob> {
  const image = new Image(WIDTH, HEIGHT);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  await new Promise((done) => setTimeout(done, FONT_DELAY));
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  canvas.getContext("2d")!.drawImage(image, 0, 0);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
  );
}
