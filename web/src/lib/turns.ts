/** The turns of a record: runs of moves by the same seat. */

/** Who made each move, from the text of a record: a line is a seat and its move in words. */
export function moversOf(record: string): number[] {
  const lines = record.split("\n");
  const moves = lines.slice(lines.indexOf("") + 1);
  return moves.flatMap((line) => (/^\d+ /.test(line) ? [parseInt(line, 10)] : []));
}

/** The moment before the first move of the next turn, or of the one before. */
export function nextTurn(movers: number[], at: number, step: 1 | -1): number {
  let moment = at + step;
  while (moment > 0 && moment < movers.length && movers[moment] === movers[moment - 1]) moment += step;
  return Math.max(0, Math.min(movers.length, moment));
}
