import { useSyncExternalStore } from 'react';

/** Which short clip plays: only one at a time in the whole page. */
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

/** Nothing moves by itself for those who asked for stillness, or who pay for each byte. */
export const mayPlayClips = (): boolean =>
  !still.matches && !sparing.matches && (navigator as Network).connection?.saveData !== true;

export function playClip(uid: number): void {
  if (mayPlayClips()) show(uid);
}

/** Without a uid whatever plays; with one only if it is that person's. */
export function stopClip(uid?: number): void {
  if (uid === undefined || uid === playing) show(undefined);
}

export const useClipPlays = (uid: number): boolean => useSyncExternalStore(subscribe, () => playing === uid);
