/** Which lessons were done in this browser, and which matches are guided: saved in its local storage. */

interface Progress {
  /** The names of lessons done, by game. */
  done: Record<string, string[]>;
  /** Tables of guided matches. */
  guided: string[];
  /** Explanations of the guide that were read, by game. */
  read: Record<string, number[]>;
}

const KEY = "fairground.lessons";
const MOST_GUIDED = 50;

function load(): Progress {
  const empty: Progress = { done: {}, guided: [], read: {} };
  try {
    return { ...empty, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Progress>) };
  } catch {
    return empty;
  }
}

function save(progress: Progress): void {
  localStorage.setItem(KEY, JSON.stringify(progress));
}

export function lessonsDone(game: string): string[] {
  return load().done[game] ?? [];
}

export function markDone(game: string, lesson: string): void {
  const progress = load();
  const done = [...new Set([...(progress.done[game] ?? []), lesson])];
  save({ ...progress, done: { ...progress.done, [game]: done } });
}

export function isGuided(table: string): boolean {
  return load().guided.includes(table);
}

/** Guide a match. What was explained in earlier ones is explained again. */
export function startGuiding(table: string, game: string): void {
  const progress = load();
  const guided = [table, ...progress.guided].slice(0, MOST_GUIDED);
  save({ ...progress, guided, read: { ...progress.read, [game]: [] } });
}

export function stopGuiding(table: string): void {
  const progress = load();
  save({ ...progress, guided: progress.guided.filter((each) => each !== table) });
}

export function explanationsRead(game: string): number[] {
  return load().read[game] ?? [];
}

export function markRead(game: string, explanation: number): void {
  const progress = load();
  const read = [...new Set([...(progress.read[game] ?? []), explanation])];
  save({ ...progress, read: { ...progress.read, [game]: read } });
}
