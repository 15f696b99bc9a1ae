import { core } from './core.ts';
import { reattach } from './link.ts';

/** Starts the core and tells it of what only a page can see. Called once, before the first page is drawn. */
export function startCore(language: string): void {
  void core.describeDevice({ language, screenWidth: screen.width, screenHeight: screen.height });
  void core.refreshConfig();
  addEventListener('online', () => void core.wake('online'));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void core.wake('visible');
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reattach();
  });
}

/** This build's number; a larger one in `app.state.build` means that a newer core took over (law 10). */
declare const __BUILD__: number;
export const ownBuild = __BUILD__;
