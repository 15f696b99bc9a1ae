import { createContext, useContext } from 'react';
import type { BaseLocationHook } from 'wouter';
import { useBrowserLocation, useSearch as useBrowserSearch } from 'wouter/use-browser-location';

/** An address as a layer of the screen sees it. */
export type Place = { readonly path: string; readonly search: string };

/** The place of the layer that a component is drawn in. */
export const LayerPlace = createContext<Place | undefined>(undefined);

/** Whether the layer that a component is drawn in is reachable: the others are covered. */
export const LayerIsOnTop = createContext(true);

/** For a layer's `Router`: it sees its own place, and navigates the browser. */
export const useLayerLocation: BaseLocationHook = () => {
  const [path, navigate] = useBrowserLocation();
  return [useContext(LayerPlace)?.path ?? path, navigate];
};
export const useLayerSearch = (): string => {
  const search = useBrowserSearch();
  return useContext(LayerPlace)?.search ?? search;
};
