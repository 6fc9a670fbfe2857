// Every message between the browser and the server.
// Generated from the files *wire.py in src/fairground/server by `make wire`: do not edit.

/** Make a move that was chosen while update number `update` was on the screen. */
export interface Play {
  type: "play";
  update: number;
  move: number;
  mark?: string;
}

/** Take back the seat's last decision, as shown in update number `update`. */
export interface Undo {
  type: "undo";
  update: number;
  mark?: string;
}

/** Ask for good moves in the decision that the seat owes. Everybody is told that a hint was taken. */
export interface AskHint {
  type: "hint";
  mark?: string;
}

/** Ask why the thing `id` on the board cannot be clicked now, after the `clicks` of a half-made choice. */
export interface AskWhy {
  type: "why";
  id: string;
  clicks?: string[];
  mark?: string;
}

/**
 * Say whether the table is in sight, on a page in front. Whoever looks is not told what they see anyway. There is no
 * answer. Until it is said, a connection counts as one that looks.
 */
export interface Look {
  type: "look";
  visible: boolean;
  mark?: string;
}

/** Change the name of the person in the seat. */
export interface Rename {
  type: "rename";
  name: string;
  mark?: string;
}

/** Let a bot play in the person's chair at once; the person can take it back. */
export interface Resign {
  type: "resign";
  mark?: string;
}

/** Take the chair back from the bot. */
export interface Return {
  type: "return";
  mark?: string;
}

/** Give the chair up for good; its key becomes void. */
export interface Leave {
  type: "leave";
  mark?: string;
}

/** Put a bot of a level into a chair, or remove it (no level). Only the host may do this. */
export interface SeatBot {
  type: "bot";
  seat: number;
  level?: string | null;
  mark?: string;
}

/** Agree that somebody may take a chair in which no person sits, during the match; or no longer agree. */
export interface Agree {
  type: "agree";
  seat: number;
  yes?: boolean;
  mark?: string;
}

/**
 * Remove the person from a chair. Only the host may do this. During the match this hands the chair of somebody who has
 * been away for long to a bot, until they return.
 */
export interface Remove {
  type: "remove";
  seat: number;
  mark?: string;
}

/** Begin the match. */
export interface Start {
  type: "start";
  mark?: string;
}

/** Set up the next match with the same people; everybody's key opens their chair at the new table. */
export interface Rematch {
  type: "rematch";
  mark?: string;
}

/** Say one of the phrases or reactions that every client knows, by its code. */
export interface SayPhrase {
  type: "phrase";
  phrase: string;
  mark?: string;
}

/** Say something in one's own words, at a table where that is possible. */
export interface SayText {
  type: "say";
  text: string;
  mark?: string;
}

/** Delete something that one has said. */
export interface DeleteLine {
  type: "unsay";
  line: number;
  mark?: string;
}

/** After the match, let everybody read what was said, or no longer. Only the host may do this. */
export interface OpenChat {
  type: "open_chat";
  open: boolean;
  mark?: string;
}

/**
 * The first message: who connects, and the number of the last update it has (0 for none). With `picture`, updates
 * include the board as text. The key of a `passport` opens the chair of whoever has it, in place of the chair's own
 * key.
 */
export interface Hello {
  type: "hello";
  key?: string | null;
  host?: string | null;
  since?: number;
  picture?: boolean;
  passport?: string | null;
}

/**
 * How long people may think. `move`: `seconds` for each decision. `bank`: `seconds` for the whole match plus
 * `increment` for each decision made.
 */
export interface Clock {
  kind?: "bank" | "move" | "none";
  seconds?: number;
  increment?: number;
}

/**
 * The moment of a finished match at which another one begins: after `moves` moves. `record` are the first 16
 * hexadecimal digits of the SHA-256 of its record, and `table` is its table, None if somebody brought the record.
 * Hidden things were dealt again from what the seat `redealt` knew; None if they stayed as they were. If nothing is
 * ever `hidden` in such a match, they do not matter.
 */
export interface ParentFacts {
  record: string;
  moves: number;
  redealt?: number | null;
  table?: string | null;
  hidden?: boolean;
}

/**
 * What is fixed about a table from the start. `seal` is the SHA-256 of the seed in hexadecimal. With `draw`, lots
 * decide who sits where when the match begins. `parent` is where the match begins, if that is not the start of the
 * game. With `free_text`, people can write to each other in their own words. A match may be `rated`, and belong to a
 * `tournament`: then there is no undo, there are no hints, and whoever leaves it comes last.
 */
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
  draw?: boolean;
  parent?: ParentFacts | null;
  hints?: boolean;
  free_text?: boolean;
  rated?: boolean;
  tournament?: string | null;
}

