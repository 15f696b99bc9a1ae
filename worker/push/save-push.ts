import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import type { pushCommands } from '#contract/push/commands.ts';
import { readPushToken } from '#contract/push/token.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { queued } from '../api/enqueue.ts';
import { readSession } from '../base/session-row.ts';
import type { AppDb, PushRow } from '../db/schema.ts';

/** A change of the push subscription: its new state, and the token of a successful subscription. */
export type PushChange = Parameters<CommandsOf<typeof pushCommands>['keepPush']>[0];

const NO_OPTIONS: PushRow['options'] = { endpoint: '', p256dh: '', auth: '', swScope: '', vapidKey: '' };

/**
 * Stores a change of the push subscription. A new or deleted subscription is queued for the server in the same transaction, so that
 * neither exists without the other. Fails when no user is signed in. The caller starts the queue.
 */
export function storePushChange(app: AppDb, change: PushChange, now: number): Promise<Result<null>> {
  return app.transaction('rw', [app.state, app.apiQueue], async () => {
    const session = await readSession(app);
    if (!session) return fail(needLogin);
    const row = await app.state.get('push');
    const before = row?.key === 'push' ? row : undefined;
    const upload = (fcmToken: string, isUpdate: boolean) =>
      app.apiQueue.add(queued(session, 'fcmToken', { fcmToken, isUpdate }));
    switch (change.state) {
      case 'pending':
      case 'failed':
        await app.state.put({
          key: 'push',
          token: '',
          createTime: 0,
          options: NO_OPTIONS,
          state: change.state,
          at: now,
          ...(change.state === 'failed' && { why: change.why }),
        });
        return ok(null);
      case 'kept': {
        const options = readPushToken(change.token);
        if (!options) return fail({ code: 'bad-request', detail: 'token' });
        await app.state.put({ key: 'push', token: change.token, createTime: now, options, state: 'kept', at: now });
        await upload(change.token, change.isUpdate);
        return ok(null);
      }
      case 'none':
        await app.state.delete('push');
        if (before) await upload('', true);
        return ok(null);
    }
  });
}
