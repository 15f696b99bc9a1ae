import { isMessages, keepsPanel, WALL } from '../paths.ts';
import type { Place } from '../routing/layer-place.ts';

/** The layers of the screen, from below: a page, on small screens the message panel, and a popup. */
export type Layers = {
  readonly page: Place | undefined;
  readonly panel: Place | undefined;
  readonly popup: Place | undefined;
  /** The layer that the address names: the others are inert. */
  readonly top: 'page' | 'panel' | 'popup';
};

export const NO_LAYERS: Layers = { page: undefined, panel: undefined, popup: undefined, top: 'page' };

export type Kind = { readonly popup: boolean; readonly opaque: boolean; readonly xs: boolean };

/**
 * Places the layers (product 2.2): a popup covers the place before it, or the goddess wall; on small screens /message is a
 * panel that stays open beneath some routes and is closed by all others.
 */
export function placeLayers(before: Layers, here: Place, { popup, opaque, xs }: Kind): Layers {
  if (popup) {
    const behind = before.panel ?? before.page;
    const page = before.page ?? (behind || opaque ? undefined : { path: WALL, search: '' });
    return { page, panel: before.panel, popup: here, top: 'popup' };
  }
  if (xs && isMessages(here.path)) return { page: undefined, panel: here, popup: undefined, top: 'panel' };
  const panel = xs && keepsPanel(here.path) ? before.panel : undefined;
  return { page: here, panel, popup: undefined, top: 'page' };
}
