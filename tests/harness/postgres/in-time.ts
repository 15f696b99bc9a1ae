/** Only a test that fails waits so long. */
const PATIENCE_MS = 60_000;

/** The same promise; where it settles not in time, the failure says in words what did not come: `what` is a sentence. */
export async function inTime<T>(work: Promise<T>, what: string, ms = PATIENCE_MS): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Not within ${ms / 1_000} s: ${what}`)), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
