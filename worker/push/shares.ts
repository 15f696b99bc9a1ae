import { nanoid } from 'nanoid';
import { isOver } from '#contract/calls/calls.ts';
import { SHARE_KEPT_MS, SHARES_MAX } from '#contract/chat/rules.ts';
import type { Shared } from '#contract/chat/share.ts';
import type { AppDb } from '../db/schema.ts';
import { storableFile } from '../db/storable-file.ts';

type SharePorts = {
  readonly app: AppDb;
  /** Device clock, ms. */
  readonly now: () => number;
  /** Returns whether the app runs in an open window. Without one, the call row is stale, and nothing would offer the share. */
  readonly isAppOpen: () => Promise<boolean>;
};

/**
 * Stores content shared from another app until the user chooses a conversation, and deletes expired content and all but the newest
 * SHARES_MAX. No user needs to be signed in. `waits`: the app is open in a call, which the share must not interrupt.
 */
export async function storeShare(
  { app, now, isAppOpen }: SharePorts,
  shared: Shared<Blob>,
): Promise<{ readonly id: string; readonly waits: boolean }> {
  const { picture, ...words } = shared;
  const stored = picture && (await storableFile(app, picture));
  const id = nanoid();
  const at = now();
  const isInCall = await app.transaction('rw', [app.shares, app.state], async () => {
    await app.shares
      .where('at')
      .belowOrEqual(at - SHARE_KEPT_MS)
      .delete();
    await app.shares.add({ id, at, ...words, ...(stored && { picture: stored }) });
    const newest = await app.shares.orderBy('at').reverse().primaryKeys();
    await app.shares.bulkDelete(newest.slice(SHARES_MAX));
    const call = await app.state.get('call');
    return call?.key === 'call' && !isOver(call.status);
  });
  return { id, waits: isInCall && (await isAppOpen()) };
}
