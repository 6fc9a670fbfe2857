import { mount } from "svelte";
import App from "./App.svelte";
import "$lib/theme.css";
import { prefs } from "$lib/prefs.svelte";

prefs.apply();
prefs.follow();
mount(App, { target: document.getElementById("app")! });
