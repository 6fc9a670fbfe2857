/** Quiet hours as an input of the page has them, and as the server does: in minutes after midnight. */

export function toTime(minute: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** The minute of a time such as `08:30`; null if it is none. */
export function toMinute(time: string): number | null {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time);
  return parts ? Number(parts[1]) * 60 + Number(parts[2]) : null;
}
