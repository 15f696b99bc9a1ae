import { core } from '../../../../core/core.ts';
import { pictureSrc } from '../../../../ui/media/media-host.ts';
import { toggleDevice } from './local-media.ts';
import { mediaNow, subscribeMedia } from './media-view.ts';

/** Width of the peer's picture in the system's controls, px. */
const ARTWORK_PX = 320;

/** Actions of calls that the type of the DOM library lacks: https://w3c.github.io/mediasession/#enumdef-mediasessionaction */
type Action = MediaSessionAction | 'hangup' | 'togglecamera' | 'togglemicrophone' | 'enterpictureinpicture';
type Session = Omit<MediaSession, 'setActionHandler'> & {
  readonly setActionHandler: (action: Action, handler: (() => void) | null) => void;
  readonly setMicrophoneActive?: (isActive: boolean) => Promise<void> | undefined;
  readonly setCameraActive?: (isActive: boolean) => Promise<void> | undefined;
};

/** Element that shows the peer's video, on the call's screen or in its strip. */
const peerVideo = () =>
  [...document.querySelectorAll('video')].find(
    ({ srcObject }) => srcObject !== null && srcObject === mediaNow().remote,
  );

/**
 * Shows the call with this peer in the controls of the system (lock screen, media keys, headset) and of picture-in-picture: hang up,
 * microphone, camera. Where the browser asks for it as the user leaves the tab (Chromium), picture-in-picture opens, and closes when the
 * tab is visible again. Returns a function that ends all this.
 */
export function showSystemControls(peer: { readonly nickName: string; readonly avatarUrl: string }): () => void {
  const session = navigator.mediaSession as Session | undefined;
  if (!session) return () => {};
  let isOpened = false;
  const openSmallWindow = () => {
    const video = mediaNow().peerVideo ? peerVideo() : undefined;
    video?.requestPictureInPicture().then(
      () => {
        isOpened = true;
      },
      () => {},
    );
  };
  /** Closes the picture-in-picture window that `openSmallWindow` opened, when the tab is visible again; one that the user opened stays. */
  const closeSmallWindow = () => {
    if (document.visibilityState !== 'visible' || !isOpened) return;
    isOpened = false;
    if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => {});
  };
  const handle = (action: Action, handler: (() => void) | null) => {
    try {
      session.setActionHandler(action, handler);
    } catch {
      // A browser that does not know the action throws.
    }
  };
  const handlers: Partial<Record<Action, () => void>> = {
    hangup: () => void core.hangUp(),
    togglemicrophone: () => void toggleDevice('audio'),
    togglecamera: () => void toggleDevice('video'),
    enterpictureinpicture: openSmallWindow,
  };
  const actions = Object.keys(handlers) as Action[];
  for (const action of actions) handle(action, handlers[action] ?? null);
  const src = pictureSrc(peer.avatarUrl, ARTWORK_PX);
  session.metadata = new MediaMetadata({ title: peer.nickName, artwork: src === '' ? [] : [{ src }] });
  const showDevices = () => {
    const { microphone, camera } = mediaNow();
    void session.setMicrophoneActive?.(microphone === 'on')?.catch(() => {});
    void session.setCameraActive?.(camera === 'on')?.catch(() => {});
  };
  showDevices();
  const unsubscribe = subscribeMedia(showDevices);
  document.addEventListener('visibilitychange', closeSmallWindow);
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', closeSmallWindow);
    for (const action of actions) handle(action, null);
    session.metadata = null;
  };
}
