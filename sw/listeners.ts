import { targetOf } from '#contract/notices/notice.ts';
import { LISTS_SYNC } from '#contract/push/rules.ts';
import type { AwayWorker } from '../worker/push/main.ts';
import { browserWindows } from './browser-windows.ts';
import { openNotice } from './open-notice.ts';
import type { StoreShare } from './share.ts';

/** Events that TypeScript's library lacks. */
type SyncEvent = ExtendableEvent & { readonly tag: string };
type Route = { readonly condition: object; readonly source: 'network' };
type RoutingInstallEvent = ExtendableEvent & { addRoutes?(routes: readonly Route[]): Promise<void> };
type ReplyEvent = NotificationEvent & { readonly reply?: string | null };
type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy };
type Policy = { createScriptURL(url: string): unknown };

declare const self: ServiceWorkerGlobalScope & { gemcallAway?: AwayWorker; trustedTypes?: TrustedTypes };

const AWAY_SCRIPT = '/away.js';
/** Paths that a browser with static routes (`addRoutes`) fetches without starting this worker. */
const BYPASS_PATHS = ['/api/*', '/upload*', '/sync_js'];

/** Trusted Types require a policy for the address of a script (trap 9); this policy allows one script. */
const policy: Policy = self.trustedTypes?.createPolicy('gemcall-worker', { createScriptURL: () => AWAY_SCRIPT }) ?? {
  createScriptURL: () => AWAY_SCRIPT,
};

/**
 * Loads the away script (sw/away.ts) once: at the installation from the network, which stores it with this worker, later from
 * there. Undefined in development, where the worker is a module and cannot import scripts.
 */
function loadAwayScript(): AwayWorker | undefined {
  if (!import.meta.env.DEV && !self.gemcallAway) importScripts(policy.createScriptURL(AWAY_SCRIPT) as string);
  return self.gemcallAway;
}

/** Stores a share through the away script, which is loaded on first use. Rejects in development, where no away script exists. */
export const storeShareInWorker: StoreShare = async (shared) => {
  const worker = loadAwayScript();
  if (!worker) throw new TypeError('This build keeps no shares');
  return worker.onShare(shared);
};

async function addBypassRoutes(event: RoutingInstallEvent): Promise<void> {
  const routes = BYPASS_PATHS.map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: 'network' as const,
  }));
  // A browser that rejects a route sends these requests to this worker.
  await event.addRoutes?.(routes).catch(() => undefined);
}

/** Registers the handlers of the installation and of events that need no page: push, notification clicks, sync, new subscription. */
export function listenWhileAway(): void {
  self.addEventListener('install', (event) => {
    event.waitUntil(addBypassRoutes(event));
    // Loads the script once at install, so that the browser stores it with this worker; the installation fails without it.
    event.waitUntil(Promise.resolve().then(loadAwayScript));
  });
  self.addEventListener('push', (event) => {
    event.waitUntil(loadAwayScript()?.onPush(event.data?.text()) ?? Promise.resolve());
  });
  self.addEventListener('notificationclick', (event: ReplyEvent) => {
    const { notification, action, reply } = event;
    const { tag, data } = notification;
    notification.close();
    const handled = action === '' ? undefined : loadAwayScript()?.onTap(tag, data, action, reply ?? undefined);
    event.waitUntil(handled ?? openNotice(targetOf(data), browserWindows));
  });
  self.addEventListener('pushsubscriptionchange', (event) => {
    (event as ExtendableEvent).waitUntil(loadAwayScript()?.onSubscriptionChange() ?? Promise.resolve());
  });
  self.addEventListener('sync' as 'message', (event) => {
    const sync = event as unknown as SyncEvent;
    if (sync.tag === 'outbox') sync.waitUntil(loadAwayScript()?.onSync() ?? Promise.resolve());
  });
  self.addEventListener('periodicsync' as 'message', (event) => {
    const sync = event as unknown as SyncEvent;
    if (sync.tag === LISTS_SYNC) sync.waitUntil(loadAwayScript()?.onPeriodicSync() ?? Promise.resolve());
  });
}
