// Everything that travels between the browser and the server.
// Made from src/fairground/server/wire.py by `make wire`: do not edit.

/** A move that was chosen when the update `at` was on the screen; `mark` is the browser's own. */
export interface Play {
  type: "play";
  at: number;
  move: number;
  mark?: string;
}

/** Take back the seat's last decision, as it stood in the update `at`. */
export interface Undo {
  type: "undo";
  at: number;
  mark?: string;
}

/** What to call me. */
export interface Rename {
  type: "rename";
  name: string;
  mark?: string;
}

/** Let a bot play on in my chair, at once; I may take it back. */
export interface Resign {
  type: "resign";
  mark?: string;
}

/** I take my chair back from the bot. */
export interface Return {
  type: "return";
  mark?: string;
}

/** I give my chair up for good; its key is void. */
export interface Leave {
  type: "leave";
  mark?: string;
}

/** The host puts a bot of a level into a chair, or takes it out (no level). */
export interface SeatBot {
  type: "bot";
  seat: number;
  level?: string | null;
  mark?: string;
}

/** The host begins the match. */
export interface Start {
  type: "start";
  mark?: string;
}

/** Set up the next match with the same people; everybody's key opens their chair there. */
export interface Rematch {
  type: "rematch";
  mark?: string;
}

/** The first message: who comes, and the number of the last update it has (0 for none). With `picture`, updates bring the board as text too. */
export interface Hello {
  type: "hello";
  key?: string | null;
  host?: string | null;
  since?: number;
  picture?: boolean;
}

/** How long people may think. `move`: `seconds` for each decision. `bank`: `seconds` for all of them, and `increment` after each. */
export interface Clock {
  kind?: "bank" | "move" | "none";
  seconds?: number;
  increment?: number;
}

/** What is fixed about a table from the start. `seal` is the SHA-256 of the seed, in hexadecimals. */
export interface Facts {
  id: string;
  game: string;
  title: string;
  rules: number;
  seats: number;
  options: Record<string, string>;
  box: string;
  own_box: boolean;
  listed: boolean;
  clock: Clock;
  away: number | null;
  seal: string;
  created: number;
}

/** The answer to `hello`. `seat` is the chair that the key opens; None for a spectator. */
export interface Welcome {
  type: "welcome";
  table: Facts;
  seat: number | null;
  host: boolean;
}

/** Who sits there: `bot` is the level of the bot that plays, also in the chair of a person who is away. */
export interface Chair {
  person: boolean;
  name: string;
  bot: string | null;
}

/** One thing that happened; `phrases` of the game tells it in English. */
export interface Told {
  key: string;
  values: Record<string, number | string | (number | string)[]>;
}

/** A move that is possible: its number, its words, and what to click for it, in order. */
export interface Offer {
  move: number;
  words: string;
  path: string[];
}

/** `ranking` lists the seats from best to worst; seats that share a place are listed together. `reason` is None while the match goes on. `decided` names what separated the winner from the next seat: "points", a tie-break, or "shared". */
export interface Outcome {
  ranking: number[][];
  points: number[];
  headings: Record<string, number[]>;
  reason: string | null;
  decided: string;
}

/** Seconds that each seat has left (None: no clock), and the seats whose clocks run. */
export interface Times {
  left: (number | null)[];
  running: number[];
}

/** The present of a table, as one seat or a spectator may know it. The story is kept up to `kept` entries and goes on with `story`. `at` counts the moves made. `headings` tells what each seat has its points for. `seed` comes when the match is over; `next` is the table of the rematch. */
export interface Update {
  type: "update";
  number: number;
  phase: "over" | "playing" | "waiting";
  at: number;
  chairs: Chair[];
  kept: number;
  story: Told[];
  actors: number[];
  offers: Offer[];
  undo: boolean;
  view: unknown;
  picture: string | null;
  points: number[] | null;
  headings: Record<string, number[]> | null;
  outcome: Outcome | null;
  times: Times;
  seed: string | null;
  next: string | null;
}

/** Which seats have somebody connected, and how many spectators there are. */
export interface Presence {
  type: "presence";
  present: boolean[];
  watching: number;
}

