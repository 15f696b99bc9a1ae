import { core } from '../core/core.ts';
import { tabId } from '../core/tab.ts';
import { startLanguage } from '../i18n/choice.ts';
import { isPayment } from '../paths.ts';
import { watchConsent } from './watch-consent.ts';

/**
 * Connects to the worker and reports what only a page knows: language, screen size, network and visibility changes. Called once,
 * when the app starts.
 */
export function watchDevice(): void {
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
