import type { SceneSize } from './choreography.ts';

type Note = { readonly hz: number; readonly at: number };

/** Chimes by size of the gift animation: two, four or seven soft notes. Frequencies in Hz, times in seconds. */
export const CHIMES = {
  pop: [
    { hz: 880, at: 0 },
    { hz: 1_318.51, at: 0.09 },
  ],
  side: [
    { hz: 659.25, at: 0 },
    { hz: 880, at: 0.11 },
    { hz: 1_108.73, at: 0.22 },
    { hz: 1_318.51, at: 0.36 },
  ],
  full: [
    { hz: 440, at: 0 },
    { hz: 554.37, at: 0.1 },
    { hz: 659.25, at: 0.2 },
    { hz: 880, at: 0.32 },
    { hz: 1_108.73, at: 0.46 },
    { hz: 1_318.51, at: 0.62 },
    { hz: 1_760, at: 0.86 },
  ],
} as const satisfies Readonly<Record<SceneSize, readonly Note[]>>;
const NOTE_S = 0.7;
const LOUDNESS = 0.07;

function play(context: AudioContext, { hz, at }: Note): void {
  const [note, loudness] = [context.createOscillator(), context.createGain()];
  const begin = context.currentTime + at;
  note.type = 'sine';
  note.frequency.value = hz;
  loudness.gain.setValueAtTime(0, begin);
  loudness.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.015);
  loudness.gain.exponentialRampToValueAtTime(0.001, begin + NOTE_S);
  note.connect(loudness).connect(context.destination);
  note.start(begin);
  note.stop(begin + NOTE_S);
}

/** Plays the chime of a gift animation once. Silent before the first user gesture, as browsers block audio until then. */
export function chime(size: SceneSize): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  const context = new AudioContext();
  const notes = CHIMES[size];
  for (const note of notes) play(context, note);
  const lastsMs = ((notes.at(-1)?.at ?? 0) + NOTE_S) * 1_000;
  setTimeout(() => void context.close().catch(() => {}), lastsMs + 100);
}
