import { liveQuery } from '../db/reads/live-query.ts';
import type { AppDb } from '../db/schema.ts';
import { readSession } from './session-row.ts';

/**
 * The account that this core acts for, in memory. The browser can delete the databases under a running core ("clear
 * site data"): the session row is gone then, while streams, requests and calls of its account still run.
 */
export type AccountGuard = {
  /** Starts to act for an account whose session row is stored. */
  begin(uid: number): void;
  /** Stops acting for an account, before its session row is deleted. */
  end(): void;
  /** Returns the account; undefined when no user is signed in. */
  current(): number | undefined;
  /**
   * Returns whether this core acts for the account and the session row names it. Called before data of a stream is
   * sent or stored. Synchronous when the row is known, otherwise the database is read.
   */
  isCurrent(uid: number): boolean | Promise<boolean>;
  /** Calls `onGone` when the session row no longer names the account that this core acts for. */
  watch(onGone: () => void): void;
  stop(): void;
};

/** Creates the guard. It reads the session row by live query and when the browser closes the database. */
export function createAccountGuard(app: AppDb): AccountGuard {
  let account: number | undefined;
  /** The account of the last read session row; undefined when unknown. */
  let stored: number | undefined;
  /** Incremented when the database is closed: rows read before are invalid for the next connection. */
  let connection = 0;
  let onGone = () => {};
  let isStopped = false;

  async function verify(): Promise<void> {
    const acting = account;
    if (acting === undefined) return;
    const row = await readSession(app);
    // This core may have signed the account out meanwhile, which is not a loss.
    if (!isStopped && account === acting && row?.uid !== acting) onGone();
  }
  // An unreadable database does not prove that the row is gone.
  const tryVerify = () => void verify().catch(() => {});

  const watching = liveQuery(async () => ({ of: connection, row: await readSession(app) })).subscribe({
    next({ of, row }) {
      if (of !== connection) return;
      stored = row?.uid;
      if (row?.uid !== account) tryVerify();
    },
    error() {
      stored = undefined;
    },
  });
  // The browser closes the connection when it deletes the database. The next read opens a new, empty one. Read in a later
  // task: Dexie also reports each failed opening as a close, and a read in that event opens again without a pause.
  const onClose = () => {
    connection += 1;
    stored = undefined;
    setTimeout(tryVerify);
  };
  app.on('close', onClose);

  return {
    begin(uid) {
      account = uid;
    },
    end() {
      account = undefined;
    },
    current: () => account,
    isCurrent(uid) {
      if (account !== uid) return false;
      return stored === uid || readSession(app).then((row) => row?.uid === uid);
    },
    watch(listener) {
      onGone = listener;
      tryVerify();
    },
    stop() {
      isStopped = true;
      watching.unsubscribe();
      app.on.close.unsubscribe(onClose);
    },
  };
}
