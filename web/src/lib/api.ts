/** Calls the server's REST interface. */

import { forgetKey, ownKey, passportHeader, saveKey, shownKey } from "../people/passportKey";
import { isOnSite } from "./gameFiles";
import { prefs } from "./prefs.svelte";
import type {
  AskReview,
  BoxFacts,
  ChangePassport,
  ChatLog,
  ClaimTransfer,
  ClickObstacle,
  CourseFacts,
  Create,
  Created,
  GameFacts,
  Invitation,
  KeptSeats,
  Leaderboard,
  LessonMoment,
  LinePosition,
  Me,
  MyMatches,
  MyTurns,
  NewDevice,
  NewPassport,
  NewStudy,
  NewTournament,
  NewTransfer,
  NotificationChoices,
  Notifications,
  OwnSeat,
  PersonRatings,
  PlayOn,
  Problem,
  PuzzleAnswer,
  PuzzleFacts,
  PuzzleQuestion,
  RatingHistory,
  RecordFacts,
  Replay,
  Replayed,
  Review,
  ReviewFacts,
  ReviewQuestion,
  RulesText,
  SealedKey,
  StudyCreated,
  StudyFile,
  SwitchOff,
  SwitchedOff,
  TableBox,
  TableFacts,
  Taken,
  TournamentFacts,
  TournamentPage,
  Transfer,
  TriedClick,
} from "./wire";

/** A request that the server refused, with the server's reason; status 0 if there was no answer. */
export class Refusal extends Error {
  constructor(
    reason: string,
    readonly status = 0,
  ) {
    super(reason);
  }
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let response = await ask(path, init);
  let body: unknown = await response.json().catch(() => null);
  if (response.status === 401 && path !== "/api/me" && passportHeader()["X-Passport-Key"] && whyOf(body)) {
    forgetKey(); // it was deleted elsewhere; everything works without it
    response = await ask(path, init);
    body = await response.json().catch(() => null);
  }
  if (!response.ok) throw new Refusal(whyOf(body), response.status);
  return body as T;
}

/** The server's reason; nothing if the answer comes from something in between, such as a proxy. */
function whyOf(body: unknown): string {
  return (body as Problem | null)?.why ?? "";
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(path, { ...init, headers: { ...passportHeader(), ...init.headers } });
  } catch {
    throw new Refusal("");
  }
}

function post<T>(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  method: "POST" | "PATCH" | "PUT" = "POST",
): Promise<T> {
  return request<T>(path, {
    method,
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", ...headers },
  });
}

/** Take a seat, which hangs on the passport if the person has one. */
async function seated<T>(take: () => Promise<T>): Promise<T> {
  if (prefs.passport && !shownKey()) await registerMe().catch(() => null); // everything works without it
  return take();
}

let registering: Promise<Me> | null = null;

/** Make a passport for the key of this browser. */
async function registerMe(): Promise<Me> {
  const key = ownKey();
  const wanted: NewPassport = { name: prefs.name.trim(), language: prefs.language };
  registering ??= post<Me>("/api/me", wanted, { "X-Passport-Key": key }).finally(() => (registering = null));
  const me = await registering;
  saveKey(key);
  return me;
}

const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;
const tournament = (id: string) => `/api/tournaments/${encodeURIComponent(id)}`;
const review = (key: string) => `/api/reviews/${encodeURIComponent(key)}`;
const game = (name: string) => `/api/games/${encodeURIComponent(name)}`;

let games: Promise<GameFacts[]> | null = null;

