import type { CommandsOf } from '#contract/command.ts';
import type { pushCommands } from '#contract/push/commands.ts';
import { ok } from '#contract/result.ts';
import type { ApiQueue } from '../api/queue.ts';
import type { CorePart } from '../base/part.ts';
import type { AppDb } from '../db/schema.ts';

type AwayPorts = {
  readonly app: AppDb;
  readonly queue: Pick<ApiQueue, 'kick'>;
  /** Declines the ringing call if it has this sid. */
  readonly decline: (sid: string) => Promise<unknown>;
  /** Replies `busy` to a host's callback request. */
  readonly sayBusy: () => Promise<unknown>;
};
/** The core part for the results of the service worker. */
export type Away = CorePart<CommandsOf<typeof pushCommands>> & {
  /** Called when the service worker has written rows or stored the action of a tap. */
  onKick(): Promise<void>;
};

/** The module is rarely needed, so it is not loaded with the core. */
const decisions = () => import('./decisions.ts');

/** Creates the core part for the service worker's results: the push subscription and the actions of notification taps. */
export function createAway({ app, queue, decline, sayBusy }: AwayPorts): Away {
  /**
   * Performs the answer that the user gave on a notification while this core was running: declines the call, or the callback request as
   * busy.
   */
  async function refuse(): Promise<void> {
    if (!(await app.state.get('intent'))) return;
    const row = await (await decisions()).takeDecision(app, ['decline', 'busy']);
    if (row?.act === 'decline') await decline(row.sid);
    else if (row) await sayBusy();
  }

  return {
    commands: {
      async keepPush(change) {
        const { storePushChange } = await import('./save-push.ts');
        const stored = await storePushChange(app, change, Date.now());
        queue.kick();
        return stored;
      },
      async recordShownEvent(tag, id) {
        const { recordShown } = await import('./shown-notifications.ts');
        await recordShown(app, tag, id, Date.now());
        return ok(null);
      },
      async takeIntent() {
        const row = await (await decisions()).takeDecision(app, ['answer', 'dial']);
        if (row?.act === 'answer') return ok({ act: row.act, sid: row.sid });
        return ok(row?.act === 'dial' ? { act: row.act, uid: row.uid } : null);
      },
    },
    queuedCalls: { fcmToken: { isShown: false } },
    onKick: refuse,
    onStreamUp: () =>
      void refuse().catch((error) => console.warn('failed to apply the action of a notification', error)),
  };
}
