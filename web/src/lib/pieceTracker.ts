/** Tracks pieces from view to view, so that a piece that moved slides to its new place. */

export interface Piece {
  id: number;
  place: string;
}

/** The pieces of one kind. If one place lost a piece and another gained one, the piece moved. */
export class PieceTracker {
  private pieces: Piece[] = [];
  private next = 0;

  update(places: string[]): Piece[] {
    const arrived = [...places];
    const stay = this.pieces.filter((piece) => take(arrived, piece.place));
    const gone = this.pieces.filter((piece) => !stay.includes(piece));
    const came = arrived.map((place) => ({ id: gone.shift()?.id ?? this.next++, place }));
    this.pieces = [...stay, ...came].sort((a, b) => a.id - b.id);
    return this.pieces;
  }
}

function take(from: string[], item: string): boolean {
  const at = from.indexOf(item);
  if (at >= 0) from.splice(at, 1);
  return at >= 0;
}
