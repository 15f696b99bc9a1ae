/** The three soft notes of the ringtone; a notice plays the first two. Frequencies in Hz, times in seconds. */
const NOTES = [
  { hz: 659.25, at: 0 },
  { hz: 830.61, at: 0.18 },
  { hz: 987.77, at: 0.36 },
] as const;
const NOTE_S = 0.5;
const EVERY_MS = 2_400;
/** Time after which the notes of `playNotice` are over, ms. */
const NOTICE_MS = 1_500;
const LOUDNESS = 0.12;
const VIBRATION = [300, 150, 300];
/** Web Lock that lets only one of the tabs that show a call play the ringtone. */
const LOCK = 'call-ringtone';

/**
 * Rings for an incoming call, in only one of the tabs that show it, until the returned function is called. The sound is synthesized and may
 * start only after a press if the browser requires one; it vibrates only if the device supports it and the user has interacted with the
 * page.
 */
export function startRinging(): () => void {
  const over = new AbortController();
  navigator.locks
    .request(LOCK, { signal: over.signal }, () => ring(over.signal))
    .catch(() => {
      // The ringing was stopped before this tab got the lock.
    });
  return () => over.abort();
}

/** Plays two soft notes, once, when a proposal or price notice appears in a call. The user has pressed a button before, so it may sound. */
export function playNotice(): void {
  const context = new AudioContext();
  for (const note of NOTES.slice(0, 2)) play(context, note.hz, context.currentTime + note.at);
  setTimeout(() => void context.close(), NOTICE_MS);
}

function ring(over: AbortSignal): Promise<void> {
  const context = new AudioContext();
  const once = () => {
    if (context.state === 'running') for (const note of NOTES) play(context, note.hz, context.currentTime + note.at);
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION);
  };
  const wake = () => void context.resume().catch(() => {});
  wake();
  once();
  const timer = setInterval(once, EVERY_MS);
  addEventListener('pointerdown', wake);
  return new Promise((resolve) => {
    over.addEventListener('abort', () => {
      clearInterval(timer);
      removeEventListener('pointerdown', wake);
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(0);
      void context.close();
      resolve();
    });
  });
}

function play(context: AudioContext, hz: number, at: number): void {
  const [note, loudness] = [context.createOscillator(), context.createGain()];
  note.type = 'sine';
  note.frequency.value = hz;
  loudness.gain.setValueAtTime(0, at);
  loudness.gain.linearRampToValueAtTime(LOUDNESS, at + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + NOTE_S);
  note.connect(loudness).connect(context.destination);
  note.start(at);
  note.stop(at + NOTE_S);
}
