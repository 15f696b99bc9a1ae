import { useSyncExternalStore } from 'react';
import { type Place, placeOf } from '#db/reads/message-order.ts';
import { readNextVoice } from '#db/reads/uploads.ts';
import { core } from '../../core/core.ts';
import { createStore } from '../../create-store.ts';
import { mediaSrc } from '../../ui/media/media-host.ts';

/** State of the voice player: a tab plays one voice message at a time. Times in seconds. */
export type VoicePlayerState = {
  readonly mid: string;
  /** Thread id; empty for a recording that is not sent yet. */
  readonly tid: string;
  readonly isPlaying: boolean;
  readonly at: number;
  readonly rate: Rate;
  /** The file failed to load or cannot be decoded. */
  readonly isBroken: boolean;
};
/** Playback rates of voice messages, in the order of the rate button. */
export const RATES = [1, 1.5, 2] as const;
/** Playback rate of voice messages: 1 is normal speed. */
export type Rate = (typeof RATES)[number];
/**
 * A voice message or unsent recording to play. `place`: its position in the conversation; when it ends, the next received voice message
 * after it that was not played yet plays automatically.
 */
export type VoiceToPlay = { readonly mid: string; readonly tid: string; readonly place: Place; readonly src: string };

/** Returns the next playback rate for the rate button; the first one follows the last. */
export const nextRate = (rate: Rate): Rate => RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1;

/** Channel on which this tab makes the players of the other tabs pause. */
const CHANNEL = 'voice';

const NOTHING: VoicePlayerState = { mid: '', tid: '', isPlaying: false, at: 0, rate: 1, isBroken: false };
const playing = createStore(NOTHING);
let voice: VoiceToPlay | undefined;
let audio: HTMLAudioElement | undefined;
let channel: BroadcastChannel | undefined;

const change = (next: Partial<VoicePlayerState>): void => playing.set({ ...playing.get(), ...next });

async function playNext(ended: VoiceToPlay): Promise<void> {
  const next = ended.tid === '' ? undefined : await readNextVoice(ended.tid, ended.place);
  // The user has started another voice message or restarted this one.
  if (voice !== ended || playing.get().isPlaying) return;
  if (next?.payload?.kind !== 'audio') return closeVoice();
  playVoice({ mid: next.mid, tid: next.tid, place: placeOf(next), src: mediaSrc(next.payload.url) });
}

function player(): HTMLAudioElement {
  if (audio) return audio;
  const made = new Audio();
  made.addEventListener('timeupdate', () => change({ at: made.currentTime }));
  made.addEventListener('pause', () => change({ isPlaying: false }));
  made.addEventListener('play', () => change({ isPlaying: true }));
  made.addEventListener('ended', () => {
    change({ isPlaying: false, at: 0 });
    if (voice) playNext(voice).catch(closeVoice);
  });
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', () => made.pause());
  audio = made;
  return made;
}

/**
 * Plays a voice message from its start, or resumes the loaded one. Pauses playback in the other tabs. Once it plays, the core stores that
 * it was played.
 */
export function playVoice(wanted: VoiceToPlay): void {
  const element = player();
  if (voice?.mid !== wanted.mid || voice.src !== wanted.src) {
    element.src = wanted.src;
    change({ mid: wanted.mid, tid: wanted.tid, at: 0 });
  }
  voice = wanted;
  if (playing.get().isBroken) change({ isBroken: false });
  element.playbackRate = playing.get().rate;
  channel?.postMessage('plays');
  element.play().then(
    () => void core.playedVoice(wanted.mid),
    (error: unknown) =>
      change({ isPlaying: false, isBroken: error instanceof Error && error.name === 'NotSupportedError' }),
  );
}
/** Pauses the tab's voice player; `resumeVoice` resumes it. Also called when a call or a recording starts. */
export const pauseVoice = (): void => audio?.pause();
/** Resumes the paused voice message of this tab; does nothing if none is loaded. */
export function resumeVoice(): void {
  if (voice) playVoice(voice);
}
/** Stops playback and unloads the voice message, which hides the mini player; the playback rate stays. */
export function closeVoice(): void {
  voice = undefined;
  audio?.pause();
  change({ ...NOTHING, rate: playing.get().rate });
}
/** Seeks to a position in seconds if that voice message is loaded. */
export function seekVoice(mid: string, at: number): void {
  if (audio && playing.get().mid === mid) audio.currentTime = at;
}
/** Switches this tab's player to the next playback rate, also for the following voice messages. */
export function changeRate(): void {
  const rate = nextRate(playing.get().rate);
  if (audio) audio.playbackRate = rate;
  change({ rate });
}

/** Returns the state of this tab's voice player, and re-renders at each change. */
export const useVoice = (): VoicePlayerState => useSyncExternalStore(playing.subscribe, playing.get);
/**
 * Returns the state of this tab's voice player while this message is loaded in it, otherwise undefined. For the bubble of a voice
 * message.
 */
export const usePlaying = (mid: string): VoicePlayerState | undefined =>
  useSyncExternalStore(playing.subscribe, () => (playing.get().mid === mid ? playing.get() : undefined));
