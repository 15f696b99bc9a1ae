/** Errors of a connection that is gone or cannot be had; SQLSTATE classes 08, 53 and 57P (PostgreSQL, appendix A). */
const CODES = /^(?:08...|53...|57P..|ECONN\w+|EPIPE|ETIMEDOUT|EHOST\w+|ENET\w+)$/;
const WORDS = /connection terminated|timeout exceeded|query read timeout|connection error/i;

function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  const isKnown = typeof code === 'string' ? CODES.test(code) : WORDS.test(error.message);
  return isKnown || isOfConnection(error.cause);
}

/** Since when this process has heard clients and could write it down. */
export type Reach = {
  since(): number;
  /** It hears clients from now on. */
  begin(): void;
  /**
   * Does work that needs the database. After an outage it is first seen to be back, and time begins anew: whoever could not be written
   * down was not silent. An outage of six seconds would end calls otherwise, because every third beat comes too late.
   */
  through<T>(work: () => Promise<T>): Promise<T>;
};

/** `look` throws while the database does not answer. */
export function createReach(look: () => Promise<unknown>, clock: { now(): number }): Reach {
  let since = clock.now();
  let isGone = false;
  return {
    since: () => since,
    begin() {
      since = clock.now();
    },
    async through(work) {
      if (isGone) {
        await look();
        // Others may have seen it before.
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
