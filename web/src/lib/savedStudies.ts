/** The studies that this browser leads, saved in its local storage. */

export interface SavedStudy {
  key: string;
  game: string;
  when: number;
}

const KEY = "fairground.studies";
const MOST = 200;

function read(): Record<string, SavedStudy> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, SavedStudy>;
  } catch {
    return {};
  }
}

export function savedStudy(study: string): SavedStudy | null {
  return read()[study] ?? null;
}

/** All saved studies with their names, latest first. */
export function savedStudies(): [string, SavedStudy][] {
  return Object.entries(read()).sort((a, b) => b[1].when - a[1].when);
}

export function saveStudy(study: string, saved: SavedStudy): void {
  const others = savedStudies().filter(([id]) => id !== study);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([[study, saved] as const, ...others].slice(0, MOST))));
}

export function forgetStudy(study: string): void {
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(savedStudies().filter(([id]) => id !== study))));
}