/**
 * The answer to `hello`. `seat` is the chair that the key opens, or None for a spectator. It is sent again when lots
 * were drawn for the chairs, and when the connection loses its chair; then `why` says why, if that was not its own
 * request.
 */
export interface Welcome {
  type: "welcome";
  table: Facts;
  seat: number | null;
  host: boolean;
  why?: string | null;
}

/**
 * Who sits in a chair. `bot` is the level of the bot that plays, possibly for a person who is away. During the match a
 * chair without a person can be taken once everybody who sits at the table agrees: `agreed` are the seats that do,
 * `missing` those that do not yet. A `reserved` chair needs an invitation even at a listed table. `picture` is the one
 * that a person has chosen. A person who is `gone` has had everything about them deleted. Who has `departed` from a
 * match that counts comes last in it.
 */
export interface Chair {
  person: boolean;
  name: string;
  bot: string | null;
  agreed?: number[];
  missing?: number[];
  reserved?: boolean;
  picture?: string;
  gone?: boolean;
  departed?: boolean;
}

/**
 * One entry of the story; the game's `phrases` turn it into English. Entries about the table itself have a key that
 * begins with `table.`.
 */
export interface Told {
  key: string;
  values: Record<string, number | string | (number | string)[]>;
}

/** A legal move: its number, its words, and what to click for it, in order. */
export interface Offer {
  move: number;
  words: string;
  path: string[];
}

/**
 * `ranking` lists the seats from best to worst; seats that share a place are listed together. `reason` is None while
 * the match goes on. `decided` names what separated the winner from the next seat: "points", a tie-break, or "shared".
 */
export interface Outcome {
  ranking: number[][];
  points: number[];
  headings: Record<string, number[]>;
  reason: string | null;
  decided: string;
}

/** The seconds each seat has left (None: no clock), and the seats whose clocks are running. */
export interface Times {
  left: (number | null)[];
  running: number[];
}

/**
 * The present state of a table, as one seat or a spectator may know it. `update` is the number of this update; `moves`
 * is how many moves have been made. The first `kept` entries of the story stay, and `story` continues it. `hints` says
 * whether the seat may ask for hints, `headings` what each seat has its points for. `seed` is sent once the match is
 * over; `next` is the table of the rematch.
 */
