import { mediaNow, subscribeMedia } from './media-view.ts';

const DEFAULT_SPEAKER = 'default';

let sound: HTMLAudioElement | undefined;
let speaker = DEFAULT_SPEAKER;

/**
 * Plays the peer's audio while this tab has the call's media, on every page: the audio element belongs to the document, so a
 * minimised call stays audible. The screens show only the video. Returns a function that stops it.
 */
export function playRemoteSound(): () => void {
  const follow = () => {
    const { remote } = mediaNow();
    if ((sound?.srcObject ?? null) === (remote ?? null)) return;
    removeSound();
    if (remote) addSound(remote);
  };
  const unsubscribe = subscribeMedia(follow);
  addEventListener('pointerdown', play);
  addEventListener('keydown', play);
  follow();
  return () => {
    unsubscribe();
    removeEventListener('pointerdown', play);
    removeEventListener('keydown', play);
    removeSound();
  };
}

function addSound(remote: MediaStream): void {
  sound = document.createElement('audio');
  sound.hidden = true;
  sound.srcObject = remote;
  document.body.append(sound);
  // If the chosen device is no longer available, the default one is used.
  if (speaker !== DEFAULT_SPEAKER) sound.setSinkId(speaker).catch(() => {});
  play();
}

function removeSound(): void {
  if (!sound) return;
  sound.srcObject = null;
  sound.remove();
  sound = undefined;
}

/** Starts playback if it is blocked: after a reload, autoplay rules may require a user gesture first. */
function play(): void {
  if (sound?.paused) sound.play().catch(() => {});
}

/** Returns the device id of the speaker chosen for the call; empty for the system's default. */
export const speakerNow = (): string => speaker;

/** Plays the peer's audio on another speaker. Rejects and changes nothing if that is not available. */
export async function chooseSpeaker(deviceId: string): Promise<void> {
  await sound?.setSinkId(deviceId);
  speaker = deviceId;
}
