import { mediaNow, subscribeMedia } from './media-view.ts';

const DEFAULT_SPEAKER = 'default';

let sound: HTMLAudioElement | undefined;
let speaker = DEFAULT_SPEAKER;

/**
 * Plays the peer's sound while the call has media in this tab, on whatever page: the element belongs to the document and not to a
 * screen, so a minimised call is heard. Screens draw the picture alone. Returns how to stop.
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
  // A speaker may be gone since it was chosen; the default one plays then.
  if (speaker !== DEFAULT_SPEAKER) sound.setSinkId(speaker).catch(() => {});
  play();
}

function removeSound(): void {
  if (!sound) return;
  sound.srcObject = null;
  sound.remove();
  sound = undefined;
}

/** After a reload a browser may want a touch first. */
function play(): void {
  if (sound?.paused) sound.play().catch(() => {});
}

/** The id of the chosen speaker. */
export const speakerNow = (): string => speaker;

/** Plays the sound on another speaker. Nothing changes when that one is not available. */
export async function chooseSpeaker(deviceId: string): Promise<void> {
  await sound?.setSinkId(deviceId);
  speaker = deviceId;
}
