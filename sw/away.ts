import { targetOf } from '#contract/notices/notice.ts';
import type { NoticeWords } from '#contract/notices/texts.ts';
import { type AwayWorker, createAwayWorker } from '../worker/push/main.ts';
import { runningWindow } from './app-windows.ts';
import { browserWindows } from './browser-windows.ts';
import { openNotice } from './open-notice.ts';

/**
 * Push, notification and sync handlers of the service worker. They are a separate script, loaded on the first such event, so that pages
 * do not wait for it (sw/listeners.ts).
 */
declare const self: ServiceWorkerGlobalScope & { gemcallAway?: AwayWorker };

const files = import.meta.glob<NoticeWords>('../src/i18n/locales/*/push.json', { eager: true, import: 'default' });
const words = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [/locales\/(\w+)\//.exec(path)?.[1] ?? '', texts]),
);
/** TypeScript's DOM library lacks it; browsers without it show no buttons. */
const { maxActions = 0 } = Notification as { readonly maxActions?: number };

self.gemcallAway = createAwayWorker({
  registration: self.registration as never,
  words,
  open: (target) => openNotice(targetOf(target), browserWindows),
  isAppOpen: async () => (await runningWindow(await browserWindows.matchAll())) !== undefined,
  canReplyInside: 'reply' in NotificationEvent.prototype,
  maxActions,
});
