import type { CommandsOf } from '#contract/command.ts';
import type { paymentCommands } from '#contract/payments/commands.ts';
import { ok } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import { guardAccount } from '../base/session-row.ts';
import type { AppDb } from '../db/schema.ts';

type Ports = { readonly app: AppDb; readonly api: Pick<Api, 'call'>; readonly now: () => number };

/** Creates the command that fetches pages of a history and stores them for offline use. */
export const createRecords =
  ({ app, api, now }: Ports): CommandsOf<typeof paymentCommands>['refreshRecords'] =>
  async (kind, more) => {
    const isStillSignedIn = await guardAccount(app);
    const before = more ? await app.records.get(kind) : undefined;
    if (more && !before?.nextCursor) return ok(null);
    const answer = await api.call('payRecords', { kind, cursor: before?.nextCursor ?? '' });
    if (!answer.ok) return answer;
    const { orders, lines, nextCursor, balance } = answer.value;
    await app.transaction('rw', [app.records, app.state], async () => {
      const here = await app.records.get(kind);
      // Another page was stored meanwhile, so this one does not follow it.
      if (!(await isStillSignedIn()) || (before && here?.nextCursor !== before.nextCursor)) return;
      await app.records.put({
        kind,
        orders: [...(before?.orders ?? []), ...orders],
        lines: [...(before?.lines ?? []), ...lines],
        nextCursor,
        balance,
        fetchedAt: now(),
      });
    });
    return ok(null);
  };
