import type { ApiQueueRow } from '../db/schema.ts';

/** Whether the server has accepted a queued change since: about this person, or without one, any. */
export type AcceptedSince = (targetUid?: number) => boolean;

export type Accepted = {
  /** Notes a change before its row is removed: until then the row itself tells that the change is newer than an answer. */
  note(row: ApiQueueRow): void;
  /** Called before a request; asked inside the transaction that stores its answer. */
  hold(): AcceptedSince;
};

/** Returns whom a queued call is about, for those about somebody. */
export function targetOf({ data }: Pick<ApiQueueRow, 'data'>): number | undefined {
  const { targetUid } = data as { readonly targetUid?: unknown };
  return typeof targetUid === 'number' ? targetUid : undefined;
}

/**
 * Creates the memory of which changes the server accepted, and in which order. An answer that was asked for before a change and
 * arrives after it may be older than the change: storing it would show the change as undone.
 */
export function createAccepted(): Accepted {
  let count = 0;
  const lastAbout = new Map<number, number>();
  return {
    note(row) {
      count += 1;
      const uid = targetOf(row);
      if (uid !== undefined) lastAbout.set(uid, count);
    },
    hold() {
      const then = count;
      return (uid) => (uid === undefined ? count : (lastAbout.get(uid) ?? 0)) > then;
    },
  };
}