/** The request with that mark was carried out and is safely stored. */
export interface Done {
  type: "done";
  mark: string;
  number: number;
}

/** The request changed nothing, and why. */
export interface Refused {
  type: "refused";
  mark: string;
  why: string;
}

/** The connection ends; `again` says whether to come back. */
export interface Closing {
  type: "closing";
  why: string;
  again: boolean;
}

/** An option of a game. */
export interface OptionFacts {
  name: string;
  choices: string[];
  default: string;
  meaning: string;
}

/** A game on the shelf. */
export interface GameFacts {
  name: string;
  title: string;
  tagline: string;
  credits: string;
  rules: number;
  seats: number[];
  options: OptionFacts[];
  phrases: Record<string, string>;
}

/** The rules of a game in Markdown. */
export interface RulesText {
  game: string;
  title: string;
  text: string;
}

/** One printed value and the letter of its source. */
export interface Printed {
  place: string;
  value: string;
  source: string;
}

/** What is printed: its digest, every value with its source, and the text to start one's own from. */
export interface BoxFacts {
  game: string;
  digest: string;
  sources: Record<string, string>;
  values: Printed[];
  text: string;
}

/** A table to set up. `seat` is the creator's chair (None: only to watch); `bots` by seat. `away` is how many seconds a person may be gone before a bot plays on (None: for ever). */
export interface Create {
  game: string;
  seats: number;
  options?: Record<string, string>;
  box?: string | null;
  listed?: boolean;
  clock?: Clock;
  away?: number | null;
  seat?: number | null;
  name?: string;
  bots?: (string | null)[];
  start?: boolean;
}

/** The new table: the creator's keys, and an invitation for each chair that is free. */
export interface Created {
  table: Facts;
  host: string;
  seat: number | null;
  key: string | null;
  invitations: (string | null)[];
}

/** Take a free chair; tables that are not listed want the chair's invitation. */
export interface Take {
  name?: string;
  invitation?: string | null;
}

/** The chair is yours: `key` opens it from now on, the invitation is used up. */
export interface Taken {
  table: string;
  seat: number;
  key: string;
}

/** A fresh invitation to a free chair; the one before is void. */
export interface Invitation {
  table: string;
  seat: number;
  invitation: string;
}

/** A table as anybody may see it. `why` says so if it cannot be played here. */
export interface TableFacts {
  table: Facts;
  phase: "over" | "playing" | "waiting";
  chairs: Chair[];
  at: number;
  playable: boolean;
  why: string | null;
}

/** The record of a match that is over, and what its table promised at the start. */
export interface RecordFacts {
  table: string;
  record: string;
  box: string | null;
  seal: string;
}

/** Ask for `count` moments of a record from `first` on, as `seats` saw them. None is a spectator; without any seat it is a spectator's sight. */
export interface Replay {
  record: string;
  box?: string | null;
  seats?: (number | null)[];
  first?: number;
  count?: number;
}

/** What one seat saw at a moment: its view, the picture of it, and what it was told of the move. */
export interface Glimpse {
  view: unknown;
  picture: string;
  story: Told[];
}

/** The match after `at` moves; `seat` and `words` are of the move that led here. */
export interface Moment {
  at: number;
  seat: number | null;
  words: string;
  actors: number[];
  points: number[];
  glimpses: Glimpse[];
}

/** A part of a record; the whole of it was checked by replaying. `curve` is the points after each move. */
export interface Replayed {
  game: string;
  title: string;
  rules: number;
  seats: number;
  options: Record<string, string>;
  players: string[];
  moves: number;
  over: boolean;
  outcome: Outcome;
  seal: string | null;
  curve: number[][];
  moments: Moment[];
}

/** Why a request was refused. */
export interface Problem {
  why: string;
}

/** Whether the server works. */
export interface Condition {
  ok: boolean;
  why: string | null;
  version: string;
}

export type Request = Play | Undo | Rename | Resign | Return | Leave | SeatBot | Start | Rematch;

export type FromBrowser = Hello | Play | Undo | Rename | Resign | Return | Leave | SeatBot | Start | Rematch;

export type FromServer = Welcome | Update | Presence | Done | Refused | Closing;
