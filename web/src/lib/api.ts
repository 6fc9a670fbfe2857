/** Asks the server over REST. */

import type {
  BoxFacts,
  Create,
  Created,
  GameFacts,
  Invitation,
  Problem,
  RecordFacts,
  Replay,
  Replayed,
  RulesText,
  TableFacts,
  Taken,
} from "./wire";

/** The server's refusal, in its own sentence; status 0 where it did not answer. */
export class Refusal extends Error {
  constructor(
    why: string,
    readonly status = 0,
  ) {
    super(why);
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refusal("");
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new Refusal((body as Problem | null)?.why ?? "", response.status);
  return body as T;
}

function send<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  return ask<T>(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", ...headers },
  });
}

const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;
const game = (name: string) => `/api/games/${encodeURIComponent(name)}`;

let shelf: Promise<GameFacts[]> | null = null;

export const api = {
  /** The shelf does not change while a page is open. */
  games(): Promise<GameFacts[]> {
    shelf ??= ask<GameFacts[]>("/api/games").catch((error: unknown) => {
      shelf = null;
      throw error;
    });
    return shelf;
  },
  bots: () => ask<string[]>("/api/bots"),
  rules: (name: string) => ask<RulesText>(`${game(name)}/rules`),
  box: (name: string) => ask<BoxFacts>(`${game(name)}/box`),
  lobby: () => ask<TableFacts[]>("/api/tables"),
  records: () => ask<TableFacts[]>("/api/records"),
  table: (id: string) => ask<TableFacts>(table(id)),
  record: (id: string) => ask<RecordFacts>(`${table(id)}/record`),
  create: (wanted: Create) => send<Created>("/api/tables", wanted),
  take: (id: string, seat: number, name: string, invitation: string | null) =>
    send<Taken>(`${table(id)}/chairs/${seat}`, { name, invitation }),
  invite: (id: string, seat: number, host: string) =>
    send<Invitation>(`${table(id)}/invitations/${seat}`, {}, { "X-Host-Key": host }),
  replay: (wanted: Replay) => send<Replayed>("/api/replay", wanted),
};
