import { PUSH_PENDING_MAX_MS } from '#contract/push/rules.ts';
import { type PushFound, stepToken } from '#contract/push/step-token.ts';
import { optionsOfSubscription } from '#contract/push/subscription.ts';
import { writePushToken } from '#contract/push/token.ts';
import { readState } from '#db/reads/app.ts';
import { core } from '../../../core/core.ts';
import { mustInstallForPushes } from '../../../data/platform.ts';

/** Web Lock that lets only one tab check the push subscription. */
const LOOK_LOCK = 'push-look';
const TRIAL = 'push-trial';

/** Opens a test database: some browsers define `indexedDB` but refuse to open databases. */
function opensDatabases(): Promise<boolean> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(TRIAL);
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      opening.result.close();
      indexedDB.deleteDatabase(TRIAL);
      resolve(true);
    };
  });
}

/** Returns whether the browser supports everything that Web Push needs (product 9.6), including opening a database. */
export async function canBePushed(): Promise<boolean> {
  const hasNames =
    'serviceWorker' in navigator &&
    'PushManager' in globalThis &&
    'Notification' in globalThis &&
    'fetch' in globalThis &&
    'indexedDB' in globalThis &&
    navigator.cookieEnabled &&
    'showNotification' in ServiceWorkerRegistration.prototype &&
    'getKey' in PushSubscription.prototype;
  return hasNames && opensDatabases();
}

async function find(registration: ServiceWorkerRegistration): Promise<PushFound> {
  const [config, row, held] = await Promise.all([
    readState('config'),
    readState('push'),
    registration.pushManager.getSubscription(),
  ]);
  return {
    isSupported: true,
    isOutside: mustInstallForPushes(),
    permission: Notification.permission,
    pushKey: config?.pushKey ?? '',
    record: row,
    held: held ? optionsOfSubscription(held, registration.scope) : undefined,
  };
}

/**
 * Checks the browser's push subscription and synchronizes the local record and the server with it, unless another tab is doing so. Called
 * at each start and when the permission or the server's VAPID key has changed. Never throws; a failure is recorded and retried later.
 */
export async function syncPushState(): Promise<void> {
  await navigator.locks.request(LOOK_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    try {
      await syncSubscription();
    } catch (error) {
      await core.keepPush({ state: 'failed', why: error instanceof Error ? error.name.slice(0, 64) : 'unknown' });
    }
  });
}

async function syncSubscription(): Promise<void> {
  if (mustInstallForPushes() || !(await canBePushed())) return;
  const registration = await navigator.serviceWorker.getRegistration();
  // On the first visit the service worker is still being installed; the next start checks again.
  if (!registration?.active) return;
  const found = await find(registration);
  const step = stepToken(found, Date.now());
  switch (step.act) {
    case 'unsupported':
    case 'skip':
    case 'ask':
    case 'off':
    case 'reuse':
      return;
    case 'wait':
      setTimeout(() => void syncPushState(), step.ms);
      return;
    case 'forget':
      await end(registration);
      return;
    case 'subscribe':
      // A subscription without a local record belongs to another account.
      if (!found.record) await unsubscribe(registration);
      await begin(registration, found.pushKey, false);
      return;
    case 'replace':
      await end(registration);
      await begin(registration, found.pushKey, true);
      return;
    case 'renew':
      if (found.held) await core.keepPush({ state: 'kept', token: writePushToken(found.held), isUpdate: true });
  }
}

const unsubscribe = async ({ pushManager }: ServiceWorkerRegistration) =>
  void (await (await pushManager.getSubscription())?.unsubscribe());

async function end(registration: ServiceWorkerRegistration): Promise<void> {
  await core.keepPush({ state: 'none' });
  await unsubscribe(registration);
}

async function begin(registration: ServiceWorkerRegistration, pushKey: string, isUpdate: boolean): Promise<void> {
  await core.keepPush({ state: 'pending' });
  const subscribing = registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  // `subscribe` may never settle if the push service cannot be reached (trap 15).
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new DOMException('no answer', 'TimeoutError')), PUSH_PENDING_MAX_MS);
  });
  const subscription = await Promise.race([subscribing, late]);
  const token = writePushToken(optionsOfSubscription(subscription, registration.scope));
  await core.keepPush({ state: 'kept', token, isUpdate });
}
