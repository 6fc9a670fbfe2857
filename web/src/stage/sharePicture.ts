/** A picture of a result to share: drawn as SVG in the browser, and turned into a PNG there too. */

export interface SharedResult {
  title: string;
  headline: string;
  /** From the best to the worst. */
  rows: { name: string; points: number; colour: string; place: number }[];
}

const WIDTH = 1200;
const HEIGHT = 630;
const TOP = 250;

/** The result as an SVG document of 1200 by 630, which is what sites show of a link. */
export function drawResult({ title, headline, rows }: SharedResult): string {
  const most = Math.max(1, ...rows.map(({ points }) => points));
  const step = Math.min(76, (HEIGHT - TOP - 40) / rows.length);
  const bars = rows.map(({ name, points, colour, place }, index) => {
    const y = TOP + index * step;
    const width = 20 + (600 * Math.max(points, 0)) / most;
    return (
      `<text x="70" y="${y + 34}" class="t">${place}. ${escape(shorten(name))}</text>` +
      `<rect x="430" y="${y}" width="${width}" height="${step - 22}" rx="10" fill="${colour}"/>` +
      `<text x="${450 + width}" y="${y + 36}" class="p">${points}</text>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#17122f"/><stop offset="1" stop-color="#6b3f74"/></linearGradient></defs>` +
    `<style>.h{font:64px Georgia,serif;fill:#ffcf6b}.s,.t{font:34px sans-serif;fill:#fff3d9}.p{font:bold 38px sans-serif;fill:#fff3d9}</style>` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#s)"/>${lanterns()}` +
    `<text x="70" y="130" class="h">${escape(title)}</text><text x="70" y="196" class="s">${escape(headline)}</text>` +
    `${bars.join("")}<text x="${WIDTH - 70}" y="${HEIGHT - 30}" class="s" text-anchor="end">Fairground</text></svg>`
  );
}

/** The same picture as a PNG. */
export async function toPng(svg: string): Promise<Blob> {
  const image = new Image(WIDTH, HEIGHT);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  canvas.getContext("2d")!.drawImage(image, 0, 0);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
  );
}

function lanterns(): string {
  return [760, 860, 960, 1060, 1150]
    .map((x, i) => `<ellipse cx="${x}" cy="${60 + (i % 2) * 26}" rx="20" ry="26" fill="#e8624a"/>`)
    .join("");
}

function shorten(name: string): string {
  return name.length > 18 ? `${name.slice(0, 17)}…` : name;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
