import type { Quality } from './quality.ts';

/** State of the call's media in this tab, as the screens show it. */
export type MediaView = {
  readonly local: MediaStream | undefined;
  readonly remote: MediaStream | undefined;
  /** `none`: there is no such device, or no permission. */
  readonly microphone: 'on' | 'off' | 'none';
  readonly camera: 'on' | 'off' | 'none';
  readonly facing: 'user' | 'environment';
  /** The camera was disconnected during the call. */
  readonly cameraLost: boolean;
  readonly peerVideo: boolean;
  readonly peerAudio: boolean;
  readonly link: 'connecting' | 'connected' | 'trouble';
  readonly quality: Quality | undefined;
};

/** State without a call. */
export const NO_MEDIA: MediaView = {
  local: undefined,
  remote: undefined,
  microphone: 'none',
  camera: 'none',
  facing: 'user',
  cameraLost: false,
  peerVideo: true,
  peerAudio: true,
  link: 'connecting',
  quality: undefined,
};

let view = NO_MEDIA;
const listeners = new Set<() => void>();

/** Current state. */
export const mediaNow = (): MediaView => view;
/** Updates the state and notifies the subscribers. */
export function showMedia(change: Partial<MediaView>): void {
  view = { ...view, ...change };
  for (const tell of listeners) tell();
}
/** Subscribes to changes of the state; returns the unsubscribe function. */
export function subscribeMedia(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
