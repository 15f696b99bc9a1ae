import type { awayCommands } from '#contract/away/commands.ts';
import { INTENT_MAX_AGE_MS } from '#contract/away/rules.ts';
import type { CommandsOf } from '#contract/command.ts';
import { ok, type Result } from '#contract/result.ts';
import type { ApiQueue } from '../api/queue.ts';
import type { CorePart } from '../base/part.ts';
import type { AppDb, IntentRow } from '../db/schema.ts';

type AwayPorts = {
  readonly app: AppDb;
  readonly queue: Pick<ApiQueue, 'kick'>;
  /** Refuses the call that rings, if it is this one. */
  readonly decline: (sid: string) => Promise<unknown>;
  /** Says that there is no time for the call that a host wishes, if it is this one. */
  readonly sayBusy: (callback: string) => Promise<unknown>;
};
export type Away = CorePart<CommandsOf<typeof awayCommands>> & {
  /** The service worker has written something, or left something decided. */
  onKick(): Promise<void>;
};
type Act = IntentRow['act'];

/** Creates the part for what the service worker does while no page is open: its push subscription, and what a tap decided. */
export function createAway({ app, queue, decline, sayBusy }: AwayPorts): Away {
  /** Takes what a tap decided, if it is one of these; nobody gets it a second time. */
  async function take(acts: readonly Act[]): Promise<IntentRow | undefined> {
    const row = await app.transaction('rw', app.state, async () => {
      const found = (await app.state.get('intent')) as IntentRow | undefined;
      if (!found || !acts.includes(found.act)) return undefined;
      await app.state.delete('intent');
      return found;
    });
    return row && Math.abs(Date.now() - row.at) <= INTENT_MAX_AGE_MS ? row : undefined;
  }

  /** Refuses what rings, where it was refused on its notification while this core was the one to do it. */
  async function refuse(): Promise<void> {
    const row = await take(['decline', 'busy']);
    if (row?.act === 'decline') await decline(row.sid);
    else if (row?.act === 'busy') await sayBusy(row.sid);
  }
  const warn = (error: unknown) => console.warn('what a tap decided', error);

  return {
    commands: {
      async keepPush(change) {
        // Once in a week: not read with the core.
        const { keepPush } = await import('./keep-push.ts');
        const kept = await keepPush(app, change, Date.now());
        if (kept.ok) queue.kick();
        return kept;
      },
      async takeIntent(): Promise<Result<{ act: 'answer'; sid: string } | { act: 'dial'; uid: number } | null>> {
        const row = await take(['answer', 'dial']);
        if (row?.act === 'answer') return ok({ act: 'answer', sid: row.sid });
        return ok(row?.act === 'dial' ? { act: 'dial', uid: row.uid } : null);
      },
    },
    queuedCalls: { fcmToken: { isShown: false } },
    onKick: refuse,
    onStreamUp: () => void refuse().catch(warn),
  };
}
