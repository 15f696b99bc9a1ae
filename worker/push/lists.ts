import { CORE_LOCK } from '#contract/core.ts';
import { isHello } from '#contract/push/kick.ts';
import { BRIEF_MAX_MS } from '#contract/push/rules.ts';
import { type PushFound, stepToken } from '#contract/push/step-token.ts';
import { optionsOfSubscription } from '#contract/push/subscription.ts';
import { writePushToken } from '#contract/push/token.ts';
import type { Result } from '#contract/result.ts';
import { refreshConfig } from '../account/config.ts';
import type { Api } from '../api/client.ts';
import { createAccepted } from '../base/accepted.ts';
import { createEpoch } from '../base/epoch.ts';
import { expire, isTokenRefused, readSession } from '../base/session-row.ts';
import { refreshAllowances } from '../calls/allowances.ts';
import { isNewerDatabase } from '../db/reads/storage-failure.ts';
import type { AppDb, NoticeDb, SessionRow } from '../db/schema.ts';
import { createLists } from '../discovery/lists.ts';
import {
  newRefresh,
  type Refresh,
  type RefreshEffect,
  type RefreshEnd,
  type RefreshEvent,
  type RefreshOutcome,
  stepRefresh,
} from './lists-step.ts';
import { renewSubscription } from './resubscribe.ts';
import { storePushChange } from './save-push.ts';
import type { AwayWorld } from './world.ts';

/** The dependencies of the periodic refresh. */
export type RefreshPorts = Pick<AwayWorld, 'registration' | 'now'> & {
  readonly app: AppDb;
  readonly notice: NoticeDb;
  readonly build: number;
  readonly locks: Pick<LockManager, 'request' | 'query'>;
  readonly openChannel: () => BroadcastChannel;
  readonly openApi: () => Api;
  readonly permission: () => NotificationPermission;
};

/**
 * Runs at each periodic background sync: fetches the site configuration, the list of hosts and the allowances, and checks the push
 * subscription, as a page does at its start (product 9.6). Resolves to `tells` when a changed subscription is in the API queue.
 */
export function refreshWhileAway(ports: RefreshPorts): Promise<RefreshEnd> {
  const { app, notice, locks, registration, now } = ports;
  const api = ports.openApi();
  const epoch = createEpoch();
  let refresh: Refresh = newRefresh;
  let session: SessionRow | undefined;
  let release = () => {};
  // Opened before the lock is requested: a page's core first requests the lock and then announces itself.
  const channel = ports.openChannel();
  channel.addEventListener('message', ({ data }) => {
    if (isHello(data)) dispatch({ type: 'hello' });
  });
  const deadline = setTimeout(() => dispatch({ type: 'deadline' }), BRIEF_MAX_MS);

  function dispatch(event: RefreshEvent): void {
    const [next, effects] = stepRefresh(refresh, event);
    refresh = next;
    for (const effect of effects) perform(effect);
  }

  function perform(effect: RefreshEffect): void {
    switch (effect.type) {
      case 'check':
        void check();
        return;
      case 'fetch':
        void fetchAll();
        return;
      case 'look':
        void chooseStep();
        return;
      case 'keep':
        void storeOutcome(effect.how);
        return;
      case 'cancel':
        // Responses that arrive from now on must not be stored: another core takes over.
        epoch.end();
        api.cancelAll();
        return;
      case 'expire':
        if (session) void expire(app, session.vcToken);
        return;
      case 'free':
        release();
        return;
    }
  }

  async function check(): Promise<void> {
    try {
      session = await readSession(app);
      const row = await app.state.get('build');
      // A page's core that is queued for the lock may have announced itself before this channel was open.
      const isAskedFor = (await locks.query()).pending?.some(({ name }) => name === CORE_LOCK);
      if (isAskedFor) dispatch({ type: 'hello' });
      else if (session?.status !== 'active') dispatch({ type: 'may', why: 'idle' });
      else if (row?.key === 'build' && row.build > ports.build) dispatch({ type: 'may', why: 'stale' });
      else dispatch({ type: 'may', why: 'yes' });
    } catch (error) {
      dispatch({ type: 'may', why: isNewerDatabase(error) ? 'stale' : 'idle' });
    }
  }

  async function fetchAll(): Promise<void> {
    const lists = createLists({ app, notice, epoch, accepted: createAccepted(), api, now });
    const refreshes: readonly Promise<Result<null>>[] = [
      refreshConfig(app, api),
      lists.refresh('hot:', false),
      refreshAllowances(app, api),
    ];
    // A failed write does not cancel the other requests.
    const answers = await Promise.allSettled(refreshes);
    const isRefused = answers.some(
      (outcome) => outcome.status === 'fulfilled' && !outcome.value.ok && isTokenRefused(outcome.value.error),
    );
    dispatch({ type: 'fetched', isRefused });
  }

  async function held() {
    const subscription = await registration.pushManager?.getSubscription();
    return subscription ? optionsOfSubscription(subscription, registration.scope) : undefined;
  }

  async function find(): Promise<PushFound> {
    const config = await app.state.get('config');
    const record = await app.state.get('push');
    return {
      isSupported: registration.pushManager !== undefined,
      // True only for a page in an iOS browser; a service worker there belongs to an app on the home screen.
      isOutside: false,
      permission: ports.permission(),
      pushKey: config?.key === 'config' ? (config.pushKey ?? '') : '',
      record: record?.key === 'push' ? record : undefined,
      held: await held(),
    };
  }

  async function chooseStep(): Promise<void> {
    const found = await find().catch(() => undefined);
    dispatch({ type: 'looked', act: found ? stepToken(found, now()).act : 'skip' });
  }

  async function storeOutcome(how: RefreshOutcome): Promise<void> {
    try {
      if (how === 'renew') {
        const options = await held();
        if (options)
          await storePushChange(app, { state: 'kept', token: writePushToken(options), isUpdate: true }, now());
      } else {
        await storePushChange(app, { state: 'none' }, now());
        await (await registration.pushManager?.getSubscription())?.unsubscribe();
        if (how === 'replace') await renewSubscription(ports);
      }
    } catch {
      // The next page checks the subscription again.
    }
    dispatch({ type: 'kept' });
  }

  const leaving = new Promise<void>((free) => {
    release = () => {
      clearTimeout(deadline);
      channel.close();
      free();
    };
  });
  return (
    locks
      .request(CORE_LOCK, { ifAvailable: true }, (lock) => {
        dispatch({ type: 'lock', isFree: lock !== null });
        return lock === null ? undefined : leaving;
      })
      .finally(() => release())
      // The lock is free only now, so that a headless session can upload the queued change.
      .then(() => refresh.end ?? 'late')
  );
}
