import { optionsOfSubscription } from '#contract/push/subscription.ts';
import { writePushToken } from '#contract/push/token.ts';
import { storePushChange } from './save-push.ts';
import type { AwayWorld } from './world.ts';

/**
 * Subscribes with the last known VAPID key and queues the upload to the server. If that fails, the record is deleted
 * and the next page subscribes again.
 */
export async function renewSubscription({ app, registration, now }: Pick<AwayWorld, 'app' | 'registration' | 'now'>) {
  const config = await app.state.get('config');
  const key = config?.key === 'config' ? (config.pushKey ?? '') : '';
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const fresh = key === '' ? null : await registration.pushManager?.subscribe(options).catch(() => null);
  if (fresh) {
    const token = writePushToken(optionsOfSubscription(fresh, registration.scope));
    await storePushChange(app, { state: 'kept', token, isUpdate: true }, now());
  } else await storePushChange(app, { state: 'none' }, now());
}

/**
 * Handles `pushsubscriptionchange` (product 9.6): renews the subscription and its record, and sends it to the server by a headless session.
 */
export async function resubscribe(world: AwayWorld): Promise<void> {
  const row = await world.app.state.get('push');
  // Without a record no user has enabled push on this device.
  if (row?.key !== 'push' || !world.registration.pushManager) return;
  await renewSubscription(world);
  await world.brief();
}
