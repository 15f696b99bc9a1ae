import type { Payload, Picture } from './payload.ts';

/** RTP clock rate (RFC 7741, RFC 6184, RFC 7587), and pictures or sound packets per second. */
const VIDEO = { clock: 90_000, perSecond: 15 };
const SOUND = { clock: 48_000, perSecond: 50 };
/** After a pause of the process longer than this, playback continues from now instead of sending the backlog in a burst. */
const LATE_MS = 400;
/** Minimum interval of skips to a key frame: a receiver repeats its request until the key frame arrives. */
const KEY_AGAIN_MS = 600;

/**
 * One RTP packet that the player wants to send. `timestamp`: in units of the RTP clock, from 0. `isMarked`: the RTP marker bit, set on the
 * last packet of each picture and on the first packet of the sound.
 */
export type OutgoingPacket = { readonly payload: Payload; readonly timestamp: number; readonly isMarked: boolean };
/** The clip to play, and the functions by which the player reads the time and sends packets. */
export type PlayerPorts = {
  readonly pictures: readonly Picture[];
  readonly voice: readonly Payload[];
  /** Monotonic clock in ms. */
  now(): number;
  video(sent: OutgoingPacket): void;
  sound(sent: OutgoingPacket): void;
};
/** Playback of a clip in one call. */
export type Player = {
  /** Sends the packets that are due. Call it every 20 ms. */
  tick(): void;
  /** Skips to the next key frame, when the receiver reports a lost picture. */
  wantKey(): void;
};

/** Creates the playback of a clip, an endless loop from its first frame; it sends nothing until `tick` is called. */
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
      video({ payload, timestamp, isMarked: n === picture.payloads.length - 1 });
    }
    at = (at + 1) % pictures.length;
    picturesSent += 1;
  }

  function sendSound(): void {
    const payload = voice[soundsSent % voice.length];
    if (payload)
      sound({ payload, timestamp: (soundsSent * SOUND.clock) / SOUND.perSecond, isMarked: soundsSent === 0 });
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
