import { PASS_RENEWED_EVERY_MS } from '#contract/media/rules.ts';
import type { Api } from '../api/client.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';

/** The dependencies of the renewal of the media cookie. */
export type PassPorts = {
  readonly app: AppDb;
  readonly api: Pick<Api, 'call'>;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly now: () => number;
};

/** Creates `renew`, which requests a new cookie for private media for an active session, at most once every PASS_RENEWED_EVERY_MS. */
export function createPass({ app, api, session, now }: PassPorts): { renew(): Promise<void> } {
  return {
    async renew() {
      const asker = await session();
      const row = await app.state.get('pass');
      const isFresh = row?.key === 'pass' && now() - row.madeAt < PASS_RENEWED_EVERY_MS;
      if (asker?.status !== 'active' || isFresh) return;
      const result = await api.call('mediaPass', {});
      if (!result.ok) return;
      await app.transaction('rw', app.state, async () => {
        const left = (await session())?.vcToken !== asker.vcToken;
        if (!left) await app.state.put({ key: 'pass', madeAt: now() });
      });
    },
  };
}
