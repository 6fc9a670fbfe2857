// Takes a screenshot of a page and prints its console messages: node tools/shot.mjs URL FILE.png [WIDTH] [HEIGHT]
import { chromium } from "playwright-core";

const [url, file, width = "1280", height = "900"] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
  ],
});
const page = await browser.newPage({ viewport: { width: Number(width), height: Number(height) } });
page.on("console", (message) => console.log(message.text()));
page.on("pageerror", (error) => console.log(String(error)));
await page.goto(url);
await page.waitForTimeout(1500);
await page.screenshot({ path: file, fullPage: true });
await browser.close();
