import type Dexie from 'dexie';
import type { DBCore } from 'dexie';

const RETRY_FIRST_MS = 50;
/** Far below the 10 s within which the app must work again once the browser accepts the database. */
const RETRY_MAX_MS = 3_000;

/** Returns whether the browser closed the connection without an event. Other errors of `transaction` are bugs. */
const isConnectionLost = (error: unknown): boolean => error instanceof Error && error.name.startsWith('InvalidState');

/** Returns the pause before the next attempt after this many failures, ms: it doubles up to `RETRY_MAX_MS`. */
export const retryPause = (failures: number): number => Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_MAX_MS);

/**
 * Makes a database open again, with growing pauses, after each failed opening and when its connection is lost, until it is
 * closed by `close()`. Dexie itself keeps the failure of an opening: every later query is refused with `DatabaseClosedError`. It
 * counts a database as open that the browser closed while it was being opened, for example because the user cleared the site's
 * data. It replaces a connection that begins no transaction only a few times.
 */
export function reopenOnFailure(db: Dexie): void {
  const { open, close } = db;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;

  function retryLater(): void {
    if (timer !== undefined || isEnded) return;
    failures += 1;
    timer = setTimeout(() => {
      timer = undefined;
      // Forgets the failure, so that the next query may open the database.
      close.call(db, { disableAutoOpen: false });
      db.open().catch(() => {});
    }, retryPause(failures));
  }

  db.open = () => {
    isEnded = false;
    return open.call(db).then(
      (opened) => {
        if (!db.isOpen()) retryLater();
        return opened;
      },
      (error: unknown) => {
        retryLater();
        throw error;
      },
    );
  };
  db.use({
    stack: 'dbcore',
    name: 'reopen',
    create: (core: DBCore) => ({
      ...core,
      transaction(...args) {
        try {
          const transaction = core.transaction(...args);
          failures = 0;
          return transaction;
        } catch (error) {
          if (isConnectionLost(error)) retryLater();
          throw error;
        }
      },
    }),
  });
  db.close = (options = { disableAutoOpen: true }) => {
    isEnded = options.disableAutoOpen;
    if (isEnded) {
      clearTimeout(timer);
      timer = undefined;
    }
    close.call(db, options);
  };
}
