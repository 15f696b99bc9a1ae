import { useSyncExternalStore } from 'react';

/** Clip that plays: at most one in the whole page. */
let playing: number | undefined;
const listeners = new Set<() => void>();

function show(next: number | undefined): void {
  if (playing === next) return;
  playing = next;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void) {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

type Network = { readonly connection?: { readonly saveData?: boolean } };
const still = matchMedia('(prefers-reduced-motion: reduce)');
const sparing = matchMedia('(prefers-reduced-data: reduce)');

/** No automatic motion with reduced motion or data saving. */
export const mayPlayClips = (): boolean =>
  !still.matches && !sparing.matches && (navigator as Network).connection?.saveData !== true;

export function playClip(uid: number): void {
  if (mayPlayClips()) show(uid);
}

/** Without a uid stops any clip; with one only that person's. */
export function stopClip(uid?: number): void {
  if (uid === undefined || uid === playing) show(undefined);
}

export const useClipPlays = (uid: number): boolean => useSyncExternalStore(subscribe, () => playing === uid);
