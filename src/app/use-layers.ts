import { useMemo, useRef, useSyncExternalStore } from 'react';
import { useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location';
import { useRouteOf } from '../routing/route-table.ts';
import { XS } from '../ui/style/tokens.ts';
import { type Layers, NO_LAYERS, placeLayers } from './layers.ts';

const small = matchMedia(XS);
function subscribe(listener: () => void) {
  small.addEventListener('change', listener);
  return () => small.removeEventListener('change', listener);
}
/** Returns whether the window has the size `xs` (product 9.4), and re-renders when that changes. */
export const useSmallScreen = (): boolean => useSyncExternalStore(subscribe, () => small.matches);

/** Returns the layers for the browser's URL, computed by `placeLayers` at each navigation; covered layers keep their places. */
export function useLayers(): Layers {
  const [path] = useBrowserLocation();
  const search = useBrowserSearch();
  const xs = useSmallScreen();
  const routeOf = useRouteOf();
  const last = useRef(NO_LAYERS);
  return useMemo(() => {
    const route = routeOf(path);
    const kind = { popup: route?.popup ?? false, opaque: route?.background === 'none', xs };
    last.current = placeLayers(last.current, { path, search }, kind);
    return last.current;
  }, [path, search, xs, routeOf]);
}
