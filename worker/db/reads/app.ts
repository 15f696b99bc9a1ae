import { DEFAULT_SETTINGS } from '#contract/account/default-settings.ts';
import type { Settings } from '#contract/account/settings.ts';
import { app, chat, notice } from '../open.ts';
import type { AppRow, DraftRow, OnlineUserRow, SessionRow } from '../schema.ts';
import { liveQuery } from './live-query.ts';

/** Closes the databases for good when the browser freezes this page: every later read of the page fails. */
export function closeDatabases(): void {
  for (const db of [app, chat, notice]) db.close();
}

type Key = Exclude<AppRow['key'], 'session'>;

/** Returns a row of the app state; undefined until the core has written it. The session has its own reader. */
export async function readState<K extends Key>(key: K): Promise<Extract<AppRow, { key: K }> | undefined> {
  return (await app.state.get(key)) as Extract<AppRow, { key: K }> | undefined;
}

/** Returns the settings, with defaults for those that the user never changed. */
export const readSettings = async (): Promise<Settings> => ({ ...DEFAULT_SETTINGS, ...(await readState('settings')) });

/** Returns the signed-in user without the token; null when no user is signed in. */
export async function readSession(): Promise<Omit<SessionRow, 'vcToken'> | null> {
  const row = (await app.state.get('session')) as SessionRow | undefined;
  if (!row) return null;
  const { vcToken: _secret, ...session } = row;
  return session;
}

/** Returns the presence of all known people. */
export const readOnlineUsers = (): Promise<OnlineUserRow[]> => notice.onlineUsers.toArray();

/** Returns the draft as it was last saved. */
export const readDraft = (tid: string): Promise<DraftRow | undefined> => app.drafts.get(tid);

/** Counts the queued changes of an account, without logouts: the server has not accepted them yet. */
export const countWaitingChanges = (uid: number): Promise<number> =>
  app.apiQueue.filter((row) => row.uid === uid && row.endpoint !== 'logout').count();

/** Calls `onRow` with a row of the app state at first and after each change; returns a function that stops it. */
export function watchState<K extends Key>(
  key: K,
  onRow: (row: Extract<AppRow, { key: K }> | undefined) => void,
): () => void {
  const watched = liveQuery(() => readState(key)).subscribe({ next: onRow, error() {} });
  return () => watched.unsubscribe();
}