export interface Update {
  type: "update";
  update: number;
  phase: "over" | "playing" | "waiting";
  moves: number;
  chairs: Chair[];
  kept: number;
  story: Told[];
  actors: number[];
  offers: Offer[];
  undo: boolean;
  hints: boolean;
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

/** The request with that mark was carried out and stored; `update` is the number of the latest update. */
export interface Done {
  type: "done";
  mark: string;
  update: number;
}

/** Why the request with that mark was refused; it changed nothing. */
export interface Refused {
  type: "refused";
  mark: string;
  why: string;
}

/** A good move: the share of the win to be expected after it, and the seat's final points by heading. */
export interface HintedMove {
  move: number;
  words: string;
  path: string[];
  share: number;
  points: Record<string, number>;
}

/** Good moves for the decision that the seat has been asked for since update `since`, the best first. */
export interface Hint {
  type: "hint";
  since: number;
  moves: HintedMove[];
}

/**
 * Why the thing `id` cannot be clicked now: a key with values as in `Told`, and the same in English. Without a key
 * there is nothing to say: the thing can be clicked, or it never can.
 */
export interface ClickObstacle {
  type: "obstacle";
  id: string;
  key?: string | null;
  values?: Record<string, number | string | (number | string)[]>;
  text?: string;
}

/** Why the connection ends; `again` says whether to reconnect. */
export interface Closing {
  type: "closing";
  why: string;
  again: boolean;
}

/**
 * Something that was said: the code of a phrase or reaction, or a text. `seat` is where the person sits now, None if
 * they have left; `name` is what they were called. `speaker` stands for the same person wherever it appears. `said` is
 * the date in seconds, `moves` how many moves had been made.
 */
export interface ChatLine {
  number: number;
  speaker: string;
  seat: number | null;
  name: string;
  said: number;
  moves: number;
  phrase?: string | null;
  text?: string | null;
}

/** The latest of what was said at the table, in place of all that a client knew; `open` for everybody. */
export interface ChatHistory {
  type: "chat";
  lines: ChatLine[];
  open?: boolean;
}

/** Somebody has said something. */
export interface Said {
  type: "said";
  line: ChatLine;
}

/** Whoever said the line of that number has deleted it. */
export interface Unsaid {
  type: "unsaid";
  line: number;
}

/**
 * A table as everybody may see it: `moves` counts the moves made, `why` says why it is not playable. `actors` are the
 * seats to move; none are known for a match that last went on before they were stored. `seat` is the chair that the key
 * of whoever asks opens.
 */
export interface TableFacts {
  table: Facts;
  phase: "over" | "playing" | "waiting";
  chairs: Chair[];
  moves: number;
  actors: number[];
  playable: boolean;
  why: string | null;
  seat?: number | null;
}

/** All public tables of a kind, most recently changed first: `open` ones wait or play. */
export interface Lobby {
  type: "lobby";
  kind: "open" | "over";
  tables: TableFacts[];
}

/** Nothing has changed in the lobby, and the connection works. */
export interface Alive {
  type: "alive";
}

/**
 * A moment of a study: after `at` moves of a line. Line 0 is the match itself. `eyes` is who sees it: a seat,
 * `spectator`, or `open` for everything.
 */
export interface StudyPlace {
  line?: number;
  at?: number;
  eyes?: string;
}

/** Show a moment to everybody who follows. Only the leader may do this. */
export interface Lead {
  type: "lead";
  place: StudyPlace;
  mark?: string;
}

/** Make a move at a moment: a step along a line, or a side line. Only the leader may do this. */
export interface TryMove {
  type: "try";
  place: StudyPlace;
  seat: number;
  words: string;
  mark?: string;
}

/** Remove the moves of a side line after the first `at`, with all that hangs on them; all of it at 0. */
export interface CutLine {
  type: "cut";
  line: number;
  at?: number;
  mark?: string;
}

/** Comment on a moment. Those who follow may do this if the leader allows it, and under a name. */
export interface AddComment {
  type: "comment";
  line: number;
  at: number;
  text: string;
  name?: string;
  mark?: string;
}

/** Delete a comment. Only the leader may do this. */
export interface DeleteComment {
  type: "delete";
  comment: number;
  mark?: string;
}

/** Let those who follow comment, or no longer. Only the leader may do this. */
export interface AllowComments {
  type: "allow";
  yes: boolean;
  mark?: string;
}

/** Delete the room for good. Only the leader may do this. */
export interface DiscardStudy {
  type: "discard";
  mark?: string;
}

/** A move of a side line. */
export interface StudyMove {
  seat: number;
  words: string;
}

/** A side line that is new or has changed: it leaves the line `parent` after `at` of its moves. */
export interface StudyLine {
  type: "line";
  number: number;
  parent: number;
  at: number;
  moves: StudyMove[];
}

/** A comment that is new. */
export interface StudyComment {
  type: "comment";
  number: number;
  line: number;
  at: number;
  author: string;
  text: string;
}

/** All about a room: the answer to `follow`. `leader` says whether the key was the leader's. */
export interface StudyState {
  type: "study";
  study: string;
  game: string;
  record: string;
  box: string | null;
  leader: boolean;
  comments_open: boolean;
  place: StudyPlace;
  lines: StudyLine[];
  comments: StudyComment[];
}

/** Side lines and comments that are gone, by their numbers. */
export interface StudyRemoved {
  type: "removed";
  lines: number[];
  comments: number[];
}

/** Where the leader is now. */
export interface StudyLed {
  type: "led";
  place: StudyPlace;
}

/** How many people follow at this server, and whether the leader is there. */
export interface StudyPeople {
  type: "people";
  following: number;
  leading: boolean;
}

/** Whether those who follow may comment now. */
export interface StudyAllowed {
  type: "allowed";
  comments_open: boolean;
}

/** The request with that mark was carried out and stored; `place` is where a move has led. */
export interface StudyDone {
  type: "done";
  mark: string;
  place?: StudyPlace | null;
}

/** Why the request with that mark was refused; it changed nothing. */
export interface StudyRefused {
  type: "refused";
  mark: string;
  why: string;
}

/** The review has not begun; `ahead` others were asked for before and are not done. */
export interface ReviewQueued {
  kind: "queued";
  ahead: number;
}

/** How far a review is: `done` of `of` moves are reviewed finely, after all of them were coarsely. */
export interface ReviewUnderWay {
  kind: "progress";
  done: number;
  of: number;
}

/** What changed a seat's share in the match; `others` has a number for each seat, 0 for itself. */
export interface Parts {
  own: number;
  others: number[];
  luck: number;
}

/**
 * A move of a decision, with the seat's expected share after it. `error` is the standard error of its distance to the
 * best move. Where seats choose at the same time, `weight` is how often a good player chooses it.
 */
export interface ValuedMove {
  words: string;
  value: number;
  error: number;
  weight?: number;
}

/** A move that the reviewer expects. */
export interface LineMove {
  seat: number;
  words: string;
}

/**
 * The seat's expected final points by heading after the move made and after the better one. `errors` are the standard
 * errors of the differences, by heading; `error` is that of all points together.
 */
export interface Reasons {
  made: Record<string, number>;
  better: Record<string, number>;
  errors?: Record<string, number>;
  error?: number;
}

/**
 * One move of the match, made when `at` moves had been made. `path` and `best_path` are the ids of the things on the
 * board to click for the move made and for the best one. `shares` are those after it. `effect` is what the decision did
 * to each seat's share and `luck` what chance did then; both together are the change. A forced move has no label.
 */
export interface MoveReview {
  at: number;
  seat: number;
  words: string;
  path: string[];
  label: string | null;
  best: string;
  best_path: string[];
  loss: number;
  error: number;
  shares: number[];
  effect: number[];
  luck: number[];
  values: ValuedMove[];
  line: LineMove[];
  why: Reasons | null;
}

/** A move that changed the match, by "luck" or "decision"; `change` is what the `gainer` gained. */
export interface DecisiveMoment {
  at: number;
  seat: number;
  kind: string;
  gainer: number;
  change: number;
}

/**
 * The review of a match. It is `complete` when all moves are reviewed with the whole `budget`. `accuracy` is a number
 * from 0 to 100 for each seat, None without a decision; `adjusted` is each seat's result without luck. Shares are
 * prospects of winning; those of all seats together are 1.
 */
export interface Review {
  version: number;
  game: string;
  rules: number;
  seats: number;
  players: Record<string, string>;
  budget: number;
  complete: boolean;
  initial: number[];
  final: number[];
  parts: Parts[];
  accuracy: (number | null)[];
  adjusted: number[];
  moves: MoveReview[];
  moments: DecisiveMoment[];
}

/** The review as far as it is known: coarse at first, then finer, at last `complete`. */
export interface ReviewNews {
  kind: "review";
  review: Review;
}

/** Why there is no review; `again` says whether asking for it again may help. */
export interface ReviewError {
  kind: "error";
  error: string;
  again?: boolean;
}

/** The first message: whoever has the key leads. */
export interface Follow {
  type: "follow";
  key?: string | null;
}

/** An option of a game. */
export interface OptionFacts {
  name: string;
  choices: string[];
  default: string;
  meaning: string;
}

/** A game that can be played here. */
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

/** The rules of a game in Markdown, and their short form; `language` is the one they are in. */
export interface RulesText {
  game: string;
  title: string;
  language: string;
  text: string;
  card: string;
}

/** One printed value and the letter of its source. */
export interface Printed {
  place: string;
  value: string;
  source: string;
}

/** A game's box: its digest, every value with its source, and the text to base a box of your own on. */
export interface BoxFacts {
  game: string;
  digest: string;
  sources: Record<string, string>;
  values: Printed[];
  text: string;
}

/** A printed value that differs; None stands for a value that one of the boxes does not have. */
export interface Difference {
  place: string;
  usual: string | null;
  own: string | null;
}

/**
 * How the box of a table differs from the one that the rules tell of; `more` differences are left out. `own` says
 * whether somebody brought the box; if not, it is one that the game came with, now or once.
 */
export interface TableBox {
  table: string;
  game: string;
  own: boolean;
  differences: Difference[];
  more: number;
}

/**
 * Set up a table. `seat` is the creator's chair (None: only watch); `bots` has a level or None by seat. `away` is how
 * many seconds a person may be gone before a bot takes over (None: forever). With `draw`, these chairs are only for
 * waiting: when the match begins, people and bots move to chairs drawn by lot. With `hints`, people who play each other
 * may ask for hints; this needs a table without a clock. With `free_text`, they can write to each other in their own
 * words; this needs a table that is not listed. A `rated` table needs a clock, the game's own box and usual options,
 * and a passport for every person.
 */
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
  draw?: boolean;
  hints?: boolean;
  free_text?: boolean;
  rated?: boolean;
}