export const api = {
  /** All games that the site can draw; fetched once, because they do not change while a page is open. */
  games(): Promise<GameFacts[]> {
    games ??= request<GameFacts[]>("/api/games")
      .then((all) => all.filter((game) => isOnSite(game.name)))
      .catch((error: unknown) => {
        games = null;
        throw error;
      });
    return games;
  },
  bots: () => request<string[]>("/api/bots"),
  /** The passport of this browser. */
  me: () => request<Me>("/api/me"),
  /** The passport of another key. */
  meWith: (key: string) => request<Me>("/api/me", { headers: { "X-Passport-Key": key } }),
  registerMe,
  changeMe: (wanted: ChangePassport) => post<Me>("/api/me", wanted, {}, "PATCH"),
  renewMyKey: (key: string) => post<Me>("/api/me/key", { key }),
  openTransfer: (wanted: NewTransfer) => post<Transfer>("/api/me/transfers", wanted),
  claimTransfer: (wanted: ClaimTransfer) => post<SealedKey>("/api/transfers", wanted),
  /** A page of the person's matches. */
  myMatches: (phase: "open" | "over", after: string | null = null) =>
    request<MyMatches>(`/api/me/matches?phase=${phase}${after ? `&after=${encodeURIComponent(after)}` : ""}`),
  myTurns: () => request<MyTurns>("/api/me/turns"),
  keepSeats: (seats: OwnSeat[]) => post<KeptSeats>("/api/me/seats", { seats }),
  exportMe: () => request<unknown>("/api/me/export"),
  /** How the holder of this browser's passport is told. */
  notifications: () => request<Notifications>("/api/notifications"),
  chooseNotifications: (wanted: NotificationChoices) => post<Notifications>("/api/notifications", wanted, {}, "PUT"),
  addDevice: (device: NewDevice) => post<Notifications>("/api/notifications/devices", device),
  forgetDevice: (endpoint: string) => post<Notifications>("/api/notifications/devices/forget", { endpoint }),
  tryNotifications: () => post<Notifications>("/api/notifications/trial", {}),
  setMailAddress: (address: string) => post<Notifications>("/api/notifications/mail", { address }),
  forgetMailAddress: () => post<Notifications>("/api/notifications/mail/forget", {}),
  confirmMailAddress: (token: string) => post<null>("/api/notifications/mail/confirm", { token }),
  /** Switch kinds of messages off with the token of a message; all of them without any. */
  switchOff: (token: string, kinds: SwitchOff["kinds"]) =>
    post<SwitchedOff>(`/api/off/${encodeURIComponent(token)}/kinds`, { kinds }),
  deleteMe: () => post<unknown>("/api/me/delete", {}),
  rules: (name: string, language: string) => request<RulesText>(`${game(name)}/rules?language=${language}`),
  course: (name: string) => request<CourseFacts>(`${game(name)}/lessons`),
  /** A lesson after some moves of the learner. */
  takeLesson: (name: string, lesson: string, moves: string[]) =>
    post<LessonMoment>(`${game(name)}/lessons/${encodeURIComponent(lesson)}`, { moves }),
  /** Why a thing on the board of a lesson cannot be clicked after these moves. */
  explainLessonClick: (name: string, lesson: string, moves: string[], click: TriedClick) =>
    post<ClickObstacle>(`${game(name)}/lessons/${encodeURIComponent(lesson)}/why`, { moves, click }),
  leaderboard: (name: string) => request<Leaderboard>(`/api/ratings/${encodeURIComponent(name)}`),
  ratingsOf: (id: string) => request<PersonRatings>(`/api/people/${encodeURIComponent(id)}/ratings`),
  ratingHistory: (id: string, name: string) =>
    request<RatingHistory>(`/api/people/${encodeURIComponent(id)}/ratings/${encodeURIComponent(name)}`),
  tournaments: () => request<TournamentFacts[]>("/api/tournaments"),
  tournament: (id: string) => request<TournamentPage>(tournament(id)),
  createTournament: (wanted: NewTournament) => post<TournamentPage>("/api/tournaments", wanted),
  /** Take part ("players"), leave, start or cancel. */
  changeTournament: (id: string, what: "players" | "leave" | "start" | "cancel") =>
    post<TournamentPage>(`${tournament(id)}/${what}`, {}),
  puzzles: () => request<PuzzleFacts[]>("/api/puzzles"),
  dailyPuzzle: (day: string) => request<PuzzleFacts>(`/api/puzzles/daily?day=${day}`),
  puzzle: (name: string, puzzle: string) =>
    request<PuzzleQuestion>(`${game(name)}/puzzles/${encodeURIComponent(puzzle)}`),
  /** What a move is worth in a puzzle, after others; without a move, the solution. */
  tryPuzzle: (name: string, puzzle: string, move: string | null, before: string[]) =>
    post<PuzzleAnswer>(`${game(name)}/puzzles/${encodeURIComponent(puzzle)}`, { move, before }),
  explainPuzzleClick: (name: string, puzzle: string, before: string[], click: TriedClick) =>
    post<ClickObstacle>(`${game(name)}/puzzles/${encodeURIComponent(puzzle)}/why`, { before, click }),
  box: (name: string) => request<BoxFacts>(`${game(name)}/box`),
  lobby: () => request<TableFacts[]>("/api/tables"),
  records: () => request<TableFacts[]>("/api/records"),
  /** A table; with the key of a chair, the answer says which chair it opens. */
  table: (id: string, key: string | null = null) =>
    request<TableFacts>(table(id), key ? { headers: { "X-Seat-Key": key } } : {}),
  tableBox: (id: string) => request<TableBox>(`${table(id)}/box`),
  /** What was said at a table, with the key of a chair; without one, if the host has opened it. */
  chat: (id: string, key: string | null) =>
    request<ChatLog>(`${table(id)}/chat`, key ? { headers: { "X-Seat-Key": key } } : {}),
  deleteChatLine: (id: string, line: number, key: string | null) =>
    request<null>(`${table(id)}/chat/${line}`, {
      method: "DELETE",
      headers: { "Content-Type": "application/json", ...(key ? { "X-Seat-Key": key } : {}) },
    }),
  record: (id: string) => request<RecordFacts>(`${table(id)}/record`),
  create: (wanted: Create) => seated(() => post<Created>("/api/tables", wanted)),
  /** A table that begins at a moment of a finished match; `key` is that of a chair at its table. */
  playOn: (wanted: PlayOn, key: string | null) =>
    seated(() => post<Created>("/api/play-on", wanted, key ? { "X-Seat-Key": key } : {})),
  take: (id: string, seat: number, name: string, invitation: string | null) =>
    seated(() => post<Taken>(`${table(id)}/chairs/${seat}`, { name, invitation })),
  invite: (id: string, seat: number, host: string) =>
    post<Invitation>(`${table(id)}/invitations/${seat}`, {}, { "X-Host-Key": host }),
  replay: (wanted: Replay) => post<Replayed>("/api/replay", wanted),
  createStudy: (wanted: NewStudy) => post<StudyCreated>("/api/studies", wanted),
  study: (id: string) => request<StudyFile>(`/api/studies/${encodeURIComponent(id)}`),
  reviewedRecord: (key: string) => request<RecordFacts>(`${review(key)}/record`),
  askReview: (wanted: AskReview) => post<ReviewFacts>("/api/reviews", wanted),
  review: (key: string) => request<Review>(review(key)),
  /** The positions of the line that is expected after the best move at a moment. */
  reviewLine: (key: string, at: number, seat: number) =>
    request<LinePosition[]>(`${review(key)}/line?at=${at}&seat=${seat}`),
  /** A decision as it stood before its seat. */
  reviewQuestion: (key: string, at: number) => request<ReviewQuestion>(`${review(key)}/question?at=${at}`),
  /** Why a thing on the board could not be clicked in that decision. */
  explainReviewClick: (key: string, at: number, click: TriedClick) =>
    post<ClickObstacle>(`${review(key)}/why?at=${at}`, click),
};
