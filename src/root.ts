import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { endRecording } from './landing/prerendered.ts';
import './routing/block-navigation.ts';
import { startTheme } from './ui/style/theme.ts';

startTheme();

const element = document.getElementById('root');
if (!element) throw new TypeError('index.html has no #root');
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
 * Renders the app or the landing page into the document; a prerendered landing page is hydrated. As a transition: React works in slices of
 * some milliseconds and yields to the browser in between.
 */
export const draw = (page: ReactNode) => startTransition(() => render(element, page));
