import { type NoticeTarget, pathOfNotice } from '#contract/notices/notice.ts';
import { OPEN_NOTICE } from '#contract/notices/shown.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Opens the target of a clicked notification. An open window navigates by itself, so that no input on it is lost; without a window, one is
 * opened.
 */
export async function openNotice(data: NoticeTarget): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const window = windows.find(({ focused }) => focused) ?? windows[0];
  if (!window) {
    await self.clients.openWindow(pathOfNotice(data));
    return;
  }
  window.postMessage({ type: OPEN_NOTICE, data });
  // Rejected when the browser does not count the click as a user's gesture.
  await window.focus().catch(() => undefined);
}
