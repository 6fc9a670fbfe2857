/** Who is to sit where at a table that goes on from a replay: "me", "person", or the level of a bot. */

const OPPONENT = "artisan";

/** Propose who sits where: you in one chair, the bots of the match in theirs, and a bot for everybody else. */
export function sittersOf(players: readonly string[], me: number, isLevel: (player: string) => boolean): string[] {
  return players.map((player, seat) => (seat === me ? "me" : isLevel(player) ? player : OPPONENT));
}

/** Let somebody sit in a chair. You sit in one only: if you move, a bot gets your former chair. */
export function placeSitter(sitters: readonly string[], seat: number, who: string): string[] {
  return sitters.map((each, other) => {
    if (other === seat) return who;
    return who === "me" && each === "me" ? OPPONENT : each;
  });
}

/** Return the chair that is yours; null if you only watch. */
export function ownChair(sitters: readonly string[]): number | null {
  const seat = sitters.indexOf("me");
  return seat < 0 ? null : seat;
}

/** Return the level of the bot in each chair; null where a person is to sit. */
export function botsOf(sitters: readonly string[]): (string | null)[] {
  return sitters.map((who) => (who === "me" || who === "person" ? null : who));
}
