import type { Payload, Picture } from './payload.ts';

/** Clock ticks a second (RFC 7741, RFC 6184, RFC 7587), and the duration of each unit. */
const VIDEO = { clock: 90_000, perSecond: 15 };
const SOUND = { clock: 48_000, perSecond: 50 };
/** After a pause of the process the loop continues from now instead of catching up in one burst. */
const LATE_MS = 400;
/** A receiver that lost a frame asks repeatedly until the next key frame arrives. */
const KEY_AGAIN_MS = 600;

/** One packet to send. Timestamps grow by the clock of its kind; `last` marks the last packet of a picture. */
export type Sent = { readonly payload: Payload; readonly timestamp: number; readonly last: boolean };
export type PlayerPorts = {
  readonly pictures: readonly Picture[];
  readonly voice: readonly Payload[];
  /** Monotonic clock in ms. */
  now(): number;
  video(sent: Sent): void;
  sound(sent: Sent): void;
};
export type Player = {
  /** Sends the packets that are due. To be called every 20 ms. */
  tick(): void;
  /** The receiver needs a key frame: skips to the next one at once. */
  wantKey(): void;
};

/** Plays the loop of one call endlessly, from its first key frame on. */
export function player({ pictures, voice, now, video, sound }: PlayerPorts): Player {
  let begun = now();
  let [seconds, soundsSent, picturesSent] = [0, 0, 0];
  let at = 0;
  let lastKeyAt = begun;

  function sendPicture(): void {
    const picture = pictures[at];
    if (!picture) return;
    if (picture.isKey) lastKeyAt = now();
    const timestamp = (picturesSent * VIDEO.clock) / VIDEO.perSecond;
    for (const [n, payload] of picture.payloads.entries()) {
      video({ payload, timestamp, last: n === picture.payloads.length - 1 });
    }
    at = (at + 1) % pictures.length;
    picturesSent += 1;
  }

  function sendSound(): void {
    const payload = voice[soundsSent % voice.length];
    if (payload) sound({ payload, timestamp: (soundsSent * SOUND.clock) / SOUND.perSecond, last: soundsSent === 0 });
    soundsSent += 1;
  }

  return {
    tick() {
      const due = (now() - begun) / 1_000;
      if ((due - seconds) * 1_000 > LATE_MS) begun += (due - seconds) * 1_000;
      seconds = (now() - begun) / 1_000;
      while (soundsSent / SOUND.perSecond <= seconds) sendSound();
      while (picturesSent / VIDEO.perSecond <= seconds) sendPicture();
    },
    wantKey() {
      if (now() - lastKeyAt < KEY_AGAIN_MS) return;
      while (!pictures[at]?.isKey && pictures.some(({ isKey }) => isKey)) at = (at + 1) % pictures.length;
    },
  };
}
