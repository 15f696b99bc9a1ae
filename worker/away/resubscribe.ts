import { optionsOfSubscription } from '#contract/away/subscription.ts';
import { writePushToken } from '#contract/away/token.ts';
import { keepPush } from './keep-push.ts';
import type { AwayWorld } from './world.ts';

/** Subscribes with the key that the site had last, and has the server told. Where that fails, the record goes, and the next page asks again. */
export async function subscribeAnew({ app, registration, now }: Pick<AwayWorld, 'app' | 'registration' | 'now'>) {
  const config = await app.state.get('config');
  const key = config?.key === 'config' ? (config.pushKey ?? '') : '';
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const fresh = key === '' ? null : await registration.pushManager?.subscribe(options).catch(() => null);
  if (fresh) {
    const token = writePushToken(optionsOfSubscription(fresh, registration.scope));
    await keepPush(app, { state: 'kept', token, isUpdate: true }, now());
  } else await keepPush(app, { state: 'none' }, now());
}

/**
 * The browser ended the push subscription, or has another: the record follows, as a page would have it (product 9.6).
 */
export async function resubscribe(world: AwayWorld): Promise<void> {
  const row = await world.app.state.get('push');
  // Without a record nobody here wanted pushes.
  if (row?.key !== 'push' || !world.registration.pushManager) return;
  await subscribeAnew(world);
  await world.brief();
}
