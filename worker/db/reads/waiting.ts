import { dueAtOf } from '../queue-rows.ts';
import type { ApiQueueRow, AppDb, ChatDb } from '../schema.ts';

type Databases = { readonly app: Pick<AppDb, 'apiQueue'>; readonly chat: Pick<ChatDb, 'outbox'> };

const isOf = (row: ApiQueueRow, uid: number | undefined) => row.uid === uid || row.endpoint === 'logout';

/** Returns whether a change of this account, or the logout of any account, waits for another attempt, now or later. */
export const hasUnsentChanges = async (app: Databases['app'], uid: number | undefined): Promise<boolean> =>
  (await app.apiQueue.filter((row) => isOf(row, uid) && row.failure?.isStalled !== true).count()) > 0;

/**
 * Returns whether the core has something to send for this account now or within this time: an outbox row without a pending upload, a
 * queued change that is due, or the logout of any account. An unused core and a headless session run on while it does; a change that
 * keeps failing does not keep them running.
 */
export async function hasDueSends({ app, chat }: Databases, uid: number | undefined, withinMs = 0): Promise<boolean> {
  if ((await chat.outbox.filter(({ waitsFor }) => waitsFor === undefined).count()) > 0) return true;
  const now = Date.now();
  const isToSend = app.apiQueue.filter((row) => isOf(row, uid) && dueAtOf(row, now) <= now + withinMs);
  return (await isToSend.count()) > 0;
}
