import type { CallKind } from '#contract/calls/calls.ts';
import { createStore } from '../../../../create-store.ts';
import type { Quality } from './quality.ts';

/** A device that stopped during the call: `lost` (unplugged or taken away), or `paused` by the system until it returns it. */
export type DeviceTrouble = 'lost' | 'paused';

/** Media state of the call in this tab: streams, devices and link. Screens read it by `useMedia`. */
export type MediaView = {
  readonly local: MediaStream | undefined;
  readonly remote: MediaStream | undefined;
  /** `none`: the device is not open: there is none, no permission, it was lost, or this tab has no call. */
  readonly microphone: 'on' | 'off' | 'none';
  readonly camera: 'on' | 'off' | 'none';
  /** Direction of the open camera; only a camera towards the user is shown mirrored. */
  readonly facing: 'user' | 'environment';
  readonly microphoneTrouble: DeviceTrouble | undefined;
  readonly cameraTrouble: DeviceTrouble | undefined;
  /** Whether autoplay is blocked: the peer is not heard until a press or the start of capture allows it. */
  readonly soundBlocked: boolean;
  readonly peerVideo: boolean;
  readonly peerAudio: boolean;
  /** In a random match: whether this side, and with `peerRevealed` the peer, has agreed to show a sharp picture. */
  readonly revealed: boolean;
  readonly peerRevealed: boolean;
  readonly link: 'connecting' | 'connected' | 'trouble';
  readonly quality: Quality | undefined;
};

/** Media state of a tab without a call. */
export const NO_MEDIA: MediaView = {
  local: undefined,
  remote: undefined,
  microphone: 'none',
  camera: 'none',
  facing: 'user',
  microphoneTrouble: undefined,
  cameraTrouble: undefined,
  soundBlocked: false,
  peerVideo: true,
  peerAudio: true,
  revealed: false,
  peerRevealed: false,
  link: 'connecting',
  quality: undefined,
};

/** Returns whether the pictures of a call are blurred: in a random match, until both sides have revealed theirs. */
export const isVeiled = (
  kind: CallKind,
  { revealed, peerRevealed }: Pick<MediaView, 'revealed' | 'peerRevealed'>,
): boolean => kind === 'match' && !(revealed && peerRevealed);

const view = createStore(NO_MEDIA);

/** Returns the media state of the call in this tab, outside of components. */
export const mediaNow = view.get;
/** Updates the media state of the call in this tab and notifies its subscribers. Called only by the media code. */
export const showMedia = (change: Partial<MediaView>): void => view.set({ ...view.get(), ...change });
/** Subscribes to changes of the media state in this tab; returns a function that unsubscribes. */
export const subscribeMedia = view.subscribe;
