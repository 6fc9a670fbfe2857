/** What can be said at every table, in the order in which it is offered: the codes that travel. */

export const REACTIONS = [
  "applause",
  "laugh",
  "wow",
  "thinking",
  "tears",
  "heart",
  "thumb",
  "luck",
  "lantern",
  "rocket",
  "teapot",
  "snail",
] as const;

export const PHRASES = [
  "hello",
  "have_fun",
  "your_turn",
  "moment",
  "back_soon",
  "here_again",
  "nice_move",
  "clever",
  "ouch",
  "oops",
  "lucky",
  "close",
  "thanks",
  "sorry",
  "good_game",
  "again",
  "bye",
] as const;

export type Reaction = (typeof REACTIONS)[number];

/** The reaction of a code; null if it is a phrase, or one that this site does not know yet. */
export function reactionOf(code: string | null | undefined): Reaction | null {
  return REACTIONS.find((each) => each === code) ?? null;
}
