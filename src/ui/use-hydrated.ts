import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Returns false while React renders at build time or hydrates prerendered elements, else true. For what only this browser knows. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
