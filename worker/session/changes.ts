import type { AppDb } from '../db/schema.ts';

const CHANGES_KEPT = 200;

/**
 * Adds a change of the connection state, or a failed start, to the last CHANGES_KEPT ones, for the diagnosis file that a user can save.
 * They are codes and times (device clock, ms), no personal data.
 */
export const noteChange = (app: AppDb, code: string, at: number): Promise<unknown> =>
  app.transaction('rw', app.state, async () => {
    const row = await app.state.get('changes');
    const before = row?.key === 'changes' ? row.list : [];
    await app.state.put({ key: 'changes', list: [...before.slice(1 - CHANGES_KEPT), { code, at }] });
  });
