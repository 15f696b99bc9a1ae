import type Dexie from 'dexie';
import { queued } from '../api/enqueue.ts';
import type { Epoch } from '../base/epoch.ts';
import type { AppDb, AppRow, ChatDb, NoticeDb, SessionRow } from '../db/schema.ts';

type Databases = { readonly chat: ChatDb; readonly app: AppDb; readonly notice: NoticeDb; readonly epoch: Epoch };

/**
 * The only rows that are kept: they belong to the device and the product, and reveal nothing about the user. `otherAccounts` has the only
 * access to accounts of this device that would be lost without it.
 */
const STATE_THAT_STAYS: readonly AppRow['key'][] = [
  ...(['device', 'otherAccounts', 'config', 'connection', 'build', 'consent', 'measured', 'attribution'] as const),
];
/**
 * Tables that are kept. The API queue holds changes that the server has not received, each under the token of its account. A
 * row is removed on the server's answer, so changes made offline before a sign-out are not lost, and the logout behind them
 * revokes the token.
 */
const TABLES_THAT_STAY = ['state', 'apiQueue'];
/** The shell holds no user's data: it must work offline after a sign-out. */
const SHELL_CACHE = 'precache';

/**
 * Removes all of the user's data from this device (threats: logout), and has their token revoked. The tables are emptied, not
 * the databases deleted: every tab's live queries stay connected, return nothing, and show the login.
 */
export async function wipe(ports: Databases, leaving: SessionRow | undefined): Promise<void> {
  const { app, epoch } = ports;
  await app.transaction('rw', app.tables, async () => {
    const own = app.tables.filter(({ name }) => !TABLES_THAT_STAY.includes(name));
    await Promise.all(own.map((table) => table.clear()));
    await app.state
      .where('key')
      .noneOf([...STATE_THAT_STAYS])
      .delete();
    if (leaving) await queueLogout(app, leaving);
  });
  // From here on no user is signed in, and earlier operations write no more.
  epoch.end();
  await wipeTalk(ports);
}

/** Queues the logout in the transaction of the wipe: a device that is offline, or dies now, still sends it later. */
async function queueLogout(app: AppDb, session: SessionRow): Promise<void> {
  const { uid, vcToken } = session;
  await app.apiQueue.toCollection().modify((row) => {
    // The queued changes use the token that is about to be revoked; it may differ from the token at the time of the change.
    if (row.uid === uid && row.endpoint !== 'logout') row.vcToken = vcToken;
  });
  await app.apiQueue.add(queued(session, 'logout', {}));
}

/** Removes conversations and presence. Without a session there should be none: this finishes the wipe of a worker that died. */
export async function wipeTalk({ chat, notice }: Pick<Databases, 'chat' | 'notice'>): Promise<void> {
  const both: readonly Dexie[] = [chat, notice];
  for (const db of both) {
    await db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())));
  }
  const names = await cacheNames();
  await Promise.all(names.filter((name) => !name.includes(SHELL_CACHE)).map((name) => caches.delete(name)));
}

/** Returns the cache names. A browser that forbids all storage has no caches. */
async function cacheNames(): Promise<string[]> {
  try {
    return await caches.keys();
  } catch (error) {
    if (typeof caches === 'undefined' || (error as Error).name === 'SecurityError') return [];
    throw error;
  }
}
