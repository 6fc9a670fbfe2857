import { mount } from "svelte";
import App from "./App.svelte";
import "@fontsource-variable/figtree";
import "@fontsource/yeseva-one/latin.css";
import "@fontsource/yeseva-one/latin-ext.css";
import "$lib/theme.css";
import { setLanguage } from "$lib/i18n";
import { prefs } from "$lib/prefs.svelte";
import { startWorker } from "./worker/register";

prefs.apply();
prefs.follow();
await setLanguage(prefs.language);
mount(App, { target: document.getElementById("app")! });
startWorker();
if (localStorage.getItem("fairground.push"))
  void import("./notifications/device").then(({ renewDevice }) => renewDevice()).catch(() => null);
