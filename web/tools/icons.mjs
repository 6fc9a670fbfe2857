// Draws the site's icons as PNG: node tools/icons.mjs (needs a Chromium, whose path CHROMIUM can name).
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const ICONS = [
  ["public/lantern.svg", "icon-192", 192],
  ["public/lantern.svg", "icon-512", 512],
  ["icons/maskable.svg", "maskable-192", 192],
  ["icons/maskable.svg", "maskable-512", 512],
  ["icons/maskable.svg", "apple-touch-icon", 180],
  ["icons/badge.svg", "badge-96", 96],
];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
const page = await browser.newPage();
for (const [source, name, size] of ICONS) {
  const picture = Buffer.from(readFileSync(source)).toString("base64");
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body { margin: 0 } img { display: block; width: 100vw; height: 100vh }</style>
     <img src="data:image/svg+xml;base64,${picture}">`,
  );
  await page.waitForFunction("document.images[0].complete");
  await page.screenshot({ path: `public/icons/${name}.png`, omitBackground: true });
}
await browser.close();
