import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 1024px)');
const touch = matchMedia('(hover: none) and (pointer: coarse)');

const subscribeTo = (query: MediaQueryList) => (tell: () => void) => {
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
};
const subscribe = subscribeTo(wide);

/** Room for two panes (section 9, breakpoints). */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);

/** Typed with a thumb: Enter then makes a new line. */
export const isTouch = (): boolean => touch.matches;
