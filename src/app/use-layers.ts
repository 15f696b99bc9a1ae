import { createContext, useContext, useMemo, useRef, useSyncExternalStore } from 'react';
import { type BaseLocationHook, useRouter } from 'wouter';
import { useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location';
import { XS } from '../ui/tokens.ts';
import { type Layers, NO_LAYERS, type Place, placeLayers } from './layers.ts';
import { routeOf } from './use-route.ts';

const small = matchMedia(XS);
function subscribe(tell: () => void) {
  small.addEventListener('change', tell);
  return () => small.removeEventListener('change', tell);
}
/** 'xs' of product 9.4. */
export const useSmallScreen = (): boolean => useSyncExternalStore(subscribe, () => small.matches);

/** The layers for the browser's address, each where it was left. */
export function useLayers(): Layers {
  const [path] = useBrowserLocation();
  const search = useBrowserSearch();
  const xs = useSmallScreen();
  const { parser } = useRouter();
  const last = useRef(NO_LAYERS);
  return useMemo(() => {
    const route = routeOf(parser, path);
    const kind = { popup: route?.popup ?? false, opaque: route?.background === 'none', xs };
    last.current = placeLayers(last.current, { path, search }, kind);
    return last.current;
  }, [path, search, xs, parser]);
}

/** The place of the layer that a component is drawn in. */
export const LayerPlace = createContext<Place | undefined>(undefined);

/** For a layer's `Router`: it sees its own place, and navigates the browser. */
export const useLayerLocation: BaseLocationHook = () => {
  const [path, navigate] = useBrowserLocation();
  return [useContext(LayerPlace)?.path ?? path, navigate];
};
export const useLayerSearch = (): string => {
  const search = useBrowserSearch();
  return useContext(LayerPlace)?.search ?? search;
};
