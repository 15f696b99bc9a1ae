import { core } from '../core/core.ts';
import { startLanguage } from '../i18n/choice.ts';

/** Starts the core and tells it what only a page can see: its language, its screen, and when they change. */
export function watchSurroundings(): void {
  void core.describeDevice({ language: startLanguage(), screenWidth: screen.width, screenHeight: screen.height });
  void core.refreshConfig();
  addEventListener('online', () => void core.wake('online'));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void core.wake('visible');
  });
}
