import { core } from '../core/core.ts';
import { handOverMirrored } from '../core/hand-over.ts';
import { prepareStorage } from '../core/storage.ts';
import { tabId } from '../core/tab.ts';
import { startLanguage } from '../i18n/choice.ts';
import { startI18n } from '../i18n/i18n.ts';
import { isPayment } from '../paths.ts';
import { App } from './app.tsx';
import { watchConsent } from './watch-consent.ts';

/**
 * Connects to the worker and reports what only a page knows: language, screen size, network and visibility changes. Called once,
 * when the app starts.
 */
function watchDevice(): void {
  void core.describeDevice({ language: startLanguage(), screenWidth: screen.width, screenHeight: screen.height });
  void core.refreshConfig();
  watchConsent();
  const wake = (why: 'online' | 'visible') => {
    if (!isPayment(location.pathname)) void core.wake(why);
  };
  addEventListener('online', () => wake('online'));
  addEventListener('appinstalled', () => void core.track('install', { way: 'browser' }));
  document.addEventListener('visibilitychange', () => {
    void core.look(tabId, document.visibilityState === 'visible');
    if (document.visibilityState === 'visible') wake('visible');
  });
}

/** Starts storage, worker connection and translations. Resolves to the root component once it can be rendered. */
export async function startApp(): Promise<typeof App> {
  const prepared = prepareStorage();
  watchDevice();
  void prepared.then((inPage) => (inPage ? undefined : handOverMirrored()));
  await Promise.all([startI18n(), prepared]);
  return App;
}
