import { isPopupOrCallPage, preload } from './app/routes.ts';
import { SlowStart } from './app/slow-start.tsx';
import { prerenderedPage } from './prerender/prerendered.ts';
import { draw } from './root.ts';
import { insertBackEntry } from './routing/popup-history.ts';

/** Delay before a progress screen is shown during a slow start, ms. */
const SLOW_AFTER_MS = 1_500;

/**
 * Starts and renders the app, then registers the service worker. Called by the entry script for every page but the landing page. A
 * prerendered page stays until the app shows the same.
 */
export async function openApp(): Promise<void> {
  const isCovered = prerenderedPage() !== undefined;
  preload(location.pathname);
  if (isPopupOrCallPage(location.pathname)) insertBackEntry('/');
  const slow = isCovered ? undefined : setTimeout(() => draw(<SlowStart />), SLOW_AFTER_MS);
  const { startApp } = await import('./app/start.tsx');
  const { Root } = await startApp().finally(() => clearTimeout(slow));
  if (isCovered) (await import('./prerender/take-over.ts')).takeOver(<Root />);
  else draw(<Root />);
  const { registerServiceWorker } = await import('./app/update/service-worker.ts');
  registerServiceWorker();
}
