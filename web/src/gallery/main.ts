import { mount } from "svelte";
import "$lib/theme.css";
import Gallery from "./Gallery.svelte";

mount(Gallery, { target: document.getElementById("app")! });
