const LISTEN_MS = 3_000;
const LOOK_MS = 60;
/** RMS above which sound counts as heard; breath and hum stay below it. Full scale is 1. */
const AUDIBLE_LOUDNESS = 0.015;
/** RMS of normal speech, which fills the level bar. */
const LOUD = 0.25;
const TONES = [
  { hz: 523.25, at: 0 },
  { hz: 659.25, at: 0.25 },
  { hz: 783.99, at: 0.5 },
] as const;
const TONE_S = 0.6;
const LOUDNESS = 0.2;

/**
 * Measures the microphone in the preflight until the returned function is called. `onLevel` gets the loudness, 0 to 1. `onHeard`
 * is called with false after three seconds without sound, and with true when sound is first detected.
 */
export function listen(
  stream: MediaStream,
  onLevel: (level: number) => void,
  onHeard: (heard: boolean) => void,
): () => void {
  const context = new AudioContext();
  void context.resume().catch(() => {});
  const analyser = context.createAnalyser();
  analyser.fftSize = 1_024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let heard = false;
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    onLevel(Math.min(1, loudness / LOUD));
    if (heard || loudness < AUDIBLE_LOUDNESS) return;
    heard = true;
    onHeard(true);
  }, LOOK_MS);
  const late = setTimeout(() => heard || onHeard(false), LISTEN_MS);
  return () => {
    clearInterval(timer);
    clearTimeout(late);
    void context.close();
  };
}

/** Plays three notes on the system's default speaker, for the user to confirm in the preflight. */
export function playTone(): void {
  const context = new AudioContext();
  for (const { hz, at } of TONES) {
    const [note, loudness] = [context.createOscillator(), context.createGain()];
    note.frequency.value = hz;
    const start = context.currentTime + at;
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(LOUDNESS, start + 0.03);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + TONE_S);
    note.connect(loudness).connect(context.destination);
    note.start(start);
    note.stop(start + TONE_S);
    if (at === TONES[2].at) note.onended = () => void context.close();
  }
}
