/** The seats that this browser holds and the invitations it may give out, saved in the browser's local storage. */

import type { Created } from "./wire";

export interface SavedSeat {
  game: string;
  seat: number | null;
  key: string | null;
  host: string | null;
  invitations: (string | null)[];
  when: number;
  /** How much of the story the person had seen when they last looked. */
  heard?: number;
  /** The number of the last line of the chat that they have read. */
  chatRead?: number;
}

const KEY = "fairground.seats";
const MOST = 2_000; // a few hundred characters each; browsers keep at least two million

function read(): Record<string, SavedSeat> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, SavedSeat>;
  } catch {
    return {};
  }
}

function write(seats: Record<string, SavedSeat>): void {
  localStorage.setItem(KEY, JSON.stringify(seats));
}

export function savedSeat(table: string): SavedSeat | null {
  return read()[table] ?? null;
}

/** All saved seats with the ids of their tables, latest first. */
export function savedSeats(): [string, SavedSeat][] {
  return Object.entries(read()).sort((a, b) => b[1].when - a[1].when);
}

export function saveSeat(table: string, seat: SavedSeat): void {
  const others = savedSeats().filter(([id]) => id !== table);
  write(Object.fromEntries([[table, seat] as const, ...others].slice(0, MOST)));
}

/** Save how much of a table's story was seen. */
export function saveStorySeen(table: string, heard: number): void {
  const seats = read();
  const seat = seats[table];
  if (seat && seat.heard !== heard) write({ ...seats, [table]: { ...seat, heard } });
}

/** Save how much of a table's chat was read. */
export function saveChatRead(table: string, chatRead: number): void {
  const seats = read();
  const seat = seats[table];
  if (seat && seat.chatRead !== chatRead) write({ ...seats, [table]: { ...seat, chatRead } });
}

/** Save which chair the key opens; it changes when seats are drawn. Links to the other chairs are void then. */
export function saveOwnSeat(table: string, seat: number): void {
  const seats = read();
  const saved = seats[table];
  if (saved && saved.seat !== seat) write({ ...seats, [table]: { ...saved, seat, invitations: [] } });
}

export function saveCreatedTable(created: Created): void {
  const { table, seat, key, host, invitations } = created;
  saveSeat(table.id, { game: table.game, seat, key, host, invitations, when: Date.now() });
}

export function forgetSeat(table: string): void {
  write(Object.fromEntries(savedSeats().filter(([id]) => id !== table)));
}
