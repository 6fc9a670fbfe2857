/** The pictures that people choose from, drawn on 36 by 38 like the bots. A shape is a colour and a path. */

export type Shape = readonly [colour: string, path: string];

const INK = "#2b2233";
const EYES: Shape = [
  INK,
  "M-5.1 -1a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0M2.3 -1a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0",
];
const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const head = (colour: string, r = 11): Shape => [colour, circle(0, 1, r)];
const nose = (colour = INK): Shape => [colour, "M-2 3.5H2L0 6Z"];

const STRIPES =
  "M-1.500 -11H1.500L0 -5ZM-7 -9.500L-4.500 -10.500L-4 -6ZM7 -9.500L4.500 -10.500L4 -6Z" +
  "M-12 1L-7 2.500L-11.500 4ZM12 1L7 2.500L11.500 4Z";
const RIBS =
  "M-1 -10.500h2v23h-2ZM-7.500 -8Q-10.500 1 -7.500 10L-6.500 9.500Q-9 1 -6.500 -8.500Z" +
  "M7.500 -8Q10.500 1 7.500 10L6.500 9.500Q9 1 6.500 -8.500Z";

/** The shapes of each picture, the hindmost first. */
export const FACES: Record<string, readonly Shape[]> = {
  fox: [
    ["#d9662b", "M-13 -13L-3 -8L-11 2ZM13 -13L3 -8L11 2Z"],
    head("#e8793a"),
    ["#fff3e2", "M-11 3Q-6 2 0 8Q6 2 11 3Q8 12 0 12Q-8 12 -11 3Z"],
    EYES,
    nose(),
  ],
  cat: [
    ["#6d6a7c", "M-12 -14L-2 -8L-11 1ZM12 -14L2 -8L11 1Z"],
    ["#e9a7b4", "M-10.5 -11L-5 -7L-10 -3ZM10.500 -11L5 -7L10 -3Z"],
    head("#7e7b90"),
    ["#e6c34a", `${circle(-4, -1, 2.4)}${circle(4, -1, 2.4)}`],
    [INK, "M-4.6 -3h1.200v4h-1.200ZM3.400 -3h1.200v4h-1.200Z"],
    nose("#e9a7b4"),
  ],
  owl: [
    ["#6f4a2c", "M-12 -13L-4 -10H4L12 -13L11 4Q8 13 0 13Q-8 13 -11 4Z"],
    ["#f3dcc0", `${circle(-5, -2, 5)}${circle(5, -2, 5)}`],
    [INK, `${circle(-5, -2, 2.2)}${circle(5, -2, 2.2)}`],
    ["#f0a53a", "M-2 1.500H2L0 6Z"],
  ],
  bear: [
    ["#7a4f2a", `${circle(-8, -9, 4.5)}${circle(8, -9, 4.5)}`],
    ["#c89365", `${circle(-8, -9, 2.2)}${circle(8, -9, 2.2)}`],
    head("#8f6038", 12),
    ["#d9b184", circle(0, 6, 5)],
    EYES,
    nose(),
  ],
  rabbit: [
    ["#e7e0ea", "M-8 -4Q-12 -18 -6 -18Q-2 -17 -3 -6ZM8 -4Q12 -18 6 -18Q2 -17 3 -6Z"],
    ["#eeb5c4", "M-7 -6Q-9 -16 -6 -16Q-4 -15 -4.500 -7ZM7 -6Q9 -16 6 -16Q4 -15 4.500 -7Z"],
    head("#f4eff5", 10.5),
    EYES,
    nose("#d9748c"),
    ["#ffffff", "M-1.800 7.500h3.600v3.500h-3.600Z"],
  ],
  frog: [
    ["#4e9a4b", `${circle(-7, -8, 4.8)}${circle(7, -8, 4.8)}`],
    ["#5fb35a", "M-13 2Q-13 -8 0 -8Q13 -8 13 2Q13 12 0 12Q-13 12 -13 2Z"],
    ["#fffbe8", `${circle(-7, -8.5, 3)}${circle(7, -8.5, 3)}`],
    [INK, `${circle(-7, -8.5, 1.5)}${circle(7, -8.5, 1.5)}M-8 4Q0 9 8 4Q0 6 -8 4Z`],
  ],
  panda: [
    [INK, `${circle(-9, -9, 4.5)}${circle(9, -9, 4.5)}`],
    head("#fbf7ef", 12),
    [INK, "M-8 -3Q-5 -6 -2.500 -3Q-2 2 -5 2.500Q-9 2 -8 -3ZM8 -3Q5 -6 2.500 -3Q2 2 5 2.500Q9 2 8 -3Z"],
    ["#ffffff", `${circle(-4.6, -1, 1.2)}${circle(4.6, -1, 1.2)}`],
    nose(),
  ],
  tiger: [
    ["#d98a2b", `${circle(-9, -8, 4)}${circle(9, -8, 4)}`],
    head("#f0a53a", 12),
    [INK, STRIPES],
    ["#fff3e2", `${circle(-3, 6, 3.6)}${circle(3, 6, 3.6)}`],
    EYES,
    nose("#d9748c"),
  ],
  koala: [
    ["#9b98a8", `${circle(-9, -8, 6.5)}${circle(9, -8, 6.5)}`],
    ["#eeb5c4", `${circle(-9, -8, 4)}${circle(9, -8, 4)}`],
    head("#b3b0bf", 10.5),
    EYES,
    [INK, "M-2.500 1Q0 -1 2.500 1Q3.500 7.500 0 8Q-3.500 7.500 -2.500 1Z"],
  ],
  pig: [
    ["#e08a9b", "M-12 -11L-4 -8L-10 -1ZM12 -11L4 -8L10 -1Z"],
    head("#f2a9b7", 12),
    ["#e08a9b", "M-5.500 5Q-5.500 1.500 0 1.500Q5.500 1.500 5.500 5Q5.500 9 0 9Q-5.500 9 -5.500 5Z"],
    [INK, `${circle(-2, 5, 1.1)}${circle(2, 5, 1.1)}`],
    [INK, `${circle(-5, -2.5, 1.5)}${circle(5, -2.5, 1.5)}`],
  ],
  chick: [
    ["#e0861f", "M-1 -10L-4 -16L0 -13L4 -16L1 -10Z"],
    head("#ffd85e", 12),
    [INK, `${circle(-4.5, -1.5, 1.5)}${circle(4.5, -1.5, 1.5)}`],
    ["#e0861f", "M-3.500 3L0 1L3.500 3L0 6.500Z"],
    ["#f5a7a0", `${circle(-7.5, 4, 1.8)}${circle(7.5, 4, 1.8)}`],
  ],
  wolf: [
    ["#4c5568", "M-13 -15L-3 -8L-11 3ZM13 -15L3 -8L11 3Z"],
    head("#66718a"),
    ["#dfe4ee", "M-11 2Q-5 0 0 -7Q5 0 11 2Q9 10 0 13Q-9 10 -11 2Z"],
    EYES,
    [INK, "M-2.500 5H2.500L0 8Z"],
  ],
  monkey: [
    ["#8a5a35", `${circle(-11, 0, 4.5)}${circle(11, 0, 4.5)}`],
    ["#e9bd92", `${circle(-11, 0, 2.4)}${circle(11, 0, 2.4)}`],
    head("#8a5a35", 11.5),
    ["#e9bd92", "M0 -5Q4 -9 8 -5Q10 0 7 3Q9 11 0 11.500Q-9 11 -7 3Q-10 0 -8 -5Q-4 -9 0 -5Z"],
    EYES,
    [INK, "M-4 6Q0 9.500 4 6Q0 7.500 -4 6Z"],
  ],
  dragon: [
    ["#f0c64a", "M-8 -8L-11 -17L-3 -11ZM8 -8L11 -17L3 -11ZM-2.500 -11L0 -17L2.500 -11Z"],
    ["#2f8f7b", "M-11 -2Q-11 -12 0 -12Q11 -12 11 -2Q9 4 8 8Q6 13 0 13Q-6 13 -8 8Q-9 4 -11 -2Z"],
    ["#fff6c8", `${circle(-4.5, -3, 2.6)}${circle(4.5, -3, 2.6)}`],
    [INK, "M-5 -5.500h1v5h-1ZM4 -5.500h1v5h-1Z"],
    ["#1f6a5b", `${circle(-2.5, 7, 1.2)}${circle(2.5, 7, 1.2)}`],
  ],
  moon: [
    ["#f5d97a", "M4 -15A15 15 0 1 0 14 8A12 12 0 0 1 4 -15Z"],
    [INK, `${circle(-5, -3, 1.5)}M-9 5Q-5 9 -1 6Q-5 7.500 -9 5Z`],
    ["#fff6d8", "M11 -12L12 -9.500L14.500 -8.500L12 -7.500L11 -5L10 -7.500L7.500 -8.500L10 -9.500Z"],
  ],
  lantern: [
    ["#7a4f2a", "M-1 -18h2v5h-2ZM-6 -14h12v4h-12ZM-6 11h12v4h-12Z"],
    ["#e0563c", circle(0, 1, 11.5)],
    ["#ffcf6b", RIBS],
    [INK, `${circle(-4, 0, 1.4)}${circle(4, 0, 1.4)}M-4 4.500Q0 8 4 4.500Q0 6 -4 4.500Z`],
  ],
};

export const PICTURES = Object.keys(FACES);
