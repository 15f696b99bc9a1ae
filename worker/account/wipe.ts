import type Dexie from 'dexie';
import { queued } from '../api/enqueue.ts';
import type { Epoch } from '../base/epoch.ts';
import { readSession } from '../base/session-row.ts';
import type { AppDb, AppRow, ChatDb, NoticeDb, SessionRow } from '../db/schema.ts';

type Databases = { readonly chat: ChatDb; readonly app: AppDb; readonly notice: NoticeDb; readonly epoch: Epoch };

/** Keys of the rows of `app.state` that survive a sign-out: they belong to the device and the product and reveal nothing about the user. */
const STATE_THAT_STAYS: readonly AppRow['key'][] = [
  ...(['device', 'config', 'connection', 'build', 'consent', 'measured', 'attribution'] as const),
];
/**
 * Tables that a sign-out does not empty. Of `state` only the rows of STATE_THAT_STAYS survive. The API queue contains changes that the
 * server has not received, each with the token of its account. Its rows are deleted on the server's response, so changes made offline
 * before a sign-out are not lost, and the logout queued after them revokes the token.
 */
const TABLES_THAT_STAY = ['state', 'apiQueue'];
/** Part of the names of the app shell's caches, which contain no user data and are needed offline after a sign-out. */
const SHELL_CACHE = 'precache';

/**
 * Deletes all data of the user from this device at a sign-out (threats: logout), except queued changes, and queues the revocation of the
 * token. Tables are emptied and the databases stay, so that every tab's live queries stay connected, return nothing and show the login.
 */
export async function wipe(ports: Databases, leaving: SessionRow | undefined): Promise<void> {
  const { app, epoch } = ports;
  await app.transaction('rw', app.tables, async () => {
    await emptyTables(app);
    if (leaving) await queueLogout(app, leaving);
  });
  // From here on no user is signed in, and earlier operations do not write any more.
  epoch.end();
  await wipeConversations(ports);
}

/**
 * Deletes what this core has stored for an account whose session row is gone. Another core may have signed in a user meanwhile: what
 * belongs to that user stays.
 */
export async function wipeGone(ports: Databases, uid: number): Promise<void> {
  const { app, epoch } = ports;
  epoch.end();
  const isGone = await app.transaction('rw', app.tables, async () => {
    if ((await readSession(app)) !== undefined) return false;
    await emptyTables(app);
    return true;
  });
  if (!isGone) return;
  const claim = await ownerOfTalk(ports.chat);
  if (claim === undefined || claim === uid) await wipeConversations(ports);
}

/** Empties the tables of the app's database inside a transaction over all of them; what belongs to the device stays. */
async function emptyTables(app: AppDb): Promise<void> {
  const own = app.tables.filter(({ name }) => !TABLES_THAT_STAY.includes(name));
  await Promise.all(own.map((table) => table.clear()));
  await app.state
    .where('key')
    .noneOf([...STATE_THAT_STAYS])
    .delete();
}

/**
 * Queues the logout in the transaction of the wipe, so that it is sent later even if the device is offline or the
 * core is terminated now.
 */
async function queueLogout(app: AppDb, session: SessionRow): Promise<void> {
  const { uid, vcToken } = session;
  await app.apiQueue.toCollection().modify((row) => {
    // The queued changes use the token that the logout revokes; it may differ from the token at the time of the
    // change.
    if (row.uid === uid && row.endpoint !== 'logout') row.vcToken = vcToken;
  });
  await app.apiQueue.add(queued(session, 'logout', {}));
}

/**
 * Deletes conversations, presence and all caches but the app shell's: a part of `wipe`, and at start-up without a session the completion
 * of a wipe that a terminated worker began.
 */
export async function wipeConversations({ chat, notice }: Pick<Databases, 'chat' | 'notice'>): Promise<void> {
  const both: readonly Dexie[] = [chat, notice];
  for (const db of both) {
    await db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())));
  }
  const names = await cacheNames();
  await Promise.all(names.filter((name) => !name.includes(SHELL_CACHE)).map((name) => caches.delete(name)));
}

/**
 * Binds conversations, presence, stream and archive position to an account before they are used for it. Those of another one are
 * deleted: its wipe may have failed, or ended with its core, between the databases.
 */
export async function claimConversations(ports: Pick<Databases, 'chat' | 'notice'>, uid: number): Promise<void> {
  const owner = await ownerOfTalk(ports.chat);
  if (owner !== undefined && owner !== uid) await wipeConversations(ports);
  await ports.chat.sync.put({ key: 'account', uid });
}

/** Returns the account whose conversations are stored; undefined when no account has claimed them. */
async function ownerOfTalk({ sync }: Pick<ChatDb, 'sync'>): Promise<number | undefined> {
  const row = await sync.get('account');
  return row?.key === 'account' ? row.uid : undefined;
}

/** Returns the cache names; none in a browser that forbids all storage. */
async function cacheNames(): Promise<string[]> {
  try {
    return await caches.keys();
  } catch (error) {
    if (typeof caches === 'undefined' || (error as Error).name === 'SecurityError') return [];
    throw error;
  }
}