/**
 * Set up a table whose match begins after `moves` moves of one that is over. That one is named by its `table`, or
 * brought as a `record`, with its `box` if it had one of its own. Hidden things stay as they were (`true`), or are
 * dealt again (`redealt`) from what the seat `knower` knew, which is the creator's chair if it is None. Without
 * `hidden`, they stay as they were for somebody who shows the key of a chair at that table, and are dealt again for
 * others. `Create` explains the rest.
 */
export interface PlayOn {
  moves: number;
  table?: string | null;
  record?: string | null;
  box?: string | null;
  hidden?: "redealt" | "true" | null;
  knower?: number | null;
  clock?: Clock;
  away?: number | null;
  seat?: number | null;
  name?: string;
  bots?: (string | null)[];
  start?: boolean;
  free_text?: boolean;
}

/** The new table with the creator's keys and an invitation for each free chair. */
export interface Created {
  table: Facts;
  host: string;
  seat: number | null;
  key: string | null;
  invitations: (string | null)[];
}

/** Take a free chair. A table that is not listed requires the chair's invitation. */
export interface Take {
  name?: string;
  invitation?: string | null;
}

/** The chair is yours: `key` opens it from now on, and the invitation is used up. */
export interface Taken {
  table: string;
  seat: number;
  key: string;
}

