/** Which puzzles were solved in this browser, and the streak of daily ones: saved in its local storage. */

interface Progress {
  /** Solved puzzles as `game/name`. */
  solved: string[];
  /** Days, such as 2026-11-18, on which the daily puzzle was solved. */
  days: string[];
}

const KEY = "fairground.puzzles";
const DAY = 24 * 60 * 60 * 1000;
const MOST_DAYS = 1000;

function load(): Progress {
  const empty: Progress = { solved: [], days: [] };
  try {
    return { ...empty, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Progress>) };
  } catch {
    return empty;
  }
}

export function isSolved(game: string, name: string): boolean {
  return load().solved.includes(`${game}/${name}`);
}

/** Note a solved puzzle; with a day, that it was the puzzle of that day. */
export function markSolved(game: string, name: string, day: string | null): void {
  const { solved, days } = load();
  const noted: Progress = {
    solved: [...new Set([...solved, `${game}/${name}`])],
    days: day ? [...new Set([...days, day])].slice(-MOST_DAYS) : days,
  };
  localStorage.setItem(KEY, JSON.stringify(noted));
}

/** A day as people here count it. */
export function dayOf(date: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** For how many days in a row, up to today or yesterday, the daily puzzle was solved. */
export function streakOf(days: string[], today: string): number {
  const solved = new Set(days);
  let day = Date.parse(`${today}T12:00:00Z`);
  if (!solved.has(today)) day -= DAY;
  let streak = 0;
  for (; solved.has(new Date(day).toISOString().slice(0, 10)); day -= DAY) streak++;
  return streak;
}

export function currentStreak(): number {
  return streakOf(load().days, dayOf(new Date()));
}

export function isDaySolved(day: string): boolean {
  return load().days.includes(day);
}
