import { createContext, useContext } from 'react';
import type { BaseLocationHook } from 'wouter';
import { useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location';

/** The part of a URL that a layer of the page shows. */
export type Place = { readonly path: string; readonly search: string };

/** Context with the URL of the layer in which a component is rendered; undefined outside layers. */
export const LayerPlace = createContext<Place | undefined>(undefined);

/** Context: whether the component's layer shows the browser's URL. Covered layers are inert. */
export const LayerIsOnTop = createContext(true);

/** Location hook for a layer's `Router`: reads the layer's own path (outside layers the browser's) and navigates the browser. */
export const useLayerLocation: BaseLocationHook = () => {
  const [path, navigate] = useBrowserLocation();
  return [useContext(LayerPlace)?.path ?? path, navigate];
};
/** Search hook for a layer's `Router`: reads the layer's own query; outside layers the browser's. */
export const useLayerSearch = (): string => {
  const search = useBrowserSearch();
  return useContext(LayerPlace)?.search ?? search;
};