/** A new invitation to a free chair; the previous one is void. */
export interface Invitation {
  table: string;
  seat: number;
  invitation: string;
}

/**
 * The record of a match that is over, and the seal that its table published at the start. `chat_open` says whether
 * everybody may read what was said at the table.
 */
export interface RecordFacts {
  table: string;
  record: string;
  box: string | null;
  seal: string;
  chat_open?: boolean;
}

/**
 * Ask for `count` moments of a record from `first` on, as `seats` saw them. None stands for a spectator; without any
 * seats, the spectator's view is returned. With `offers`, every moment has the moves that could have been made there.
 */
export interface Replay {
  record: string;
  box?: string | null;
  seats?: (number | null)[];
  first?: number;
  count?: number;
  offers?: boolean;
}

/** What one seat saw at a moment: its view, the picture of it, and its story of the move. */
export interface Glimpse {
  view: unknown;
  picture: string;
  story: Told[];
}

/** The legal moves of a seat. */
export interface SeatOffers {
  seat: number;
  offers: Offer[];
}

/** The match after `moves` moves; `seat` and `words` belong to the move that led here. */
export interface Moment {
  moves: number;
  seat: number | null;
  words: string;
  actors: number[];
  points: number[];
  glimpses: Glimpse[];
  offers?: SeatOffers[];
}

/**
 * A part of a record that was checked as a whole. `curve` has the points after each move, and `log` what the first of
 * the seats was told of each move; both begin with the start of the match. `hidden` says whether anything was hidden
 * from anybody. `parent` is where the match began, if that was a moment of another one.
 */
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
  log: Told[][];
  moments: Moment[];
  hidden?: boolean;
  parent?: ParentFacts | null;
}

/** Ask for the review of a match that is over: that of a table here, or that of a record. */
export interface AskReview {
  table?: string | null;
  record?: string | null;
  box?: string | null;
}

/**
 * A review that was asked for. `key` stands for the match and the reviewer, and opens the review. A `queued` or
 * `running` review goes on as long as somebody listens to it or asks for it now and then.
 */
export interface ReviewFacts {
  key: string;
  state: "done" | "queued" | "running";
}

/**
 * A position of the line that the reviewer expects, in a world that the seat could imagine. `seat` and `words` belong
 * to the move that led here; the first position has none. `view`, `picture` and `log`, the story of the move, are as
 * the eyes that were asked for see them.
 */
export interface LinePosition {
  seat: number | null;
  words: string;
  view: unknown;
  picture: string;
  log: Told[];
}

/** A decision as it stood before its seat when `at` moves had been made: what it saw, and its moves. */
export interface ReviewQuestion {
  at: number;
  seat: number;
  actors: number[];
  offers: Offer[];
  view: unknown;
  picture: string;
  points: number[];
  headings: Record<string, number[]>;
}

