import { isPopup, preload } from './app/routes.ts';
import { draw } from './root.ts';
import { layUnder } from './routing/popup-history.ts';

export async function openApp(): Promise<void> {
  preload(location.pathname);
  if (isPopup(location.pathname)) layUnder('/');
  const { startApp } = await import('./app/start.tsx');
  const App = await startApp();
  draw(<App />);
  const { registerServiceWorker } = await import('./app/update/service-worker.ts');
  registerServiceWorker();
}
