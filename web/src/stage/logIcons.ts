/** Small drawings of what an entry of the story tells of, on 16 by 16, for the log. */
export const LOG_ICONS = {
  // Things on the table.
  banner: "M4 2v12M4 3h9l-2.5 3 2.5 3H4",
  bell: "M4 11.5q1-1 1-4 0-4 3-4t3 4q0 3 1 4ZM7 13.5h2",
  boat: "M2 9.5h12l-2.5 4h-7ZM8 9.5V2l4.5 5H8",
  card: "M4 2h8v12H4ZM6.5 5h3M6.5 8h3",
  climber: "M2 14v-3h4V8h4V5h4v9Z",
  cube: "M8 2l5.5 3v6L8 14l-5.5-3V5ZM8 8v6M8 8l5.5-3M8 8 2.5 5",
  die: "M3 3h10v10H3ZM5.8 5.8v.01M8 8v.01M10.2 10.2v.01",
  disc: "M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM8 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z",
  dish: "M1.5 11.5h13M3 11.5a5 5 0 0 1 10 0M8 6.5V5M4 14h8",
  firework: "M8 1.5v3M8 11.5v3M1.5 8h3M11.5 8h3M3.4 3.4l2.1 2.1M10.5 10.5l2.1 2.1M12.6 3.4l-2.1 2.1M5.5 10.5l-2.1 2.1",
  fruit: "M8 5q5-2.5 5 3.5T8 14 3 8.5 8 5ZM8 5q0-2 2.5-3",
  gate: "M3 14V6q5-5 10 0v8M6.5 14V9h3v5",
  person: "M8 7a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM3.5 14q0-5.5 4.5-5.5t4.5 5.5Z",
  tile: "M2.5 2.5h11v11h-11ZM8 5l3 3-3 3-3-3Z",
  // What is no thing.
  chair: "M4.5 2v12M4.5 9h7v5",
  choice: "M3 8.5 6.5 12 13 4.5",
  clock: "M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4ZM8 4.5V8l2.5 1.5",
  effect: "M8 1.5q.8 5.7 6.5 6.5Q8.8 8.8 8 14.5 7.2 8.8 1.5 8 7.2 7.2 8 1.5Z",
  end: "M5 2h6v4q0 3-3 3.5Q5 9 5 6ZM8 9.5V13M5.5 14h5M5 3.5H2.5q0 3 2.5 3.5M11 3.5h2.5q0 3-2.5 3.5",
  event: "M8 2 14.5 13.5h-13ZM8 6.5v3M8 11.5v.01",
  points: "M8 1.8l1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.6l-3.8 2 .7-4.3-3.1-3 4.3-.6Z",
  rank: "M2 14V9h4v5ZM6 14V4h4v10ZM10 14v-3.5h4V14Z",
  round: "M4 2h8M4 14h8M5 2q0 4 3 6-3 2-3 6M11 2q0 4-3 6 3 2 3 6",
  skip: "M3 4l5 4-5 4ZM8.5 4l5 4-5 4Z",
} as const;

export type LogIconName = keyof typeof LOG_ICONS;

/** The icons that stand for a thing on the table; the others stand for what happens to nobody's hands. */
export const THINGS: readonly LogIconName[] = [
  "banner",
  "bell",
  "boat",
  "card",
  "climber",
  "cube",
  "die",
  "disc",
  "dish",
  "firework",
  "fruit",
  "gate",
  "person",
  "tile",
];
