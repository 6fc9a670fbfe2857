/** Finds the turns of a record. A turn is a run of moves by the same seat. */

/** The seat that made each move. In the text of a record, a move is a line with the seat and the words of the move. */
export function moversOf(record: string): number[] {
  const lines = record.split("\n");
  const moves = lines.slice(lines.indexOf("") + 1);
  return moves.flatMap((line) => (/^\d+ /.test(line) ? [parseInt(line, 10)] : []));
}

/** The moment before the first move of the next or the previous turn. */
export function nextTurn(movers: number[], at: number, step: 1 | -1): number {
  let moment = at + step;
  while (moment > 0 && moment < movers.length && movers[moment] === movers[moment - 1]) moment += step;
  return Math.max(0, Math.min(movers.length, moment));
}
