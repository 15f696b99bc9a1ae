import { LOOP_SECONDS, speechAt } from './acting.ts';

/** Sample rate of the voices. */
export const SAMPLES_PER_SECOND = 48_000;

/** The lowest note of each voice, in hertz, and the tune of its syllables in half tones above it. */
const VOICES = [
  { note: 196, tune: [0, 2, 4, 7, 4, 2, 0, 4, 7, 9, 7, 4, 2, 4, 2, 0] },
  { note: 220, tune: [7, 4, 2, 4, 7, 9, 7, 0, 2, 4, 2, 4, 7, 4, 2, 0] },
  { note: 247, tune: [0, 4, 7, 4, 0, 2, 4, 9, 7, 4, 7, 9, 4, 2, 4, 0] },
  { note: 208, tune: [4, 7, 9, 7, 4, 2, 4, 7, 4, 2, 0, 2, 4, 7, 2, 0] },
] as const;
/** Number of different voices; the hosts share them. */
export const VOICE_COUNT = VOICES.length;

/** The resonances of a throat: centre with a closed and with an open mouth and width, in hertz, and strength. */
const RESONANCES = [
  { closed: 280, open: 780, width: 140, strength: 1 },
  { closed: 1_100, open: 1_350, width: 260, strength: 0.45 },
  { closed: 2_500, open: 2_700, width: 400, strength: 0.15 },
] as const;
const HARMONICS = 14;
/** Loudness of the hum between the phrases, relative to a fully open mouth: a call is never silent. */
const HUM = 0.05;
const LOUDNESS = 0.32;

/** One loop of a wordless singing voice: mono samples, -1..1. It starts and ends with the hum, so that it loops. */
export function sing(voice: number): Float32Array<ArrayBuffer> {
  const { note, tune } = VOICES[voice % VOICE_COUNT] ?? VOICES[0];
  const samples = new Float32Array(LOOP_SECONDS * SAMPLES_PER_SECOND);
  const perSample = 1 / SAMPLES_PER_SECOND;
  let [pitch, open, phase] = [note, 0, 0];
  let weights = weightsOf(pitch, open);
  for (let i = 0; i < samples.length; i++) {
    const speech = speechAt(i * perSample);
    // Voices slide from note to note and lips take a moment.
    pitch += (note * 2 ** ((tune[speech.syllable % tune.length] ?? 0) / 12) - pitch) * 0.0004;
    open += (speech.open - open) * 0.002;
    const trembling = 1 + 0.006 * Math.sin(2 * Math.PI * 5 * i * perSample);
    phase += 2 * Math.PI * pitch * trembling * perSample;
    if (i % 64 === 0) weights = weightsOf(pitch, open);
    let sum = 0;
    for (const [n, weight] of weights.entries()) sum += weight * Math.sin((n + 1) * phase);
    samples[i] = sum * LOUDNESS * (HUM + open * (1 - HUM));
  }
  return samples;
}

/** Loudness of each harmonic at a mouth opening. */
function weightsOf(pitch: number, open: number): number[] {
  return Array.from({ length: HARMONICS }, (_, n) => {
    const hertz = pitch * (n + 1);
    const heard = RESONANCES.reduce((sum, resonance) => {
      const centre = resonance.closed + (resonance.open - resonance.closed) * open;
      return sum + resonance.strength / (1 + ((hertz - centre) / resonance.width) ** 2);
    }, 0);
    return heard / (n + 1) ** 0.5;
  });
}
