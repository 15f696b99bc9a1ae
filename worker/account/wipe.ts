import type Dexie from 'dexie';
import { queued } from '../api/enqueue.ts';
import type { Epoch } from '../base/epoch.ts';
import type { AppDb, AppRow, ChatDb, NoticeDb, SessionRow } from '../db/schema.ts';

type Databases = { readonly chat: ChatDb; readonly app: AppDb; readonly notice: NoticeDb; readonly epoch: Epoch };

/** What may stay, and nothing else: what is the device's and the product's, and says nothing of whoever was here. */
const STATE_THAT_STAYS: readonly AppRow['key'][] = ['device', 'config', 'connection', 'build'];
/**
 * What the server has not heard yet, each under the token of the account that said it. A row goes with the server's answer,
 * so the changes of somebody who signs out without a network are not lost, and the logout behind them ends their token.
 */
const TABLES_THAT_STAY = ['state', 'apiQueue'];
/** The shell belongs to nobody: it must go on working offline after a sign-out. */
const SHELL_CACHE = 'precache';

/**
 * Removes everything of the user from this device (threats: logout), and has their token revoked. The tables are
 * emptied, not the databases deleted: every tab's live queries stay connected, see nothing, and show the login.
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
    if (leaving) await sayGoodbye(app, leaving);
  });
  // From here on nobody is signed in, and what was begun before that does not write any more.
  epoch.end();
  await wipeTalk(ports);
}

/** In the transaction of the wipe: a device that is offline, or dies now, still tells the server later. */
async function sayGoodbye(app: AppDb, session: SessionRow): Promise<void> {
  const { uid, vcToken } = session;
  await app.apiQueue.toCollection().modify((row) => {
    // Of the token that is about to end, which may be another than when the change was made.
    if (row.uid === uid && row.endpoint !== 'logout') row.vcToken = vcToken;
  });
  await app.apiQueue.add(queued(session, 'logout', {}));
}

/** What is left of conversations and of who was there. Without a session there is none: a worker that died in a wipe is done for. */
export async function wipeTalk({ chat, notice }: Pick<Databases, 'chat' | 'notice'>): Promise<void> {
  const both: readonly Dexie[] = [chat, notice];
  for (const db of both) {
    await db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())));
  }
  const names = await cacheNames();
  await Promise.all(names.filter((name) => !name.includes(SHELL_CACHE)).map((name) => caches.delete(name)));
}

/** A browser that forbids every storage has no caches either, and nothing lies in them. */
async function cacheNames(): Promise<string[]> {
  try {
    return await caches.keys();
  } catch (error) {
    if (typeof caches === 'undefined' || (error as Error).name === 'SecurityError') return [];
    throw error;
  }
}