/** Ask why the thing `id` on the board cannot be clicked, after the `clicks` of a half-made choice. */
export interface TriedClick {
  id: string;
  clicks?: string[];
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

/** Make a study room of a match that is over: of a `table` here, or of the text of a `.game` file. */
export interface NewStudy {
  table?: string | null;
  record?: string | null;
  box?: string | null;
}

/** The new study room. Whoever has the key leads it; the others follow with the room's name alone. */
export interface StudyCreated {
  study: string;
  key: string;
}

/** The record of a study with its comments and side lines, as the text of a `.game` file. */
export interface StudyFile {
  study: string;
  game: string;
  record: string;
  box: string | null;
}

/** The same text in every language. */
export interface Words {
  en: string;
  de: string;
  fr: string;
}

/** A lesson in the list of a course. A `later` one is for those who have played a first match. */
export interface LessonFacts {
  name: string;
  title: Words;
  steps: number;
  tasks: number;
  later: boolean;
}

/** What to know when moves like these are offered for the first time. */
export interface Explanation {
  moves: string[];
  words: Words;
}

/** A guided first match: easy settings, a weak bot, and what to know at each kind of decision. */
export interface Guide {
  seats: number;
  bot: string;
  explanations: Explanation[];
  options?: Record<string, string>;
}

/** The lessons of a game, in order, and the guide of a first match. */
export interface CourseFacts {
  game: string;
  lessons: LessonFacts[];
  guide: Guide;
}

/**
 * Take a lesson up after these moves of the learner. An empty one reads on where nothing is to be done. All but the
 * last one are those that the answer before called `moves`.
 */
export interface TakeLesson {
  moves?: string[];
}

/**
 * Where a lesson stands. `step` counts from 0; at `of` the lesson is done and there are no `words`. `verdict` is about
 * the last move and `answer` what is said about it. `moves` are those that count: a wrong one is not among them.
 * `spots` are the things on the board that the step is about, `next` is the move that leads on, and `path` its things
 * on the board. The rest is what the learner sees, and what happened since the last move.
 */
export interface LessonMoment {
  step: number;
  of: number;
  words: Words | null;
  task: Words | null;
  spots: string[];
  verdict: "asked" | "on" | "right" | "wrong";
  answer: Words | null;
  moves: string[];
  next: string | null;
  path: string[];
  seat: number;
  actors: number[];
  offers: Offer[];
  view: unknown;
  picture: string;
  points: number[];
  log: Told[];
}

/** A click on the board of a lesson after the `moves` that count. */
export interface LessonClick {
  click: TriedClick;
  moves?: string[];
}

/** A puzzle in a list. `grade` is the lowest level of bots that solves it. */
export interface PuzzleFacts {
  game: string;
  name: string;
  grade: string;
  seats: number;
}

/**
 * A puzzle as its seat sees it: one of the moves on offer is clearly best. If there is a `goal`, the seat is to arrange
 * what it has so that it brings so many points.
 */
export interface PuzzleQuestion {
  game: string;
  name: string;
  grade: string;
  seat: number;
  actors: number[];
  offers: Offer[];
  view: unknown;
  picture: string;
  points: number[];
  goal: number | null;
}

/**
 * An answer to a puzzle: the words of a move, or None to be shown the solution. `before` are the moves made so far in a
 * puzzle that asks for an arrangement.
 */
export interface TryPuzzle {
  move?: string | null;
  before?: string[];
}

/**
 * The best move, what the moves are worth, why it is better than `plausible`, and what is expected then. The first
 * position is before the best move. An arrangement has only the moves that lead to it.
 */
export interface PuzzleSolution {
  best: string;
  path: string[];
  plausible: string;
  values: ValuedMove[];
  why: Reasons | null;
  line: LinePosition[];
}

/**
 * The share of the win to be expected after a move; None if it is worse than all that are listed. The solution follows
 * when the move was right, or when it was asked for. If the puzzle asks for an arrangement, `next` is the position
 * after the move.
 */
export interface PuzzleAnswer {
  right: boolean;
  move: string | null;
  share: number | null;
  best_share: number | null;
  solution: PuzzleSolution | null;
  next: PuzzleQuestion | null;
}

/** A click on the board of a puzzle, after the moves made so far in one that asks for an arrangement. */
export interface PuzzleClick {
  click: TriedClick;
  before?: string[];
}

/** A person as others may see them. `picture` is one of the site's own set; empty for none. */
export interface Person {
  id: string;
  name: string;
  picture:
    | ""
    | "bear"
    | "cat"
    | "chick"
    | "dragon"
    | "fox"
    | "frog"
    | "koala"
    | "lantern"
    | "monkey"
    | "moon"
    | "owl"
    | "panda"
    | "pig"
    | "rabbit"
    | "tiger"
    | "wolf";
}

/** Make a passport for the key in the header `X-Passport-Key`, which the browser has made itself. */
export interface NewPassport {
  name?: string;
  picture?:
    | ""
    | "bear"
    | "cat"
    | "chick"
    | "dragon"
    | "fox"
    | "frog"
    | "koala"
    | "lantern"
    | "monkey"
    | "moon"
    | "owl"
    | "panda"
    | "pig"
    | "rabbit"
    | "tiger"
    | "wolf";
  language?: "de" | "en" | "fr";
}

/** Change what a passport says. What is None stays; a setting that is None is removed. */
export interface ChangePassport {
  name?: string | null;
  picture?:
    | ""
    | "bear"
    | "cat"
    | "chick"
    | "dragon"
    | "fox"
    | "frog"
    | "koala"
    | "lantern"
    | "monkey"
    | "moon"
    | "owl"
    | "panda"
    | "pig"
    | "rabbit"
    | "tiger"
    | "wolf"
    | null;
  language?: "de" | "en" | "fr" | null;
  settings?: Record<string, boolean | number | string | null>;
}

/** A passport as its holder sees it. `created` is a date in seconds. */
export interface Me {
  person: Person;
  language: "de" | "en" | "fr";
  created: number;
  settings: Record<string, boolean | number | string>;
}

/** Replace the key of a passport: whoever has the former one, or its words, can no longer use it. */
export interface NewKey {
  key: string;
}

/**
 * Make a link that takes the passport to another device, once and not for long. `sealed` is the key, each of its bytes
 * combined (XOR) with one of 16 random bytes that stand in the link only. So what the server keeps is worth nothing
 * without the link.
 */
export interface NewTransfer {
  sealed: string;
}

/** What belongs in the link: whoever shows the `token` before the date `expires` gets `sealed`, once. */
export interface Transfer {
  token: string;
  expires: number;
}

/** Ask for the sealed key of a passport with the token of a link. */
export interface ClaimTransfer {
  token: string;
}

/** The sealed key of a passport. The link is used up now. */
export interface SealedKey {
  sealed: string;
}

/** A chair that the person has the key of. */
export interface OwnSeat {
  table: string;
  key: string;
}

/** Hang chairs on the passport that were taken without it. */
export interface KeepSeats {
  seats: OwnSeat[];
}

/** The tables whose chairs hang on the passport now; the others cannot. */
export interface KeptSeats {
  tables: string[];
}

/** A match of the person: the table with their seat, whether it is their turn, and since when it is so. */
export interface MyMatch {
  table: TableFacts;
  turn: boolean;
  changed: number;
}

/** Some of the person's matches; `next` asks for those that follow, None after the last. */
export interface MyMatches {
  matches: MyMatch[];
  next: string | null;
}

/** At how many tables it is the person's turn. */
export interface MyTurns {
  turns: number;
}

/** The fixed rating of a level of bots, and which part of its matches it wins against the one `below`. */
export interface BotRating {
  level: string;
  rating: number;
  below: string;
  wins: number;
}

/** Somebody with a steady rating who wants to be seen. */
export interface LeaderboardRow {
  person: Person;
  rating: number;
  margin: number;
  matches: number;
}

/** The best people in a game, and the bots on the same scale. */
export interface Leaderboard {
  game: string;
  rows: LeaderboardRow[];
  bots: BotRating[];
}

/** Somebody's rating in a game; a `provisional` one is not on the leaderboard. */
export interface GameRating {
  game: string;
  rating: number;
  margin: number;
  matches: number;
  provisional: boolean;
}

/** Somebody's ratings in all games; `shown` says whether others may see them. */
export interface PersonRatings {
  person: Person;
  shown: boolean;
  games: GameRating[];
}

/**
 * A rated match that ended at the date `ended`, and the rating after it. A match that does not `count` left the rating
 * as it was. `left` says that the person left it. `table` is empty for others than the person.
 */
export interface RatingPoint {
  table: string;
  ended: number;
  place: number;
  seats: number;
  counts: boolean;
  left: boolean;
  rating: number;
  margin: number;
}

/** How somebody's rating in a game has changed, oldest first. */
export interface RatingHistory {
  game: string;
  points: RatingPoint[];
}

/**
 * Set up a tournament for `most` players at most; `rounds` is for Swiss ones. A round ends at the latest
 * `round_seconds` after its start. Bots of the level `bot` fill empty chairs; with None, somebody has a bye instead. It
 * starts at the date `begins`, or when the host says so.
 */
export interface NewTournament {
  title: string;
  game: string;
  seats: number;
  format: "knock_out" | "round_robin" | "swiss";
  clock: Clock;
  round_seconds: number;
  most?: number;
  rounds?: number;
  bot?: string | null;
  begins?: number | null;
  rated?: boolean;
}

/**
 * A tournament in a list. `round` of `rounds` is being played; 0 before the first. `hosting` and `playing` say what
 * whoever asks does in it.
 */
export interface TournamentFacts {
  id: string;
  title: string;
  game: string;
  seats: number;
  format: "knock_out" | "round_robin" | "swiss";
  phase: "cancelled" | "open" | "over" | "running";
  players: number;
  most: number;
  round: number;
  rounds: number;
  begins: number | null;
  hosting: boolean;
  playing: boolean;
}

/**
 * Somebody who takes part, and where they stand. Points and tie-breaks are in parts: so many `parts` make a point,
 * `beaten` is twice as fine. Of knock-outs only the place and `survived`, the rounds in which the player stood, mean
 * something.
 */
export interface TournamentPlayer {
  id: string;
  name: string;
  left: boolean;
  place: number;
  points: number;
  met: number;
  beaten: number;
  wins: number;
  matches: number;
  survived: number;
}

/**
 * A match: who sits in each chair, as a number in `players` (None: a bot), and the places once decided. `left` are the
 * numbers of players who left the match; `late` says that the deadline decided it.
 */
export interface TournamentTable {
  table: string;
  chairs: (number | null)[];
  places: number[] | null;
  left: number[];
  late: boolean;
}

/** A round. `byes` and `walkovers` (the opponent has left) are numbers in `players`. */
export interface TournamentRoundFacts {
  begun: number;
  deadline: number;
  tables: TournamentTable[];
  byes: number[];
  walkovers: number[];
}

/**
 * Everything about a tournament that everybody may see. `due` is the date at which the next round begins, or the
 * present one must be over. `you` is the number in `players` of whoever asks, `your_table` where they play now.
 * `fewest` players are needed to start.
 */
export interface TournamentPage {
  about: TournamentFacts;
  clock: Clock;
  round_seconds: number;
  bot: string | null;
  rated: boolean;
  fewest: number;
  parts: number;
  players: TournamentPlayer[];
  rounds: TournamentRoundFacts[];
  due: number | null;
  now: number;
  you: number | null;
  your_table: string | null;
}

/** All that was said at a table. `mine` are the numbers of the lines that whoever asks may delete. */
export interface ChatLog {
  table: string;
  open: boolean;
  lines: ChatLine[];
  mine: number[];
}

/** The codes that can be said at every table, with their English. */
export interface ChatPhrases {
  reactions: Record<string, string>;
  phrases: Record<string, string>;
}

/** When a person wants to be left alone, in minutes after midnight; `start` may be later than `end`. */
export interface QuietHours {
  start?: number;
  end?: number;
}

/**
 * What a person wants to be told: the kinds that are switched off, quiet hours, and the time zone. `turn`: it is their
 * turn; `joined`: somebody sat down at their table; `ended`: a match of theirs is over.
 */
export interface NotificationChoices {
  push_off?: ("ended" | "joined" | "turn")[];
  mail_off?: ("ended" | "joined" | "turn")[];
  quiet?: QuietHours | null;
  time_zone?: string;
}

/**
 * How a person is told, as they see it. `push_key` is the key with which a browser subscribes, and `devices` how many
 * have. `mail` says whether this server sends mail; `mail_address` is empty without an address, and nothing is sent to
 * one that is not `confirmed`.
 */
export interface Notifications {
  choices: NotificationChoices;
  push_key: string;
  devices: number;
  mail: boolean;
  mail_address: string;
  confirmed: boolean;
}

/** The keys of a browser's subscription, in base64url. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** Send notifications to this browser from now on: its subscription, as the browser describes it. */
export interface NewDevice {
  endpoint: string;
  keys: PushKeys;
}

/** Send nothing more to the browser with this endpoint. */
export interface ForgetDevice {
  endpoint: string;
}

/** Write to this address once somebody who reads its mail has confirmed it. */
export interface NewMailAddress {
  address: string;
}

/** Confirm an address with the token from the link that was sent to it. */
export interface ConfirmMail {
  token: string;
}

/** Switch kinds of messages off; without any, all messages of the kind of channel the token is for. */
export interface SwitchOff {
  kinds?: ("ended" | "joined" | "turn")[];
}

/** What is switched off now, over the channel that the token is for. */
export interface SwitchedOff {
  channel: "mail" | "push";
  off: ("ended" | "joined" | "turn")[];
}

export type Request =
  | Play
  | Undo
  | AskHint
  | AskWhy
  | Look
  | Rename
  | Resign
  | Return
  | Leave
  | SeatBot
  | Agree
  | Remove
  | Start
  | Rematch
  | SayPhrase
  | SayText
  | DeleteLine
  | OpenChat;

export type FromBrowser =
  | Hello
  | Play
  | Undo
  | AskHint
  | AskWhy
  | Look
  | Rename
  | Resign
  | Return
  | Leave
  | SeatBot
  | Agree
  | Remove
  | Start
  | Rematch
  | SayPhrase
  | SayText
  | DeleteLine
  | OpenChat;

export type FromServer =
  | Welcome
  | Update
  | Presence
  | Done
  | Refused
  | Hint
  | ClickObstacle
  | Closing
  | ChatHistory
  | Said
  | Unsaid;

export type FromLobby = Lobby | Alive | Closing;

export type StudyRequest = Lead | TryMove | CutLine | AddComment | DeleteComment | AllowComments | DiscardStudy;

export type FromStudy =
  | StudyState
  | StudyLine
  | StudyComment
  | StudyRemoved
  | StudyLed
  | StudyPeople
  | StudyAllowed
  | StudyDone
  | StudyRefused
  | Closing;

export type FromReview = ReviewQueued | ReviewUnderWay | ReviewNews | ReviewError;

export type ChatRequest = SayPhrase | SayText | DeleteLine | OpenChat;

export type ChatMessage = ChatHistory | Said | Unsaid;
