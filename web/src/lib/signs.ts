/** The signs of what happens: for each key of a game's story an icon in the log and the sound of what moves. */

import type { LogIconName } from "$stage/logIcons";
import type { Entry, GameScreen } from "./board";
import type { SoundName } from "./sounds";

/** The icon and the sound of each key of a story; null if it has none. */
export type Signs = Record<string, readonly [icon: LogIconName | null, sound: SoundName | null]>;

/** Return the parts of a game's screen that tell the icon and the sound of an entry. */
export function readSigns(signs: Signs): Required<Pick<GameScreen, "icon" | "sound">> {
  return {
    icon: ({ key }: Entry) => signs[key]?.[0] ?? null,
    sound: ({ key }: Entry) => signs[key]?.[1] ?? null,
  };
}
