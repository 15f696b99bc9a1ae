import { swing } from '../art/scene.ts';
import type { Traits } from '../art/traits.ts';

/** Length of the loop that a host shows in a call, for picture and sound: long enough to look alive, short enough to be small. */
export const LOOP_SECONDS = 6;
/** Frame rate of the call clips; `demo/hosts/media/player.ts` sends them at this rate. */
export const FRAMES_PER_SECOND = 15;

/** Phrases: start and end in seconds, and the number of syllables. Between them she listens and smiles. */
const PHRASES = [
  { from: 0.4, to: 2.2, syllables: 7 },
  { from: 3.1, to: 5.2, syllables: 9 },
] as const;

/** Mouth and voice at one moment: syllables so far (the voice changes its note with each), and how open the mouth is, 0..1. */
export type Speech = { readonly syllable: number; readonly open: number };

/** Speech at this second of the loop. Pictures and sound are both made from it, so that the lips match. */
export function speechAt(seconds: number): Speech {
  let before = 0;
  for (const { from, to, syllables } of PHRASES) {
    if (seconds >= from && seconds < to) {
      const at = ((seconds - from) / (to - from)) * syllables;
      const syllable = before + Math.floor(at);
      // Varies the syllables.
      const strength = 0.75 + 0.25 * Math.sin(syllable * 2.3);
      return { syllable, open: strength * Math.sin((at % 1) * Math.PI) };
    }
    before += syllables;
  }
  return { syllable: 0, open: 0 };
}

/** The traits of a host at a moment of the loop (0..1), to be drawn by `portrait`: head, lips and gaze move. */
export function acting(traits: Traits, time: number): Traits {
  const { open } = speechAt(time * LOOP_SECONDS);
  const { look, turn, face, seed } = traits;
  const own = (seed * 0.37) % 1;
  return {
    ...traits,
    look: {
      smile: look.smile * (1 - open * 0.35),
      teeth: look.teeth * 0.35 * (1 - open) + open * 1.3,
      gaze: look.gaze + swing(time, 1, own) * 0.25,
    },
    turn: {
      ...turn,
      yaw: turn.yaw * 0.6 + swing(time, 1, own) * 0.09 + swing(time, 3, own) * 0.025,
      pitch: turn.pitch + swing(time, 2, own) * 0.03 + open * 0.025,
      roll: turn.roll + swing(time, 1, own + 0.3) * 0.025 + swing(time, 2, own) * 0.012,
    },
    face: { ...face, brow: face.brow + open * 0.05, chin: face.chin + open * 0.06 },
  };
}
