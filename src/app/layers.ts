import { isMessages, isOverPanel, WALL } from '../paths.ts';
import type { Place } from '../routing/layer-place.ts';

/** Places that the layers of the screen show, bottom to top: a page, the message panel (small screens only), and a popup. */
export type Layers = {
  readonly page: Place | undefined;
  readonly panel: Place | undefined;
  readonly popup: Place | undefined;
  /** The layer that shows the browser's URL; the others are inert. */
  readonly top: 'page' | 'panel' | 'popup';
};

/** Layers before the first navigation: none is shown. */
export const NO_LAYERS: Layers = { page: undefined, panel: undefined, popup: undefined, top: 'page' };

/**
 * Properties of the route at the browser's URL. `popup`: it covers the previous page. `opaque`: no page is drawn behind it. `xs`:
 * the screen is small.
 */
export type Kind = { readonly popup: boolean; readonly opaque: boolean; readonly xs: boolean };

/**
 * Computes the layers for a navigation (product 2.2). A popup covers the previous page; without one, the open panel or, unless it is
 * `opaque`, the goddess wall. On small screens /message is a panel: it stays open below the routes of `isOverPanel`, and any other route,
 * popups included, closes it.
 */
export function placeLayers(before: Layers, here: Place, { popup, opaque, xs }: Kind): Layers {
  if (popup) {
    const panel = isOverPanel(here.path) ? before.panel : undefined;
    const page = before.page ?? (panel || opaque ? undefined : { path: WALL, search: '' });
    return { page, panel, popup: here, top: 'popup' };
  }
  if (xs && isMessages(here.path)) return { page: undefined, panel: here, popup: undefined, top: 'panel' };
  const panel = xs && isOverPanel(here.path) ? before.panel : undefined;
  return { page: here, panel, popup: undefined, top: 'page' };
}
