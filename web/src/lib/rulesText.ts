/** The rules of a game as sections of HTML. The text comes from our own package, never from a person. */

import { marked } from "marked";

export interface Section {
  number: string;
  title: string;
  html: string;
}

/** Split a text before each heading. */
export function splitSections(text: string): Section[] {
  const html = marked.parse(text, { async: false }).replaceAll("<table>", `<table tabindex="0">`);
  return html
    .split(/(?=<h[23]>)/)
    .filter((part) => part.trim())
    .map((part) => {
      const [, number = "", title = ""] = /^<h[23]>([\d.]*)\s*(.*?)<\/h/.exec(part) ?? [];
      return { number, title, html: part };
    });
}
