import { useSyncExternalStore } from 'react';
import { createStore } from '../../create-store.ts';

/** Key of the clip that plays by itself, muted: the uid of a person, or a negative number for a message. One at most in the page. */
const playing = createStore<number | undefined>(undefined);

type Network = { readonly connection?: { readonly saveData?: boolean } };
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const sparing = matchMedia('(prefers-reduced-data: reduce)');

/** Returns whether clips may play automatically: false with reduced motion, reduced data or data saving. */
export const mayPlayClips = (): boolean =>
  !reducedMotion.matches && !sparing.matches && (navigator as Network).connection?.saveData !== true;

/** Plays the clip with this key and stops any other: one clip plays per page. Does nothing if clips may not play automatically. */
export function playClip(key: number): void {
  if (mayPlayClips()) playing.set(key);
}

/** Stops the clip with this key if it plays; without a key, any clip. */
export function stopClip(key?: number): void {
  if (key === undefined || key === playing.get()) playing.set(undefined);
}

/** Returns whether the clip with this key plays, and re-renders when that changes. */
export const useClipPlays = (key: number): boolean =>
  useSyncExternalStore(playing.subscribe, () => playing.get() === key);
