/** Follows pieces from view to view, so that one that moved slides instead of vanishing and appearing. */

export interface Piece {
  id: number;
  place: string;
}

/** The pieces of one kind, told apart by where they are: one that left and one that came are the same. */
export class Pieces {
  private pieces: Piece[] = [];
  private next = 0;

  update(places: string[]): Piece[] {
    const waiting = [...places];
    const stay = this.pieces.filter((piece) => take(waiting, piece.place));
    const gone = this.pieces.filter((piece) => !stay.includes(piece));
    const came = waiting.map((place) => ({ id: gone.shift()?.id ?? this.next++, place }));
    this.pieces = [...stay, ...came].sort((a, b) => a.id - b.id);
    return this.pieces;
  }
}

function take(from: string[], item: string): boolean {
  const at = from.indexOf(item);
  if (at >= 0) from.splice(at, 1);
  return at >= 0;
}
