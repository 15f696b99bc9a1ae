import type { awayCommands } from '#contract/away/commands.ts';
import type { CommandsOf } from '#contract/command.ts';
import { ok } from '#contract/result.ts';
import type { ApiQueue } from '../api/queue.ts';
import type { CorePart } from '../base/part.ts';
import type { AppDb } from '../db/schema.ts';

type AwayPorts = {
  readonly app: AppDb;
  readonly queue: Pick<ApiQueue, 'kick'>;
  /** Refuses the call that rings, if it is this one. */
  readonly decline: (sid: string) => Promise<unknown>;
  /** Says that there is no time for the call that a host wishes. */
  readonly sayBusy: () => Promise<unknown>;
};
export type Away = CorePart<CommandsOf<typeof awayCommands>> & {
  /** The service worker has written something, or left something decided. */
  onKick(): Promise<void>;
};

/** Needed seldom: not read with the core. */
const decisions = () => import('./decisions.ts');

/** Creates the part for what the service worker does while no page is open: its push subscription, and what a tap decided. */
export function createAway({ app, queue, decline, sayBusy }: AwayPorts): Away {
  /** Refuses what rings, where it was refused on its notification while this core was the one to do it. */
  async function refuse(): Promise<void> {
    if (!(await app.state.get('intent'))) return;
    const row = await (await decisions()).takeDecision(app, ['decline', 'busy']);
    if (row?.act === 'decline') await decline(row.sid);
    else if (row) await sayBusy();
  }

  return {
    commands: {
      async keepPush(change) {
        const { keepPush } = await import('./keep-push.ts');
        const kept = await keepPush(app, change, Date.now());
        queue.kick();
        return kept;
      },
      async keepTold(tag, id) {
        const { keepTold } = await import('./told.ts');
        await keepTold(app, tag, id, Date.now());
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
    onStreamUp: () => void refuse().catch((error) => console.warn('what a tap decided', error)),
  };
}
