import { NO_RELATION } from '#contract/people/people.ts';
import type { AcceptedSince } from '../base/accepted.ts';
import type { AppDb } from '../db/schema.ts';
import { storeRelations } from '../people/store.ts';

/**
 * Stores the account's blocks from the server (product 7.3) at each account refresh, so that this device learns of blocks added or removed
 * elsewhere. Runs inside the caller's transaction over relations, apiQueue and state.
 */
export async function storeBlocked(app: AppDb, blocked: readonly number[], changed: AcceptedSince): Promise<void> {
  const here = await app.relations.filter((row) => row.blocked).toArray();
  const ended = here.filter(({ uid }) => !blocked.includes(uid)).map((row) => ({ ...row, blocked: false }));
  const known = await app.relations.bulkGet([...blocked]);
  const added = blocked.map((uid, index) => ({ ...(known[index] ?? { uid, ...NO_RELATION }), blocked: true }));
  await storeRelations(app, [...ended, ...added], changed);
}
