/** The people whose talk this person does not want to read, kept in the browser. */

const KEY = "fairground.muted";
const MOST = 500;

class Muted {
  /** What stands for each of them in the chat, with the name that they had. */
  people: Record<string, string> = $state.raw(read());

  has(speaker: string): boolean {
    return speaker in this.people;
  }

  add(speaker: string, name: string): void {
    this.save([[speaker, name], ...Object.entries(this.people).filter(([each]) => each !== speaker)]);
  }

  remove(speaker: string): void {
    this.save(Object.entries(this.people).filter(([each]) => each !== speaker));
  }

  private save(people: [string, string][]): void {
    this.people = Object.fromEntries(people.slice(0, MOST));
    localStorage.setItem(KEY, JSON.stringify(this.people));
  }
}

function read(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export const muted = new Muted();
