/** At how many tables it is the person's turn: in the title and on the icon of every page. */

import { api } from "$lib/api";
import { fetchMyTables, waitsForMe } from "$lib/myTables";
import { savedSeats } from "$lib/savedSeats";
import { shownKey } from "./passportKey";

const EVERY = 10_000; // milliseconds
const EVERY_HIDDEN = 30_000;
const SOON = 400; // until the server has stored a move that was just made
const MOST_ASKED = 8; // tables, without a passport

class Turns {
  count = $state(0);
  /** The title of the page, without the count. */
  title = $state(document.title);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private icon: Promise<string> | null = null;

  /** Ask now and then; return what ends it. */
  watch(): () => void {
    this.refreshSoon();
    document.addEventListener("visibilitychange", this.refreshSoon);
    return () => {
      clearTimeout(this.timer);
      document.removeEventListener("visibilitychange", this.refreshSoon);
    };
  }

  /** Ask after a moment, because something may have changed. */
  readonly refreshSoon = (): void => {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), SOON);
  };

  /** Show the count in the title and on the icon. */
  show(): void {
    document.title = this.count ? `(${this.count}) ${this.title}` : this.title;
    void this.draw(this.count);
  }

  private async refresh(): Promise<void> {
    try {
      this.count = await countTurns();
    } catch {
      // without an answer, what is known stays
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), document.hidden ? EVERY_HIDDEN : EVERY);
  }

  private async draw(count: number): Promise<void> {
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (!link) return;
    if (!count) {
      link.href = "/lantern.svg";
      return;
    }
    this.icon ??= fetch("/lantern.svg").then((answer) => answer.text());
    const drawing = await this.icon.catch(() => "");
    if (drawing && count === this.count)
      link.href = `data:image/svg+xml,${encodeURIComponent(drawing.replace("</svg>", `${badge(count)}</svg>`))}`;
  }
}

async function countTurns(): Promise<number> {
  if (shownKey()) return (await api.myTurns()).turns;
  const open = savedSeats().filter(([, seat]) => !seat.over && seat.key);
  return (await fetchMyTables(open.slice(0, MOST_ASKED))).filter(waitsForMe).length;
}

function badge(count: number): string {
  const text = count > 9 ? "9+" : String(count);
  return (
    `<circle cx="22" cy="22" r="10" fill="#fff3d9" stroke="#2b2233" stroke-width="1.500"/>` +
    `<text x="22" y="27" font-family="sans-serif" font-weight="bold" font-size="${text.length > 1 ? 11 : 15}"` +
    ` text-anchor="middle" fill="#2b2233">${text}</text>`
  );
}

export const turns = new Turns();
