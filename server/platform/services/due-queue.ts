/** Maximum number of due accounts that are taken at once, as one query handles them. */
const AT_ONCE = 2_000;

/** Creates a queue of accounts by due time, for presence changes to send. `ring` is called each time entries become due. */
export function createDueQueue(ring: () => Promise<void>) {
  const entries = new Map<number, { readonly at: number; readonly urgent: boolean }>();
  let timer: NodeJS.Timeout | undefined;
  let timerDueAt = Number.POSITIVE_INFINITY;

  function schedule(at: number): void {
    if (at >= timerDueAt) return;
    clearTimeout(timer);
    timerDueAt = at;
    timer = setTimeout(
      () => {
        timerDueAt = Number.POSITIVE_INFINITY;
        void ring();
      },
      Math.max(0, at - performance.now()),
    );
  }

  return {
    /** Adds an account. For one that is already queued, the earlier time applies, and urgent stays urgent. */
    add(uid: number, inMs: number, urgent: boolean): void {
      const known = entries.get(uid);
      const at = Math.min(known?.at ?? Number.POSITIVE_INFINITY, performance.now() + inMs);
      entries.set(uid, { at, urgent: urgent || (known?.urgent ?? false) });
      schedule(at);
    },
    /** Removes and returns the due uids, each with whether it is urgent. At most `AT_ONCE`; the others are due immediately after. */
    takeDue(): ReadonlyMap<number, boolean> {
      const due = new Map<number, boolean>();
      let next = Number.POSITIVE_INFINITY;
      for (const [uid, { at, urgent }] of entries) {
        if (at > performance.now() || due.size >= AT_ONCE) {
          next = Math.min(next, at);
          continue;
        }
        due.set(uid, urgent);
        entries.delete(uid);
      }
      if (next < Number.POSITIVE_INFINITY) schedule(next);
      return due;
    },
    close(): void {
      clearTimeout(timer);
      entries.clear();
    },
  };
}
