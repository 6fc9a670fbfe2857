/** Which shape the window has, and with it the table: where things are and how large a stage is drawn. */

/** `wide`: a desktop. `tall`: a phone held upright, with panes. `low`: a phone on its side, with panes too. */
export type Form = "wide" | "tall" | "low";

/** A part of the table that a phone shows by itself. */
export type Pane = "board" | "mine" | "others" | "log" | "points" | "review" | "study" | "lesson" | "chat";

export interface Size {
  width: number;
  height: number;
}

const NARROW = 700;
const UPRIGHT = 0.9; // width by height
const LOW = 520;

export function formOf({ width, height }: Size): Form {
  if (width < NARROW ? height >= width : width < height * UPRIGHT) return "tall";
  return height < LOW ? "low" : "wide";
}

/** A stage is drawn with one of its sides fixed; the other follows the place it has, within these bounds. */
const DRAWN: Record<Form, { width: [number, number]; height: [number, number] }> = {
  wide: { width: [860, 1240], height: [690, 690] },
  tall: { width: [360, 360], height: [470, 720] },
  low: { width: [440, 620], height: [350, 350] },
};

/** The size in which a board is drawn, and the factor by which it is then scaled to fill the place it has. */
export function fit(form: Form, place: Size): Size & { scale: number } {
  const { width, height } = DRAWN[form];
  const aspect = place.width / Math.max(place.height, 1);
  const drawn =
    form === "tall"
      ? { width: width[0], height: clamp(width[0] / aspect, height) }
      : { width: clamp(height[0] * aspect, width), height: height[0] };
  return { ...drawn, scale: Math.min(place.width / drawn.width, place.height / drawn.height) };
}

function clamp(value: number, [least, most]: [number, number]): number {
  return Math.max(least, Math.min(value, most));
}

/** The window, followed. */
class WindowForm {
  size: Size = $state.raw(read());
  form: Form = $derived(formOf(this.size));

  constructor() {
    globalThis.addEventListener?.("resize", () => (this.size = read()));
  }
}

function read(): Size {
  return { width: globalThis.innerWidth ?? 1280, height: globalThis.innerHeight ?? 800 };
}

export const windowForm = new WindowForm();
