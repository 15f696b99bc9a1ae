import { mediaNow, subscribeMedia } from './media-view.ts';

const DEFAULT_SPEAKER = 'default';

let sound: HTMLAudioElement | undefined;
let speaker = DEFAULT_SPEAKER;

/**
 * Plays the peer's sound as long as the call has media in this tab, on whatever page: the element belongs to the document and not to a
 * screen, so a minimised call is heard. Screens draw the picture alone. Returns how to stop.
 */
export function playRemoteSound(): () => void {
  const element = document.createElement('audio');
  element.hidden = true;
  element.dataset['callSound'] = '';
  document.body.append(element);
  sound = element;
  // After a reload a browser may want a touch first.
  const play = () => {
    if (element.srcObject && element.paused) element.play().catch(() => {});
  };
  const follow = () => {
    const { remote } = mediaNow();
    if (element.srcObject === (remote ?? null)) return;
    element.srcObject = remote ?? null;
    play();
  };
  const unsubscribe = subscribeMedia(follow);
  addEventListener('pointerdown', play);
  addEventListener('keydown', play);
  follow();
  return () => {
    unsubscribe();
    removeEventListener('pointerdown', play);
    removeEventListener('keydown', play);
    element.srcObject = null;
    element.remove();
    sound = undefined;
  };
}

/** The id of the chosen speaker. */
export const speakerNow = (): string => speaker;

/** Plays the sound on another speaker. Nothing changes when that one is not available. */
export async function chooseSpeaker(deviceId: string): Promise<void> {
  await sound?.setSinkId(deviceId);
  speaker = deviceId;
}
