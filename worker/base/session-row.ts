import type { AppError } from '#contract/result.ts';
import { liveQuery } from '../db/reads/live-query.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';
import type { Epoch } from './epoch.ts';

/** Returns the session row; undefined when no user is signed in. */
export const readSession = async (app: AppDb) => (await app.state.get('session')) as SessionRow | undefined;

/**
 * Returns the account whose data is stored on this device: the signed-in user, or the last one before a failed login.
 * Undefined when there is none.
 */
export async function ownerOf(app: AppDb): Promise<number | undefined> {
  const row = await app.state.get('owner');
  return (await readSession(app))?.uid ?? (row?.key === 'owner' ? row.uid : undefined);
}

const REFUSED: ReadonlySet<AppError['code']> = new Set(['unauthorized', 'invalid-token', 'need-login']);

/** Returns whether the server rejected the token. Only for calls that were sent with one. */
export const isTokenRefused = ({ code }: AppError): boolean => REFUSED.has(code);

/**
 * Marks the session of a rejected token as expired, so that the user is asked once to log in. A newer token of a later login is not
 * changed.
 */
export async function expire(app: AppDb, token: string): Promise<void> {
  await app.transaction('rw', app.state, async () => {
    const row = await readSession(app);
    if (row?.vcToken === token) await app.state.put({ ...row, status: 'expired' });
  });
}

/**
 * Caches the session in memory for commands that a user waits for: reading the database takes a tenth of the time
 * budget of sending a message. The cached row is valid only in the epoch in which it was read, so never after a
 * sign-out.
 */
export function watchSession(app: AppDb, epoch: Epoch) {
  let cached: { readonly row: SessionRow | undefined; readonly isCurrent: () => boolean } | undefined;
  /** Incremented when the database is closed: rows read before are invalid for the next connection. */
  let connection = 0;
  const holdConnection = () => {
    const [of, isCurrent] = [connection, epoch.guard()];
    return () => of === connection && isCurrent();
  };
  const watching = liveQuery(async () => ({ isCurrent: holdConnection(), row: await readSession(app) })).subscribe({
    next(read) {
      cached = read;
    },
    // A read failed for another reason than the storage, whose failures `liveQuery` retries.
    error() {
      cached = undefined;
    },
  });
  // The browser may have deleted the database: the cached row is invalid then.
  const forget = () => {
    connection += 1;
    cached = undefined;
  };
  app.on('close', forget);
  return {
    session: async () => (cached?.row && cached.isCurrent() ? cached.row : readSession(app)),
    stop(): void {
      watching.unsubscribe();
      app.on.close.unsubscribe(forget);
      cached = undefined;
    },
  };
}

/**
 * Remembers the signed-in user. The returned function, called inside a transaction over `state`, resolves to whether
 * it is still the same user.
 */
export async function guardAccount(app: AppDb): Promise<() => Promise<boolean>> {
  return guardAccountOf(app, (await readSession(app))?.uid);
}

/** Returns a function that resolves to whether this account is signed in, for use inside a transaction over `state`. */
export const guardAccountOf = (app: AppDb, uid: number | undefined) => async (): Promise<boolean> =>
  uid !== undefined && (await readSession(app))?.uid === uid;
