import { LISTS_SYNC } from '#contract/away/rules.ts';
import { targetOf } from '#contract/notices/notice.ts';
import type { AwayWorker } from '../worker/away/main.ts';
import { openNotice } from './open-notice.ts';
import type { KeepShare } from './share.ts';

/** Events that TypeScript's library does not know. */
type SyncEvent = ExtendableEvent & { readonly tag: string };
type Route = { readonly condition: object; readonly source: 'network' };
type RoutingInstallEvent = ExtendableEvent & { addRoutes?(routes: readonly Route[]): Promise<void> };
type ReplyEvent = NotificationEvent & { readonly reply?: string | null };
type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy };
type Policy = { createScriptURL(url: string): unknown };

declare const self: ServiceWorkerGlobalScope & { gemcallAway?: AwayWorker; trustedTypes?: TrustedTypes };

const AWAY_SCRIPT = '/away.js';
/** Answered by the server alone: the browser need not even start this worker for them. */
const PAST_THE_WORKER = ['/api/*', '/upload*', '/sync_js'];

/** Under Trusted Types the address of a script comes from a policy (trap 9); ours names one script. */
const policy: Policy = self.trustedTypes?.createPolicy('gemcall-worker', { createScriptURL: () => AWAY_SCRIPT }) ?? {
  createScriptURL: () => AWAY_SCRIPT,
};

/**
 * The script that was stored with this worker when it was installed; no network is asked. Undefined in development, where the
 * worker is a module, which cannot load another.
 */
function away(): AwayWorker | undefined {
  if (!import.meta.env.DEV && !self.gemcallAway) importScripts(policy.createScriptURL(AWAY_SCRIPT) as string);
  return self.gemcallAway;
}

/** Rejects in development, where nothing is kept while the app is closed. */
export const keepShare: KeepShare = async (shared) => {
  const worker = away();
  if (!worker) throw new TypeError('This build keeps no shares');
  return worker.onShare(shared);
};

async function passBy(event: RoutingInstallEvent): Promise<void> {
  const routes = PAST_THE_WORKER.map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: 'network' as const,
  }));
  // What a browser does not understand it asks this worker, as others do.
  await event.addRoutes?.(routes).catch(() => undefined);
}

/** Listens to what comes while no page is open. Nothing else is done at the start of the worker. */
export function listenWhileAway(): void {
  self.addEventListener('install', (event) => {
    event.waitUntil(passBy(event));
    // Once, so that it is stored with this worker; without it there is no worker.
    event.waitUntil(Promise.resolve().then(away));
  });
  self.addEventListener('push', (event) => {
    event.waitUntil(away()?.onPush(event.data?.text()) ?? Promise.resolve());
  });
  self.addEventListener('notificationclick', (event: ReplyEvent) => {
    const { notification, action, reply } = event;
    const { tag, data } = notification;
    notification.close();
    const done = action === '' ? undefined : away()?.onTap(tag, data, action, reply ?? undefined);
    event.waitUntil(done ?? openNotice(targetOf(data)));
  });
  self.addEventListener('pushsubscriptionchange', (event) => {
    (event as ExtendableEvent).waitUntil(away()?.onSubscriptionChange() ?? Promise.resolve());
  });
  self.addEventListener('sync' as 'message', (event) => {
    const sync = event as unknown as SyncEvent;
    if (sync.tag === 'outbox') sync.waitUntil(away()?.onSync() ?? Promise.resolve());
  });
  self.addEventListener('periodicsync' as 'message', (event) => {
    const sync = event as unknown as SyncEvent;
    if (sync.tag === LISTS_SYNC) sync.waitUntil(away()?.onPeriodicSync() ?? Promise.resolve());
  });
}
