/** Error codes of a lost or unavailable connection: SQLSTATE classes 08, 53 and 57P (PostgreSQL, appendix A) and socket errors. */
const CODES = /^(?:08...|53...|57P..|ECONN\w+|EPIPE|ETIMEDOUT|EHOST\w+|ENET\w+)$/;
const WORDS = /connection terminated|timeout exceeded|query read timeout|connection error/i;

function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  const isKnown = typeof code === 'string' ? CODES.test(code) : WORDS.test(error.message);
  return isKnown || isOfConnection(error.cause);
}

/** Availability of the database to this process: missing heartbeats count as silence only since it is reachable. */
export type DatabaseAvailability = {
  /** Since when (ms) this process has received from clients with a reachable database. */
  since(): number;
  /** Restarts the period of `since`, because the component's stream was established. */
  begin(): void;
  /**
   * Runs work that needs the database. After an outage it first probes the database and restarts the period of `since`: heartbeats
   * that could not be written are not silence. Otherwise an outage of six seconds could end calls: it swallows two heartbeats of a side,
   * and the third comes just after the deadline of silence.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
};

/**
 * Creates the availability of the database for the hub of this process: it runs the hub's work and records since when the database is
 * reachable. `probe` runs before the first work after an outage and throws while the database does not answer.
 */
export function createDatabaseAvailability(
  probe: () => Promise<unknown>,
  clock: { now(): number },
): DatabaseAvailability {
  let since = clock.now();
  let isGone = false;
  return {
    since: () => since,
    begin() {
      since = clock.now();
    },
    async run(work) {
      if (isGone) {
        await probe();
        // A concurrent call may have restarted the period already.
        if (isGone) since = clock.now();
        isGone = false;
      }
      try {
        return await work();
      } catch (error) {
        if (isOfConnection(error)) isGone = true;
        throw error;
      }
    },
  };
}
