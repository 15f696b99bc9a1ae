import type { Windows } from './open-notice.ts';

declare const self: ServiceWorkerGlobalScope;

/** All windows of this origin, including those that no service worker or an older one controls. */
export const browserWindows: Windows = {
  matchAll: () => self.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  openWindow: (path) => self.clients.openWindow(path),
};
