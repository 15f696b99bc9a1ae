import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { endRecording } from './prerender/prerendered.ts';
import './routing/block-navigation.ts';
import { startTheme } from './ui/style/theme.ts';

startTheme();

const found = document.getElementById('root');
if (!found) throw new TypeError('index.html has no #root');
/** Element of `index.html` into which `draw` renders the page. */
export const ROOT = found;
let root: Root | undefined;

function render(container: Element, page: ReactNode): void {
  if (!root && container.firstChild) {
    endRecording();
    root = hydrateRoot(container, page);
    return;
  }
  root ??= createRoot(container);
  root.render(page);
}

/**
 * Renders the app, its progress screen or the landing page when the page opens; a prerendered landing page is hydrated. As a transition:
 * React works in slices of some milliseconds and yields to the browser in between. The first call decides the element.
 */
export const draw = (page: ReactNode, element = ROOT) => startTransition(() => render(element, page));
