import { playWhenAllowed } from '../../../../media/play.ts';
import { mediaNow, showMedia, subscribeMedia } from './media-view.ts';

const DEFAULT_SPEAKER = 'default';

type Sound = { readonly element: HTMLAudioElement; readonly retry: () => void; readonly stop: () => void };
let sound: Sound | undefined;
let speaker = DEFAULT_SPEAKER;

/**
 * Plays the peer's audio while this tab has the call's media, on every page: the audio element belongs to the document, so a
 * minimised call stays audible. The screens show only the video. If autoplay is blocked, `soundBlocked` is true until a gesture or
 * the start of capture, which both allow playback. Returns a function that stops it.
 */
export function playRemoteSound(): () => void {
  let local: MediaStream | undefined;
  const follow = () => {
    const media = mediaNow();
    if ((sound?.element.srcObject ?? null) !== (media.remote ?? null)) {
      removeSound();
      if (media.remote) addSound(media.remote);
    }
    // Browsers allow playback in a page that captures.
    if (media.local !== local) {
      local = media.local;
      if (local) sound?.retry();
    }
  };
  const unsubscribe = subscribeMedia(follow);
  follow();
  return () => {
    unsubscribe();
    removeSound();
  };
}

function addSound(remote: MediaStream): void {
  const element = document.createElement('audio');
  element.hidden = true;
  element.srcObject = remote;
  document.body.append(element);
  // If the chosen device is no longer available, the default one is used.
  if (speaker !== DEFAULT_SPEAKER) element.setSinkId(speaker).catch(() => {});
  sound = { element, ...playWhenAllowed(element, (soundBlocked) => showMedia({ soundBlocked })) };
}

function removeSound(): void {
  if (!sound) return;
  sound.stop();
  sound.element.srcObject = null;
  sound.element.remove();
  sound = undefined;
  if (mediaNow().soundBlocked) showMedia({ soundBlocked: false });
}

/** Plays the peer's audio after autoplay was blocked. Called in a user gesture. */
export const allowSound = (): void => sound?.retry();

/** Returns the device id of the speaker chosen in this page; `default` for the system's default. */
export const speakerNow = (): string => speaker;

/**
 * Plays the peer's audio on another speaker, also in later calls of this page. Rejects and changes nothing if the playing audio cannot
 * switch to it; while none plays, the choice is stored unchecked.
 */
export async function chooseSpeaker(deviceId: string): Promise<void> {
  await sound?.element.setSinkId(deviceId);
  speaker = deviceId;
}
