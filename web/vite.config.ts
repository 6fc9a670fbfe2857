import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  base: "/",
  build: {
    outDir: "../src/fairground/server/site",
    emptyOutDir: true,
    manifest: "parts.json",
    assetsInlineLimit: 0, // the site's content security policy allows no data: scripts or styles
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: "index.html", "service-worker": "src/worker/serviceWorker.ts" },
      // The service worker's address must stay the same, and it must be above all that it is to serve.
      output: { entryFileNames: ({ name }) => (name === "service-worker" ? "[name].js" : "assets/[name]-[hash].js") },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  resolve: {
    alias: {
      $lib: new URL("src/lib", import.meta.url).pathname,
      $stage: new URL("src/stage", import.meta.url).pathname,
    },
    conditions: process.env.VITEST ? ["browser"] : undefined,
  },
  test: { include: ["src/**/*.test.ts"], testTimeout: 60_000 }, // a busy machine is no reason to fail
});
