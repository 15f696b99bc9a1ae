import { OPEN_NOTICE, pathOfNotice } from '#contract/notices/notice.ts';

declare const self: ServiceWorkerGlobalScope;

/** A window of ours goes there by itself, so that nothing on it is lost; where none is open, one is opened. */
async function open(data: unknown): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const window = windows.find(({ focused }) => focused) ?? windows[0];
  if (!window) {
    await self.clients.openWindow(pathOfNotice(data));
    return;
  }
  window.postMessage({ type: OPEN_NOTICE, data });
  // Refused where the browser does not take the click for one of a person.
  await window.focus().catch(() => undefined);
}

export function answerNotificationClicks(): void {
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data));
  });
}
