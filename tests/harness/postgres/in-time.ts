/** Only a failing test waits this long. */
const PATIENCE_MS = 60_000;

/** Returns the same promise, but rejects after `ms`. `what` is a sentence for the error: it states what should have happened. */
export async function inTime<T>(work: Promise<T>, what: string, ms = PATIENCE_MS): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Not within ${ms / 1_000} s: ${what}`)), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
