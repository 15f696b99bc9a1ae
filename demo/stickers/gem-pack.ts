import { DEFS, RAGE_DEFS } from './gem.ts';
import { bye, goodNight, hello, loveIt, party, thankYou } from './gem-greetings.ts';
import { angry, blush, crying, laughing, sleepy, thinking } from './gem-moods.ts';
import { type Frame, gradient, type Part, picture } from './picture.ts';

const POSES: Readonly<Record<string, readonly [() => readonly Part[], Frame, string?]>> = {
  hello: [hello, [1.035, -15, -18]],
  love: [loveIt, [1.034, -10, -16]],
  laughing: [laughing, [1.014, -8, -12]],
  crying: [crying, [1.043, -7, -27]],
  sleepy: [sleepy, [0.939, 19, 10]],
  angry: [angry, [0.907, 10, 16], RAGE_DEFS],
  'thank-you': [thankYou, [0.968, 4, -1]],
  party: [party, [0.938, 7, 18]],
  blush: [blush, [1.022, -13, -13]],
  thinking: [thinking, [1.025, -6, -14]],
  'good-night': [goodNight, [1.004, -11, -5], DEFS + gradient('m', '#fff0a0', '#ffc23d')],
  bye: [bye, [0.996, 3, -5]],
};

/** Draws the sticker pack `gem`: its SVGs by sticker name. Called by render.ts. */
export const gem = (): Map<string, string> =>
  new Map(
    Object.entries(POSES).map(([name, [draw, frame, defs = DEFS]]) => [
      name,
      picture(`gem-${name}`, defs, frame, draw()),
    ]),
  );
