import { useSyncExternalStore } from 'react';
import { createStore } from '../../create-store.ts';

/** Uid whose clip plays. At most one clip plays in the whole page. */
const playing = createStore<number | undefined>(undefined);

type Network = { readonly connection?: { readonly saveData?: boolean } };
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const sparing = matchMedia('(prefers-reduced-data: reduce)');

/** Returns whether clips may play automatically: false with reduced motion, reduced data or data saving. */
export const mayPlayClips = (): boolean =>
  !reducedMotion.matches && !sparing.matches && (navigator as Network).connection?.saveData !== true;

/** Plays the clip on a person's card and stops any other: one clip plays per page. Does nothing if clips may not play automatically. */
export function playClip(uid: number): void {
  if (mayPlayClips()) playing.set(uid);
}

/** Stops the clip that plays on a card: the one of this person, or any without a uid. */
export function stopClip(uid?: number): void {
  if (uid === undefined || uid === playing.get()) playing.set(undefined);
}

/** Returns whether this person's clip plays, and re-renders when that changes. */
export const useClipPlays = (uid: number): boolean =>
  useSyncExternalStore(playing.subscribe, () => playing.get() === uid);
