import { optionsOfSubscription } from '#contract/away/subscription.ts';
import { writePushToken } from '#contract/away/token.ts';
import { keepPush } from './keep-push.ts';
import type { AwayWorld } from './world.ts';

/**
 * The browser ended the push subscription, or has another: the record follows, as a page would have it (product 9.6). Where it
 * cannot subscribe anew, the record goes, and the next page asks again.
 */
export async function resubscribe({ app, registration, now, brief }: AwayWorld): Promise<void> {
  const row = await app.state.get('push');
  const config = await app.state.get('config');
  const key = config?.key === 'config' ? (config.pushKey ?? '') : '';
  const { pushManager } = registration;
  // Without a record nobody here wanted pushes.
  if (row?.key !== 'push' || !pushManager) return;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const fresh = key === '' ? null : await pushManager.subscribe(options).catch(() => null);
  if (fresh) {
    const token = writePushToken(optionsOfSubscription(fresh, registration.scope));
    await keepPush(app, { state: 'kept', token, isUpdate: true }, now());
  } else await keepPush(app, { state: 'none' }, now());
  await brief();
}
