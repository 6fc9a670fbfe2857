import { expect, test } from "vitest";
import { allFiles, handlingOf, shellFiles, type Parts } from "./shell";

const HERE = "https://fair.example";
const get = (path: string, mode = "cors") => ({ method: "GET", mode, url: `${HERE}${path}` });

test("the page, the parts of the site and its icons are kept", () => {
  expect(handlingOf(get("/", "navigate"), HERE)).toBe("page");
  expect(handlingOf(get("/assets/index-1a2b.js"), HERE)).toBe("asset");
  expect(handlingOf(get("/lantern.svg"), HERE)).toBe("file");
});

test.each([
  "/api/tables",
  "/api/me",
  "/api/off/token",
  "/api/tables/assets/x.js",
  "/assets/../api/me?x=.js",
  "/assets/a/b.js",
  "/metrics",
  "/ready",
  "/parts.json",
  "/?key=secret",
  "/assets/index.js?key=secret",
  "/service-worker.js",
])("%s is never kept", (path) => {
  for (const mode of ["cors", "navigate"]) expect(handlingOf(get(path, mode), HERE)).toBe("pass");
});

test("nothing that changes something and nothing of another origin is kept", () => {
  expect(handlingOf({ method: "POST", mode: "cors", url: `${HERE}/` }, HERE)).toBe("pass");
  expect(handlingOf(get("/", "navigate"), "https://elsewhere.example")).toBe("pass");
});

test("the shell is the page, all pages and what they import, but no game", () => {
  const parts: Parts = {
    "index.html": { file: "assets/index.js", isEntry: true, imports: ["_shared.js"], css: ["assets/index.css"] },
    "_shared.js": { file: "assets/shared.js", imports: ["index.html"], assets: ["assets/font.woff2"] },
    "src/pages/Lobby.svelte": { file: "assets/Lobby.js", imports: ["_list.js"] },
    "_list.js": { file: "assets/list.js" },
    "src/games/beacon/index.ts": { file: "assets/beacon.js" },
    "src/worker/serviceWorker.ts": { file: "service-worker.js", isEntry: true },
  };
  expect(shellFiles(parts).sort()).toEqual([
    "/assets/Lobby.js",
    "/assets/font.woff2",
    "/assets/index.css",
    "/assets/index.js",
    "/assets/list.js",
    "/assets/shared.js",
  ]);
  expect(allFiles(parts)).toContain("/assets/beacon.js");
  expect(allFiles(parts)).not.toContain("/service-worker.js");
});
