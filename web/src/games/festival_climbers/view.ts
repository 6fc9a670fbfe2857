// Made from the game's view by `make wire`: do not edit.

/**
 * The table. `values` are the points of a climber on each level, the base first. `locked` are climbers that may not
 * leave, `carried` spaces that somebody could climb to.
 */
export interface ClimbersView {
  seat: number | null;
  actors: number[];
  levels: number;
  values: number[];
  climbers: string[][];
  hand: number[];
  points: number[];
  locked: string[];
  carried: string[];
  reason: string | null;
}
